import { runDoor } from './door.ts'
import { serve } from './serve.ts'

/** Every door in one process: what `npm start` runs. */
runDoor(() => serve({ api: true, sweeps: ['worker', 'watcher'] }))
