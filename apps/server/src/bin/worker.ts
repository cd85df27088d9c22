import { runProgram } from './program.ts'
import { serve } from './serve.ts'

/** The worker alone: deadlines, settlements, the heartbeat. */
runProgram(() => serve({ listeners: [], jobs: ['worker'] }))
