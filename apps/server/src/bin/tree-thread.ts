import { runTreeThread } from '../network/index.ts'

/** The thread that counts the placement tree for the API door; it is started by that door. */
await runTreeThread()
