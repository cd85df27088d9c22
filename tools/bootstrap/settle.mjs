/** `npm run settle`. */
import { runProgram } from './run-program.mjs'

await runProgram('settle.ts')
