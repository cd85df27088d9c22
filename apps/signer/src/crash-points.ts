import { collectionPurposes } from '@banyan/payouts'

/**
 * The points at which a test can kill the signer: between any two steps of a payout, and of a void.
 */
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

/** Every point between two steps of a transaction of a collection. */
export const collectionCrashPoints = collectionPurposes.flatMap(purpose =>
  (
    [
      ...(['before-sign', 'before-write', 'after-write', 'after-broadcast'] as const),
      ...(['before-final-write', 'after-final-write'] as const),
    ] as const
  ).map(place => `${purpose}-${place}` as const),
)

export const allCrashPoints = [...crashPoints, ...collectionCrashPoints]
export type CrashPoint = (typeof allCrashPoints)[number]

/** Ends the process like a power cut when this point is the one that a test requests. */
export type ReachedPoint = (point: CrashPoint) => void

/** SIGNER_CRASH_AT names a point; config.ts refuses it everywhere but on a local test chain. */
export const crashingAt =
  (wanted: string | undefined): ReachedPoint =>
  point => {
    if (point === wanted) process.kill(process.pid, 'SIGKILL')
  }
