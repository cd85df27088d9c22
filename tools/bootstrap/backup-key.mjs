/** `npm run backup-key`. */
import { runProgram } from './run-program.mjs'

await runProgram('backup-key.ts')
