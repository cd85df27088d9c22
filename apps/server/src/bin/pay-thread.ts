import { runPayThread } from '../earnings/index.ts'

/** The thread that grows the tree of a settlement's static pay; the settling process starts it. */
await runPayThread()
