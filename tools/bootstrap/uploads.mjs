/** `npm run uploads`. */
import { runProgram } from './run-program.mjs'

await runProgram('uploads.ts')
