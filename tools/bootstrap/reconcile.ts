import { runBookProgram } from './books.ts'
import { demonstrationChain } from './chain-settings.ts'

/** Checks every invariant of every module, and the books against the chain where its nodes are set. */
await runBookProgram('reconcile', () => process.argv.slice(2), demonstrationChain)
