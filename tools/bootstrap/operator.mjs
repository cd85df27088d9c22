/** `npm run operator`. */
import { runProgram } from './run-program.mjs'

await runProgram('operator.ts')
