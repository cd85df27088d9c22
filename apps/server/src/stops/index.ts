import type { InvestmentStop } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'

type Reader = Database | Tx

/** What modules above find out: the books and the chain by solvency, the rest by a wind-down. */
export interface StopSources {
  /** Since when the platform has had less than it owes, or an invariant has been broken; or null. */
  redSince(reader: Reader): Promise<Date | null>
  /** Is a call refused because the platform is being wound down? */
  isStopped(reader: Reader, call: string): Promise<boolean>
  /** Refuses a member's call that a wind-down has stopped. */
  refuseStopped(reader: Reader, call: string): Promise<void>
  /** The same in the call's own transaction, which the next step of a wind-down waits for. */
  enterCall(tx: Tx, call: string): Promise<void>
  /** Is the platform closed to everything but leaving and reading? */
  isFrozen(reader: Reader): Promise<boolean>
  /** Do subscriptions and activations stop before this cut-off? */
  investingStops(reader: Reader, cutoff: Date): Promise<boolean>
  /** Does volume, and with it network pay, stop before this cut-off? */
  volumeStops(reader: Reader, cutoff: Date): Promise<boolean>
}

/** What stops new money and calls, for the modules below those that find it out. */
export interface Stops extends StopSources {
  /** Why a member can put in no money now; null when they can. */
  stopFor(reader: Reader, memberId: string): Promise<InvestmentStop | null>
}

export const openStops = (
  sources: StopSources,
  isCountryClosed: (reader: Reader, memberId: string) => Promise<boolean>,
): Stops => ({
  ...sources,
  stopFor: async (reader, memberId) => {
    if ((await sources.redSince(reader)) !== null) return 'houseIsRed'
    return (await isCountryClosed(reader, memberId)) ? 'countryClosed' : null
  },
})
