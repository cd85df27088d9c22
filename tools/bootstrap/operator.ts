import { lookAtBooks } from './books.ts'

/** Makes or ends an operator's account: `add --role arbitrator --name wei`, `disable --name wei`. */
await lookAtBooks('operator', () => process.argv.slice(2))
