import { runProgram } from './program.ts'
import { serve } from './serve.ts'

/** The member app and its calls alone. */
runProgram(() => serve({ listeners: ['member'], jobs: [] }))
