import { runDoor } from './door.ts'
import { serve } from './serve.ts'

/** The watcher door alone: follows the chain and credits recharges. */
runDoor(() => serve({ api: false, sweeps: ['watcher'] }))
