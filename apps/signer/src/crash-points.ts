/** Where a test can kill the signer: every place between two steps of a payout, and of a void. */
export const crashPoints = [
  'before-sign',
  'before-write',
  'half-written',
  'after-write',
  'before-broadcast',
  'after-broadcast',
  'after-answer',
  'before-replacement-write',
  'after-replacement-write',
  'before-final-write',
  'after-final-write',
  'before-void-write',
  'after-void-write',
] as const
export type CrashPoint = (typeof crashPoints)[number]

/** Ends the process as a power cut would when this place is the one that a test asks for. */
export type ReachedPoint = (point: CrashPoint) => void

/** SIGNER_CRASH_AT names a place; config.ts refuses it everywhere but on a local test chain. */
export const crashingAt =
  (wanted: string | undefined): ReachedPoint =>
  point => {
    if (point === wanted) process.kill(process.pid, 'SIGKILL')
  }
