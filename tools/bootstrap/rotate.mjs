/** `npm run rotate`. */
import { runProgram } from './run-program.mjs'

await runProgram('rotate.ts')
