import { lookAtBooks } from './books.ts'
import { demonstrationChain } from './chain-settings.ts'

/** Every invariant of every module, and the books beside the chain where its nodes are set. */
await lookAtBooks('reconcile', () => process.argv.slice(2), demonstrationChain)
