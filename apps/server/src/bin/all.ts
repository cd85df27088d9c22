import { runProgram } from './program.ts'
import { serve } from './serve.ts'

/** All programs in one process: what `npm start` runs. */
runProgram(() => serve({ api: true, jobs: ['worker', 'watcher'] }))
