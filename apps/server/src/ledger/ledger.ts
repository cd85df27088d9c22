import type { Asset, TransferKind } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'

/** The house's own owner id: pools, reserve, contra accounts. */
export const HOUSE = '00000000-0000-7000-8000-000000000001'

/** Accounts of a member, per asset. Market coin moves to `escrow`, activated coin to `locked`. */
export const memberAccountKinds = ['available', 'locked', 'escrow'] as const
export type MemberAccountKind = (typeof memberAccountKinds)[number]

/** Accounts of the house: rule book 2.1. EXT, ISSUE, SPLIT and LOSS alone may go below zero. */
export const houseAccountKinds = {
  USDT: [
    ...(['EXT', 'RESERVE', 'INCOME', 'POOL.static', 'POOL.dynamic', 'OPS', 'RISK'] as const),
    ...(['LOSS', 'PAYOUTS'] as const),
  ],
  LEAF: ['ISSUE', 'FEE.coin', 'SEED', 'SPLIT'],
} as const
export type HouseAccountKind = (typeof houseAccountKinds)[Asset][number]

/** An account by what it is; opened at its first use. */
export interface AccountName {
  owner: string
  asset: Asset
  kind: MemberAccountKind | HouseAccountKind
}

/** A member's account. */
export const memberAccount = (
  owner: string,
  asset: Asset,
  kind: MemberAccountKind = 'available',
): AccountName => ({ owner, asset, kind })
/** An account of the house. */
export const houseAccount = (asset: Asset, kind: HouseAccountKind): AccountName => ({
  owner: HOUSE,
  asset,
  kind,
})

/** Money in micro-units from one account to another of the same asset. */
export interface TransferOrder {
  from: AccountName
  to: AccountName
  amount: bigint
  kind: TransferKind
  /** Names the deed: one transfer per (kind, reference), for ever. */
  reference: string
  /** A UUID that the caller made: then it names the deed too. Without it the ledger makes one. */
  id?: string
  /** The epoch in whose units a coin amount is given; without it, today's. */
  epoch?: number
}

export interface HoldOrder {
  account: AccountName
  amount: bigint
  kind: 'withdrawal' | 'subscription' | 'exchange' | 'undo'
  reference: string
  id?: string
  /** The epoch in whose units a coin amount is given; without it, today's. */
  epoch?: number
  /** When the hold ends by itself; without it, never. */
  expiresAt?: Date
}

/** Whether a deed was done now, or had been done before by the same request. */
export type Answer = 'done' | 'replayed'

/** A hold that has ended by its time. */
export interface EndedHold {
  id: string
  kind: HoldOrder['kind']
  reference: string
  owner: string
}

/** How one of many holds ends: its transfers take their part of it, or, with null, all of it is free again. */
export interface HoldEnding {
  holdId: string
  group: readonly TransferOrder[] | null
}

/** What a settlement, or a wind-down, pays to members out of one account of the house. */
export interface CreditBatch {
  /** Names the settlement; with the kind and the owner it names each credit, for ever. */
  settlementId: string
  kind:
    | 'static_earning'
    | 'dynamic_earning'
    | 'wind_down_static'
    | 'wind_down_coins'
    | 'wind_down_risk'
  from: AccountName
  /** One credit for each member in the order of their ids, the same whenever the batch is run again. */
  credits:
    | AsyncIterable<{ owner: string; amount: bigint }>
    | Iterable<{ owner: string; amount: bigint }>
  /** Credits of one transaction; the same whenever the batch is run again. */
  chunkSize?: number
}

/** What many members bear into one account of the house. */
export interface DebitBatch extends Pick<CreditBatch, 'settlementId' | 'chunkSize'> {
  kind: 'loss_share' | 'wind_down_burn'
  to: AccountName
  /** One debit for each member in the order of their ids, the same whenever the batch is run again. */
  debits: CreditBatch['credits']
}

/** What came of a batch: credits posted now, and those in blocks that an earlier run had posted. */
export interface CreditsPosted {
  posted: number
  replayed: number
  total: bigint
}

/** A split as it was done: coins outstanding before and after, in micro-units. */
export interface Split {
  epoch: number
  multiple: number
  before: bigint
  after: bigint
}

/** A split as everybody can see it: from its instant on older quantities count times its multiple. */
export interface PastSplit {
  epoch: number
  multiple: number
  at: Date
}

export interface Balance {
  asset: Asset
  kind: MemberAccountKind | HouseAccountKind
  posted: bigint
  held: bigint
}

export interface StatementLine {
  transferId: string
  at: Date
  asset: Asset
  account: MemberAccountKind
  kind: TransferKind
  amount: bigint
  balanceAfter: bigint
  reference: string
}

