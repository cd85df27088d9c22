/** `npm run restored`. */
import { runProgram } from './run-program.mjs'

await runProgram('restored.ts')
