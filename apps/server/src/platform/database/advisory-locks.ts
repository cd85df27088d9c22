import { sql } from 'kysely'
import type { Database, Tx } from './handles.ts'

/**
 * Every numbered advisory lock: two subjects under one number would wait for each other without a
 * reason. Locks by a text (`hashtextextended`) share the 64 bits with these and practically never
 * collide with one of them.
 */
export const lockNumbers = {
  /** Held by the one migration process that brings the schema forward. */
  migration: 7_310_001,
  /** Held by the one node that settles, for as long as it does. */
  settlement: 7_310_002,
  subscriptionRound: 7_310_003,
  ledgerAudit: 7_310_004,
  /** Held by the one node that proves a batch of the ledger, while it does. */
  ledgerProof: 7_310_033,
  /** The totals of what members were paid, while what came since is added. */
  incomeTotals: 7_310_034,
  headExport: 7_310_005,
  ruleBook: 7_310_006,
  redemptionQueue: 7_310_007,
  /** The market's orders, whose units a split changes. */
  orderBook: 7_310_008,
  /**
   * Shared by calls that publish or take an order; held by what turns the state red, so that no
   * take follows it.
   */
  marketStop: 7_310_009,
  placementRound: 7_310_011,
  /** Indices of the tree are given out under it, without gaps. */
  placementIndex: 7_310_012,
  activationRound: 7_310_020,
  /** The findings of checks, while one is stored. */
  solvencyCheck: 7_310_035,
  /** Held by the one node that publishes a root of solvency, for as long as it does. */
  solvencyProof: 7_310_021,
  /** Members' USDT, while a run reduces it to share a loss. */
  balances: 7_310_022,
  /** Held by the one node that hands payouts to the signer, for as long as it does. */
  payouts: 7_310_023,
  /** The sum that the rule check has approved: its totals are sums over rows. */
  ruleCheck: 7_310_031,
  /** Held by the one node that asks the signer to collect, for as long as it does. */
  collection: 7_310_024,
  /** Shared by a member's call that a wind-down may stop; held by each of its steps. */
  windDown: 7_310_032,
  /** Held by the one program that rotates keys, for as long as it does. */
  keyRotation: 7_310_038,
  /** The chain of operators' acts. */
  operatorActs: 7_310_425,
  /** Held by the one node that signs a root of the audit log, while it does. */
  operatorActRoot: 7_310_427,
  /** The operators: accounts and roles. */
  operators: 7_310_426,
  /** Held by one round of placing rows of the outbox; `place_outbox` takes it by this number. */
  outboxPlaces: 7_310_036,
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

/**
 * Locks that nobody waits for: a running process holds one to show a number to the others, for as
 * long as its connection is there. The other half of each is the number.
 */
export const shownLockNumbers = {
  /** The keys that a process has of a secret: `key-watch.ts`. */
  keysInUse: 7_320,
  /** The number of the process: `presence.ts`. */
  running: 7_321,
} as const

export type ShownLock = keyof typeof shownLockNumbers

export type SystemLock = keyof typeof lockNumbers
export type MemberLock = keyof typeof memberLockNumbers

/** Takes a lock exclusively until the transaction ends; waits for it. */
export async function holdLock(tx: Tx, lock: SystemLock): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockNumbers[lock]}::bigint)`.execute(tx)
}

/** Shares a lock until the transaction ends; waits for an exclusive holder. */
export async function shareLock(tx: Tx, lock: SystemLock): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(${lockNumbers[lock]}::bigint)`.execute(tx)
}

/** Takes a lock until the transaction ends, if it is free. Returns whether it did. */
export async function tryLock(tx: Tx, lock: SystemLock): Promise<boolean> {
  const { rows } = await sql<{ got: boolean }>`
    select pg_try_advisory_xact_lock(${lockNumbers[lock]}::bigint) as got`.execute(tx)
  return rows[0]?.got === true
}

/**
 * Runs `work` while no other node does. When another one is running it, returns null at once, or
 * with `waits` starts after it. The lock belongs to a connection of its own, so it ends with the
 * process, however that ends.
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

/** Whether somebody holds a lock at this moment. */
export async function isHeld(database: Database, lock: SystemLock): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 1
      and classid = 0 and objid::bigint = ${lockNumbers[lock]}::bigint
      and database = (select oid from pg_database where datname = current_database())) as held`.execute(
    database,
  )
  return rows[0]?.held === true
}

/** Takes a lock of one member exclusively until the transaction ends; waits for it. */
export async function holdMemberLock(tx: Tx, lock: MemberLock, memberId: string): Promise<void> {
  const number = memberLockNumbers[lock]
  await sql`select pg_advisory_xact_lock(${number}::int, hashtext(${memberId}))`.execute(tx)
}

/**
 * As `holdMemberLock`, for several members at once, always in the same order, so that there is no
 * deadlock.
 */
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

/** Shows a number to the other processes while this connection is there. */
export async function showNumber(own: Database, lock: ShownLock, shown: number): Promise<void> {
  const number = sql`${shownLockNumbers[lock]}::int`
  await sql`select pg_advisory_lock_shared(${number}, ${shown}::int)`.execute(own)
}

/** Shows a number no longer. */
export async function hideNumber(own: Database, lock: ShownLock, shown: number): Promise<void> {
  const number = sql`${shownLockNumbers[lock]}::int`
  await sql`select pg_advisory_unlock_shared(${number}, ${shown}::int)`.execute(own)
}

/** The numbers that running processes show, each with the connection that shows it. */
export async function numbersShown(
  database: Database,
  lock: ShownLock,
): Promise<{ pid: number; number: number }[]> {
  const { rows } = await sql<{ pid: number; number: number }>`
    select pid, objid::int as number from pg_locks where locktype = 'advisory' and granted
      and classid::int = ${shownLockNumbers[lock]} and objsubid = 2
      and database = (select oid from pg_database where datname = current_database())`.execute(
    database,
  )
  return rows
}
