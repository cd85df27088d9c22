/** `npm test`. */
import { runProgram } from './run-program.mjs'

await runProgram('../test-run/main.ts')
