import type { FreezeCause, Network } from '@banyan/domain'
import type { Parameters } from '@banyan/economy'
import type { Ledger } from '../ledger/index.ts'
import type { Attaching } from '../platform/attached.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Operator } from '../platform/http/route.ts'
import type { Sealing } from '../platform/sealing.ts'

/**
 * Why a member may not buy coin now: a pause of their own until then, or the law of the country
 * they declared.
 */
export type BuyingStop = { why: 'investingPaused'; until: Date } | { why: 'countryClosed' }

/**
 * Pauses and closed countries as buying stops of their members. The country's stop wins over a
 * pause.
 */
export const buyingStops = (
  pauses: ReadonlyMap<string, Date>,
  countryClosed: ReadonlySet<string>,
): Map<string, BuyingStop> =>
  new Map<string, BuyingStop>([
    ...[...pauses].map(([id, until]) => [id, { why: 'investingPaused', until }] as const),
    ...[...countryClosed].map(id => [id, { why: 'countryClosed' }] as const),
  ])

type PaymentOwner = 'own' | 'another' | 'unknown'

/** An arbitrator as draws and ties need it. */
export type Arbitrator = Pick<Operator, 'operatorId' | 'memberId'> & {
  /** Signed in within the days that count as present. */
  present: boolean
}

/** An arbitrator as administrators see it. */
export interface DeskMember extends Arbitrator {
  name: string
  signedInAt: Date | null
}

/**
 * How much a member may still put in, the maximum, and its period in days. Amounts are micro-USDT.
 */
export interface LeftToInvest {
  left: bigint
  most: bigint
  windowDays: number
}

/** Where a member is paid: an address per network, and a contact. */
export interface ReceivingAccount {
  bsc: string | null
  tron: string | null
  contact: string | null
}

export const noReceiving: ReceivingAccount = { bsc: null, tron: null, contact: null }

/** Where a member is paid; nothing but nulls when they have entered nothing. */
export const receivingOf = async (
  { receivingAccounts }: Pick<OtcDeps, 'receivingAccounts'>,
  reader: Database | Tx,
  memberId: string,
): Promise<ReceivingAccount> =>
  (await receivingAccounts(reader, [memberId])).get(memberId) ?? noReceiving

/** What the market needs of other modules. */
export interface OtcDeps extends Attaching {
  ledger: Ledger
  guidePrice(database: Database | Tx): Promise<bigint>
  /**
   * Since when the platform has had less than it owes, or an invariant has been broken. Null while
   * neither is the case.
   */
  redSince(reader: Database | Tx): Promise<Date | null>
  /** The numbers of the rule book in force. */
  parameters(database: Database | Tx): Promise<Parameters>
  /**
   * The pictures that each of these names, each picture once; null where one is not their own, or none at
   * all. None of them is deleted before the transaction ends.
   */
  ownPictures(
    tx: Tx,
    named: readonly { ownerId: string; pictures: readonly string[] }[],
  ): Promise<(string[] | null)[]>
  nicknames(database: Database | Tx, memberIds: readonly string[]): Promise<Map<string, string>>
  /** Where these members are paid. Those who have entered nothing are left out. */
  receivingAccounts(
    database: Database | Tx,
    memberIds: readonly string[],
  ): Promise<Map<string, ReceivingAccount>>
  /** Until when a member may not publish, and why. */
  freezes(
    database: Database | Tx,
    memberId: string,
  ): Promise<{ sells: { until: Date; cause: FreezeCause } | null }>
  /** The buying stops of these members. Members who are free to put money in are left out. */
  buyingStops(reader: Database | Tx, memberIds: readonly string[]): Promise<Map<string, BuyingStop>>
  /** When these members answered the questions on risk. Members who have not are left out. */
  riskAnswered(
    reader: Database | Tx,
    memberIds: readonly string[],
  ): Promise<ReadonlyMap<string, Date>>
  /** What these members may still put in. Members without a maximum are left out. */
  leftToInvest(
    reader: Database | Tx,
    memberIds: readonly string[],
  ): Promise<Map<string, LeftToInvest>>
  /**
   * As `leftToInvest`, but locked until the transaction ends: other acts that put money in wait.
   */
  holdLeftToInvest(tx: Tx, memberIds: readonly string[]): Promise<Map<string, LeftToInvest>>
  /** The members among these whom the last settlement counted as effective. */
  effectiveAmong(database: Database | Tx, memberIds: readonly string[]): Promise<Set<string>>
  /** Whether one of the two invited the other, directly or through other members. */
  inOneInviterLine(database: Database | Tx, a: string, b: string): Promise<boolean>
  /** By member, those among the others who have a block with them, set by either. */
  blockedAmong(
    database: Database | Tx,
    memberIds: readonly string[],
    others: readonly string[],
  ): Promise<Map<string, Set<string>>>
  /** Whether at most this many invitations lie between the two. */
  areNear(reader: Database | Tx, a: string, b: string, hops: number): Promise<boolean>
  /** Everybody who can hear cases. */
  arbitrators(reader: Database | Tx): Promise<DeskMember[]>
  /** How many arbitrators are present. Every take asks for it. */
  presentArbitrators(reader: Database | Tx): Promise<number>
  /** A keyed hash of a text: nobody can predict the draw without the platform's key. */
  lot(of: string): string
  /** Writes an operator's act into the audit log, in the transaction of the act. */
  recordAct(
    tx: Tx,
    operator: Operator,
    act: {
      action: string
      object: string
      reason?: string | null
      before?: unknown
      after?: unknown
      members: readonly string[]
    },
  ): Promise<void>
  /** A member's address in the notation of its network. Null when its checksum is wrong. */
  checkedAddress(network: Network, address: string): string | null
  /**
   * Whose payment the chain holds under this hash: exactly this trade's, only other trades', or
   * unknown.
   */
  paymentOwner(claim: { tradeId: string; network: Network; hash: string }): Promise<PaymentOwner>
  /** The trades among these whose payment is final on the chain. */
  paidOnChain(reader: Database | Tx, tradeIds: readonly string[]): Promise<Set<string>>
  /** The factor by which the limits of takers are widened for testers; 1 for everybody else. */
  takerScale: number
  sealing: Sealing
}
