/** `npm run backup`. */
import { runProgram } from './run-program.mjs'

await runProgram('backup.ts')
