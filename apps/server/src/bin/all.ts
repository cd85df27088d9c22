import { runProgram } from './program.ts'
import { serve } from './serve.ts'

/** Every door in one process: what `npm start` runs. */
runProgram(() => serve({ api: true, jobs: ['worker', 'watcher'] }))
