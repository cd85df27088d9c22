import type { FreezeCause, Network } from '@banyan/domain'
import type { Parameters } from '@banyan/economy'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Operator } from '../platform/http/route.ts'
import type { Sealing } from '../platform/sealing.ts'

/** Why a member buys no coin now: a pause of their own until then, or the law of the country they declared. */
export type BuyingStop = { why: 'investingPaused'; until: Date } | { why: 'countryClosed' }

/** Pauses and closed countries as stops of their members; where both are, the country's. */
export const buyingStops = (
  pauses: ReadonlyMap<string, Date>,
  countryClosed: ReadonlySet<string>,
): Map<string, BuyingStop> =>
  new Map<string, BuyingStop>([
    ...[...pauses].map(([id, until]) => [id, { why: 'investingPaused', until }] as const),
    ...[...countryClosed].map(id => [id, { why: 'countryClosed' }] as const),
  ])

type WhosePayment = 'own' | 'another' | 'unknown'

/** An arbitrator as draws and ties know one. */
export type Arbitrator = Pick<Operator, 'operatorId' | 'memberId'> & {
  /** Signed in within the days that count. */
  present: boolean
}

/** An arbitrator as administrators see one. */
export interface DeskMember extends Arbitrator {
  name: string
  signedInAt: Date | null
}

/** What a member may still put in, of how much, in how many days. Amounts are micro-USDT. */
export interface LeftToInvest {
  left: bigint
  most: bigint
  windowDays: number
}

/** What the market asks of its neighbours. */
export interface OtcDeps {
  ledger: Ledger
  guidePrice(database: Database | Tx): Promise<bigint>
  /** Since when less is there than is owed, or something is broken; null while neither is so. */
  redSince(reader: Database | Tx): Promise<Date | null>
  /** The numbers of the rule book in force. */
  parameters(database: Database | Tx): Promise<Parameters>
  nicknames(database: Database | Tx, memberIds: readonly string[]): Promise<Map<string, string>>
  receivingAccount(
    database: Database | Tx,
    memberId: string,
  ): Promise<{ bsc: string | null; tron: string | null; contact: string | null } | null>
  /** Until when a member publishes nothing, and why. */
  freezes(
    database: Database | Tx,
    memberId: string,
  ): Promise<{ sells: { until: Date; cause: FreezeCause } | null }>
  /** Why those of these members who may put no money in now may not; who is free to is left out. */
  buyingStops(reader: Database | Tx, memberIds: readonly string[]): Promise<Map<string, BuyingStop>>
  /** When those of these members who have answered the questions on risk did so. */
  riskAnswered(
    reader: Database | Tx,
    memberIds: readonly string[],
  ): Promise<ReadonlyMap<string, Date>>
  /** What these members may still put in; members left out are not bound. */
  leftToInvest(
    reader: Database | Tx,
    memberIds: readonly string[],
  ): Promise<Map<string, LeftToInvest>>
  /** The same, held until the transaction ends: whatever else they put in waits. */
  holdLeftToInvest(tx: Tx, memberIds: readonly string[]): Promise<Map<string, LeftToInvest>>
  /** Of these members, those whom the last settlement counted as effective. */
  effectiveAmong(database: Database | Tx, memberIds: readonly string[]): Promise<Set<string>>
  /** Did one of the two invite the other, or somebody on the way to the other? */
  inOneInviterLine(database: Database | Tx, a: string, b: string): Promise<boolean>
  /** Of these members, those between whom and the first there is a block, set by either. */
  blockedAmong(
    database: Database | Tx,
    memberId: string,
    others: readonly string[],
  ): Promise<Set<string>>
  /** Is there a way of at most so many invitations between the two? */
  areNear(reader: Database | Tx, a: string, b: string, hops: number): Promise<boolean>
  /** Everybody who can hear cases. */
  arbitrators(reader: Database | Tx): Promise<DeskMember[]>
  /** How many of them are present. Asked by every take. */
  presentArbitrators(reader: Database | Tx): Promise<number>
  /** A keyed hash of a text: a lot that nobody without the house's key can foretell. */
  lot(of: string): string
  /** Writes an operator's act into the audit log, in the transaction of what it did. */
  recordAct(
    tx: Tx,
    operator: Operator,
    act: {
      action: string
      object: string
      reason?: string | null
      before?: unknown
      after?: unknown
    },
  ): Promise<void>
  /** A member's address as its network writes it; null when its checksum does not hold. */
  checkedAddress(network: Network, address: string): string | null
  /** Whose payment the chain holds under this hash: exactly this trade's, only others', or unknown. */
  whosePayment(claim: { tradeId: string; network: Network; hash: string }): Promise<WhosePayment>
  /** Of these trades, those whose payment the chain holds for good. */
  paidOnChain(reader: Database | Tx, tradeIds: readonly string[]): Promise<Set<string>>
  /** By how much the bounds of takers are widened for who tests; 1 for everybody else. */
  takerScale: number
  sealing: Sealing
  /** How many of these pictures are the member's own. */
  ownedUploads(tx: Tx, memberId: string, uploadIds: readonly string[]): Promise<number>
}
