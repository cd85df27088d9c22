import type { InvestmentStop } from '@banyan/domain'
import type { Parameters, Period } from '@banyan/economy'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Sealing } from '../platform/sealing.ts'
import type { SettlementHashes } from './passport.ts'
import type { IssuedAmong, PayStopFor } from './prompts.ts'

/** What earnings need of other modules. */
export interface EarningDeps {
  ledger: Ledger
  guidePrice(database: Database | Tx): Promise<bigint>
  /** The numbers of the rule book: those in force, and those of a version. */
  rules: {
    inForce(reader: Database | Tx): Promise<Parameters>
    version(reader: Database | Tx, number: number): Promise<Parameters>
  }
  /** Why a member can activate nothing now; null when they can. */
  stopFor(reader: Database | Tx, memberId: string): Promise<InvestmentStop | null>
  /** Whether a call is refused because the platform is being wound down. */
  isWoundDown(reader: Database | Tx, call: string): Promise<boolean>
  /** Refuses `investingPaused` while a member has paused investing. */
  refuseWhilePaused(tx: Tx, memberId: string): Promise<void>
  /** Until when those of these members who have paused investing now have done so. */
  pausesAmong(reader: Database | Tx, memberIds: readonly string[]): Promise<Map<string, Date>>
  payStopFor: PayStopFor
  issuedAmong: IssuedAmong
  sealing: Sealing
  /** The hashes of a published settlement; null until it is published. */
  hashesOf(database: Database, period: Period): Promise<SettlementHashes | null>
}
