import { runProgram } from './program.ts'
import { serve } from './serve.ts'

/** The API alone. */
runProgram(() => serve({ api: true, jobs: [] }))