/** Which lines of a statement are wanted; what is left out does not matter. */
export interface LineFilter {
  kinds?: readonly TransferKind[] | undefined
  /** From this instant on. */
  from?: Date | undefined
  /** Before this instant. */
  to?: Date | undefined
}

/** A line of one account, with its number in that account. */
export interface AccountLine extends Omit<StatementLine, 'account'> {
  version: number
}

/** One broken invariant, said so that a person can look at it. */
export interface Breach {
  invariant: string
  what: string
}

/**
 * The only writer of ledger tables. Every write takes the caller's transaction ("joined path"):
 * accounts are locked in the order of their ids, and a debit beyond posted − held refuses
 * `insufficientBalance` with asset, needed and available.
 */
export interface Ledger {
  /**
   * Locks accounts in the order of their ids, opening those that were never used: what is read next
   * stays true. A transaction that locks first names here every account that it will post to: one
   * that comes later may be out of order, and two such transactions can wait for each other.
   */
  lock(tx: Tx, accounts: readonly AccountName[]): Promise<void>
  /** Posts a group of transfers, all or nothing. The same (kind, reference) again replays when equal, else it is a bug. */
  post(tx: Tx, group: readonly TransferOrder[]): Promise<Answer>
  /** Pays many members in transactions of some thousand each; killed at any point, it is run again. */
  postCredits(database: Database, batch: CreditBatch): Promise<CreditsPosted>
  /** The same the other way: many members bear something. A balance that does not bear it is a bug. */
  postDebits(database: Database, batch: DebitBatch): Promise<CreditsPosted>
  /** Posts a transfer's opposite, once: a transfer never changes, a mistake is put right by a new one. */
  reverse(tx: Tx, transferId: string): Promise<Answer>
  /** Holds money on its account; it counts as spent for every other move. Returns the hold's id. */
  hold(tx: Tx, order: HoldOrder): Promise<string>
  /** Ends a hold by posting transfers from its account, up to its amount; what is left is free again. */
  postHold(tx: Tx, holdId: string, group: readonly TransferOrder[]): Promise<void>
  /** Ends a hold without a transfer: all of it is free again. The second resolver gets a bug, not money. */
  voidHold(tx: Tx, holdId: string): Promise<void>
  /**
   * Ends many holds at once, and posts what goes with them as one group: all or nothing, and the
   * statements are as few as for one.
   */
  endHolds(tx: Tx, endings: readonly HoldEnding[], beside?: readonly TransferOrder[]): Promise<void>
  /** Ends up to `limit` holds whose time is over, and answers which: their rooms' rows can follow in the same transaction. */
  expireHolds(tx: Tx, limit: number): Promise<EndedHold[]>
  /** Closes an empty account for good; refuses `walletNotEmpty` otherwise. What comes later is refused `walletClosed`. */
  close(tx: Tx, account: AccountName): Promise<void>
  /** Splits the coin for all its holders at one instant (rule book 2.11); multiples 2, 5, 10. */
  split(tx: Tx, multiple: number): Promise<Split>
  /** Writes the split lines of up to `limit` accounts that have not been told; answers how many there were. */
  tellSplits(database: Database, limit: number): Promise<number>
  /** The coin's splits so far, the oldest first. */
  splits(database: Database | Tx): Promise<PastSplit[]>
  /** The number of the last split, 0 before the first: the epoch in whose units a coin amount is given now. */
  epoch(database: Database | Tx): Promise<number>
  /** An owner's coins, of all places, as they were just before each split; splits that met none are left out. */
  coinsBeforeSplits(
    database: Database | Tx,
    owner: string,
  ): Promise<{ epoch: number; quantity: bigint }[]>
  /** Balances of an owner's accounts that exist. */
  balances(database: Database | Tx, owner: string): Promise<Balance[]>
  /** One account's balance; zero when it was never used. */
  balance(database: Database | Tx, account: AccountName): Promise<{ posted: bigint; held: bigint }>
  /** An owner's lines, newest first, by key; a cursor goes on with the filter that it came from. */
  statement(
    database: Database,
    owner: string,
    page: LineFilter & {
      asset?: Asset | undefined
      cursor?: string | undefined
      limit: number
    },
  ): Promise<{ lines: StatementLine[]; nextCursor: string | null }>
  /** One account's lines, newest first, by key. */
  accountStatement(
    database: Database,
    account: AccountName,
    page: { cursor?: string | undefined; limit: number },
  ): Promise<{ lines: AccountLine[]; nextCursor: string | null }>
  /** Sums of everything that came in from and went out to the outside world for an owner, micro-USDT. */
  totals(reader: Database | Tx, owner: string): Promise<{ totalIn: bigint; totalOut: bigint }>
}
