import type { TakerRules } from '@banyan/domain'

/** Bounds that no test meets which is about something else: its members take what they like. */
export const unboundedTakers: TakerRules = {
  steps: [{ finished: 0, most: 1_000_000 }],
  faults: { count: 1_000_000, windowMs: 0, loweredTo: 0, lastsMs: 0 },
  unpaidShareBps: 10_000,
}
