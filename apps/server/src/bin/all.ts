import { runProgram } from './program.ts'
import { serve } from './serve.ts'

/** All programs in one process: what `npm start` runs. */
runProgram(() => serve({ listeners: ['member', 'console'], jobs: ['worker', 'watcher'] }))
