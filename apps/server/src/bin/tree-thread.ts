import { runTreeThread } from '../network/index.ts'

/** The thread that counts the placement tree for the API, which starts it. */
await runTreeThread()
