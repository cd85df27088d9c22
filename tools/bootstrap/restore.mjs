/** `npm run restore`. */
import { runProgram } from './run-program.mjs'

await runProgram('restore.ts')
