import { runDoor } from './door.ts'
import { serve } from './serve.ts'

/** The worker door alone: deadlines, settlements, the heartbeat. */
runDoor(() => serve({ api: false, sweeps: ['worker'] }))
