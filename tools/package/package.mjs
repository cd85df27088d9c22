/** `npm run package`. */
import { runProgram } from '../bootstrap/run-program.mjs'

await runProgram('../package/main.ts')
