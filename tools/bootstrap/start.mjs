/** `npm start`. */
import { runProgram } from './run-program.mjs'

await runProgram('start.ts')
