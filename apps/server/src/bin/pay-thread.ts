import { runPayThread } from '../earnings/index.ts'

/** The thread that grows the tree of a settlement's static pay; it is started by whoever settles. */
await runPayThread()
