import { runProgram } from './program.ts'
import { serve } from './serve.ts'

/** The watcher alone: follows the chain and credits recharges. */
runProgram(() => serve({ listeners: [], jobs: ['watcher'] }))
