/** `npm run reconcile`. */
import { runProgram } from './run-program.mjs'

await runProgram('reconcile.ts')
