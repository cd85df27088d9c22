import { runProofThread } from '../solvency/index.ts'

/** The thread that makes the trees of a proof of solvency; it is started by the door that publishes it. */
await runProofThread()
