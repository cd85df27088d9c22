import type { Asset, TransferKind } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'

/** The owner id of house accounts: pools, reserve, contra accounts. */
export const HOUSE = '00000000-0000-7000-8000-000000000001'

/** Accounts of a member, per asset. Market coin moves to `escrow`, activated coin to `locked`. */
export const memberAccountKinds = ['available', 'locked', 'escrow'] as const
export type MemberAccountKind = (typeof memberAccountKinds)[number]

/** House accounts: rule book 2.1. Only EXT, ISSUE, SPLIT and LOSS may go below zero. */
export const houseAccountKinds = {
  USDT: [
    ...(['EXT', 'RESERVE', 'INCOME', 'POOL.static', 'POOL.dynamic', 'OPS', 'RISK'] as const),
    ...(['LOSS', 'PAYOUTS'] as const),
  ],
  LEAF: ['ISSUE', 'FEE.coin', 'SEED', 'SPLIT'],
} as const
export type HouseAccountKind = (typeof houseAccountKinds)[Asset][number]

/** The name of an account: owner, asset and kind. It is opened at its first use. */
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
/** A house account. */
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
  /** Identifies the request: one transfer per (kind, reference), for ever. */
  reference: string
  /** A UUID made by the caller: it identifies the request too. Without it the ledger makes one. */
  id?: string
  /** The epoch in whose units a coin amount is given; without it, current units. */
  epoch?: number
}

export interface HoldOrder {
  account: AccountName
  amount: bigint
  kind: 'withdrawal' | 'subscription' | 'exchange' | 'undo'
  reference: string
  id?: string
  /** The epoch in whose units a coin amount is given; without it, current units. */
  epoch?: number
}

/** Whether a request was carried out now, or had been carried out before. */
export type Answer = 'done' | 'replayed'

/**
 * How one of many holds ends: its transfers take their part of it, or, with null, all of it is free
 * again.
 */
export interface HoldEnding {
  holdId: string
  group: readonly TransferOrder[] | null
}

/** The payments of a settlement, or a wind-down, to members from one house account. */
export interface CreditBatch {
  /** Identifies the settlement; with the kind and the owner it identifies each credit, for ever. */
  settlementId: string
  kind:
    | 'static_earning'
    | 'dynamic_earning'
    | 'wind_down_static'
    | 'wind_down_coins'
    | 'wind_down_risk'
  from: AccountName
  /**
   * One credit for each member in the order of their ids, the same whenever the batch is repeated.
   */
  credits:
    | AsyncIterable<{ owner: string; amount: bigint }>
    | Iterable<{ owner: string; amount: bigint }>
  /** Credits in one transaction; the same whenever the batch is repeated. */
  chunkSize?: number
}

/** The debits of many members in favour of one house account. */
export interface DebitBatch extends Pick<CreditBatch, 'settlementId' | 'chunkSize'> {
  kind: 'loss_share' | 'wind_down_burn'
  to: AccountName
  /**
   * One debit for each member in the order of their ids, the same whenever the batch is repeated.
   */
  debits: CreditBatch['credits']
}

/**
 * The result of a batch: credits posted now, and those in blocks that an earlier run had posted.
 */
export interface CreditsPosted {
  posted: number
  replayed: number
  total: bigint
}

/** A finished split: coins outstanding before and after, in micro-units. */
export interface Split {
  epoch: number
  multiple: number
  before: bigint
  after: bigint
}

/**
 * A split as everybody can see it: from its instant on older quantities count times its multiple.
 */
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

/** Which lines of a statement to return; an omitted field does not filter. */
export interface LineFilter {
  kinds?: readonly TransferKind[] | undefined
  /** From this instant on, inclusive. */
  from?: Date | undefined
  /** Before this instant, exclusive. */
  to?: Date | undefined
}

/** One broken invariant, with text that lets a person find the rows. */
export type { Breach } from '../platform/manifest.ts'

/**
 * The only writer of ledger tables. Every write takes the caller's transaction:
 * accounts are locked in the order of their ids, and a debit beyond posted − held refuses
 * `insufficientBalance` with asset, needed and available.
 */
export interface Ledger {
  /**
   * Locks accounts in the order of their ids and opens those that do not exist, so that later reads
   * stay true. A transaction that locks first must name here every account that it will post to: a
   * later one may be out of order, and two such transactions can wait for each other.
   */
  lock(tx: Tx, accounts: readonly AccountName[]): Promise<void>
  /**
   * Posts a group of transfers, all or nothing. The same (kind, reference) again replays when the
   * content is equal and throws `LedgerBug` otherwise.
   */
  post(tx: Tx, group: readonly TransferOrder[]): Promise<Answer>
  /**
   * Pays many members in transactions of some thousand each; after a kill at any point it is run
   * again.
   */
  postCredits(database: Database, batch: CreditBatch): Promise<CreditsPosted>
  /** The opposite: debits many members. Throws `LedgerBug` when a balance is too small. */
  postDebits(database: Database, batch: DebitBatch): Promise<CreditsPosted>
  /**
   * Holds money on its account; it counts as spent for every other transfer. Returns the hold's id.
   */
  hold(tx: Tx, order: HoldOrder): Promise<string>
  /**
   * Ends a hold by posting transfers from its account, up to its amount; the rest is free again.
   */
  postHold(tx: Tx, holdId: string, group: readonly TransferOrder[]): Promise<void>
  /** Ends a hold without a transfer: all of it is free again. A second call throws `LedgerBug`. */
  voidHold(tx: Tx, holdId: string): Promise<void>
  /**
   * Ends many holds at once, and posts the transfers that belong to them as one group: all or
   * nothing, with as few statements as for one.
   */
  endHolds(tx: Tx, endings: readonly HoldEnding[], beside?: readonly TransferOrder[]): Promise<void>
  /** Splits the coin for all its holders at one instant (rule book 2.11); multiples 2, 5, 10. */
  split(tx: Tx, multiple: number): Promise<Split>
  /**
   * Writes the split lines of up to `limit` accounts that lack them; returns the number of
   * accounts.
   */
  writeSplitLines(database: Database, limit: number): Promise<number>
  /** The coin's splits so far, the oldest first. */
  splits(database: Database | Tx): Promise<PastSplit[]>
  /** The number of the last split, 0 before the first: the epoch of current coin amounts. */
  epoch(database: Database | Tx): Promise<number>
  /**
   * An owner's coins over all accounts, just before each split; splits that met none are left out.
   */
  coinsBeforeSplits(
    database: Database | Tx,
    owner: string,
  ): Promise<{ epoch: number; quantity: bigint }[]>
  /** Balances of an owner's existing accounts. */
  balances(database: Database | Tx, owner: string): Promise<Balance[]>
  /** The same of these owners; those who have none are left out. */
  balancesAmong(database: Database | Tx, owners: readonly string[]): Promise<Map<string, Balance[]>>
  /** One account's balance; zero when it was never used. */
  balance(database: Database | Tx, account: AccountName): Promise<{ posted: bigint; held: bigint }>
  /**
   * An owner's lines, newest first, by key; a cursor must be used with the filter that it came
   * from.
   */
  statement(
    database: Database,
    owner: string,
    page: LineFilter & {
      asset?: Asset | undefined
      cursor?: string | undefined
      limit: number
    },
  ): Promise<{ lines: StatementLine[]; nextCursor: string | null }>
  /** Sums of all transfers from and to the outside world for an owner, micro-USDT. */
  totals(reader: Database | Tx, owner: string): Promise<{ totalIn: bigint; totalOut: bigint }>
}
