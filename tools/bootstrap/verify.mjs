/** `npm run ledger:verify`. */
import { runProgram } from './run-program.mjs'

await runProgram('verify.ts')
