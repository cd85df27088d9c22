import { runDoor } from './door.ts'
import { serve } from './serve.ts'

/** The API door alone. */
runDoor(() => serve({ api: true, sweeps: [] }))
