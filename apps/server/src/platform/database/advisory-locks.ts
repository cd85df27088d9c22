import { sql } from 'kysely'
import type { Database, Tx } from './handles.ts'

/**
 * Every advisory lock of the house that has a number of its own: two things under one number would
 * wait for each other without a reason. What locks by a text instead (`hashtextextended`) shares the
 * 64 bits with these and meets one of them never in practice.
 */
export const lockNumbers = {
  /** Held by the one migration door that brings the schema forward. */
  migration: 7_310_001,
  /** Held by the one node that settles, for as long as it does. */
  settlement: 7_310_002,
  subscriptionRound: 7_310_003,
  ledgerAudit: 7_310_004,
  headExport: 7_310_005,
  ruleBook: 7_310_006,
  redemptionQueue: 7_310_007,
  /** The market's orders, whose units a split changes. */
  orderBook: 7_310_008,
  /** Shared by who publishes or takes an order; held by what turns red, so that nobody takes after it. */
  marketStop: 7_310_009,
  placementRound: 7_310_011,
  /** Indices of the tree are given out under it, without gaps. */
  placementIndex: 7_310_012,
  activationRound: 7_310_020,
  /** Held by the one node that publishes a root of solvency, for as long as it does. */
  solvencyProof: 7_310_021,
  /** What members have in USDT, while a run takes it down to share a loss. */
  balances: 7_310_022,
  /** Held by the one node that hands payouts to the signer, for as long as it does. */
  payouts: 7_310_023,
  /** What the rule check has approved of withdrawals: its totals are sums over rows. */
  ruleCheck: 7_310_031,
  /** Held by the one node that asks the signer to collect, for as long as it does. */
  collection: 7_310_024,
  /** Shared by a member's call that a wind-down may stop; held by each of its steps. */
  windDown: 7_310_032,
  /** The chain over what operators did. */
  operatorActs: 7_310_425,
  /** Who works in the house: accounts and roles. */
  operators: 7_310_426,
} as const

/** The same for locks of one member each: the other half of their number is the member. */
export const memberLockNumbers = {
  /** Two orders of a member cannot share one limit. */
  subscriptions: 7_310,
  quiz: 7_311,
  /** Trades that a buyer gave up or let lapse. */
  faults: 7_312,
  /** Orders that a member takes, of whichever owner. */
  takes: 7_313,
} as const

export type SystemLock = keyof typeof lockNumbers
export type MemberLock = keyof typeof memberLockNumbers

/** Waits for a lock of the house and holds it alone until the transaction ends. */
export async function holdLock(tx: Tx, lock: SystemLock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumbers[lock]}::bigint)`.execute(tx)
}

/** Holds a lock beside others who share it, until the transaction ends; waits for who holds it alone. */
export async function shareLock(tx: Tx, lock: SystemLock): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockNumbers[lock]}::bigint)`.execute(tx)
}

/** Takes a lock until the transaction ends, if nobody holds it; answers whether it did. */
export async function tryLock(tx: Tx, lock: SystemLock): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${lockNumbers[lock]}::bigint) as got`.execute(tx)
  return rows[0]?.got === true
}

/**
 * Runs `work` while no other node does. When another one is at it, answers null at once, or with
 * `waits` begins after it. The lock belongs to a connection of its own, so it ends with the process,
 * however that ends.
 */
export const alone = <T>(
  database: Database,
  lock: SystemLock,
  work: () => Promise<T>,
  { waits = false }: { waits?: boolean } = {},
): Promise<T | null> =>
  database.connection().execute(async own => {
    const number = sql`${lockNumbers[lock]}::bigint`
    if (waits) await sql`select pg_advisory_lock(${number})`.execute(own)
    else {
      const { rows } = await sql<{ got: boolean }>`
        select pg_try_advisory_lock(${number}) as got`.execute(own)
      if (rows[0]?.got !== true) return null
    }
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${lockNumbers[lock]}::bigint)`.execute(own)
    }
  })

/** Waits for a lock of one member and holds it alone until the transaction ends. */
export async function holdMemberLock(tx: Tx, lock: MemberLock, memberId: string): Promise<void> {
  const number = memberLockNumbers[lock]
  await sql`select pg_advisory_xact_lock(${number}::int, hashtext(${memberId}))`.execute(tx)
}

/** As `holdMemberLock`, of several at once, in one order for everybody: no two hold each other up. */
export async function holdMemberLocks(
  tx: Tx,
  lock: MemberLock,
  memberIds: readonly string[],
): Promise<void> {
  const number = memberLockNumbers[lock]
  await sql`
    select pg_advisory_xact_lock(${number}::int, half) from (
      select distinct hashtext(id) as half from unnest(${[...memberIds]}::text[]) as id
      order by half) as halves`.execute(tx)
}
