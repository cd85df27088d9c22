import { runProofThread } from '../solvency/index.ts'

/**
 * The thread that computes the trees of a proof of solvency; the process that publishes it starts
 * it.
 */
await runProofThread()
