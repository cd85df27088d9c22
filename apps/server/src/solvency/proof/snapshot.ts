import { randomBytes } from 'node:crypto'
import { type Asset, platformLeafNames, sessionId } from '@banyan/domain'
import { sql } from 'kysely'
import type { Block } from '../../deposits/index.ts'
import type { Database, Tx } from '../../platform/database/connect.ts'
import type { Sealing } from '../../platform/sealing.ts'
import { sha256 } from '../../platform/sha256.ts'
import { type Books, readBooks } from '../store.ts'
import { OWNERS_PER_ROW, type ProofKeys } from './leaves.ts'
import { insertSnapshot, type KeptPlatform, type SnapshotRow, takeTime } from './store.ts'

/** What taking a snapshot needs. */
export interface SnapshotContext {
  database: Database
  sealing: Sealing
  /** The origin of the platform. */
  domain: string
  /** The newest final block of the chain of the recharge addresses. */
  finalBlock(reader: Tx): Promise<Block | null>
}

/** The books do not add up: nothing is published until they do. */
export class BooksDiffer extends Error {
  override name = 'BooksDiffer'
}

/**
 * Freezes all debts at one instant, after the settlement of a period: one REPEATABLE READ
 * transaction, in which the database itself stores the members' balances. Readers and writers do
 * not wait for each other.
 * @throws BooksDiffer when members and platform together are not the debts of the solvency page, or
 *   all coins are not what is outstanding.
 */
export const takeSnapshot = (context: SnapshotContext, period: string): Promise<SnapshotRow> =>
  context.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async tx => {
      await takeTime(tx)
      const { snapshot, sequence, takenAt } = await instantOf(tx)
      const books = (await readBooks(tx)) as Books
      const block = await context.finalBlock(tx)
      const { domain } = context
      const blockHash = block && Buffer.from(block.hash.slice(2), 'hex')
      const sid = sessionId(sha256, {
        domain,
        sequence,
        time: takenAt.getTime(),
        blockHash,
      })
      const house = await platformLeaves(tx)
      const owed = Object.values(books.owed).reduce((sum, one) => sum + one, 0n)
      const { outstanding } = books
      const key = randomBytes(32).toString('hex')
      const row = {
        period,
        sid: Buffer.from(sid),
        domain,
        takenAt,
        snapshot,
        sequence,
        blockNumber: block?.number ?? null,
        blockHash,
        owed,
        outstanding,
        house: JSON.stringify(house),
        sealedKey: context.sealing.seal(key, placeOf(period)),
      }
      const counted = await countMembers(tx)
      agree('USDT', owed, counted.usdt + sumOf(house.USDT))
      agree('LEAF', outstanding, counted.leaf + sumOf(house.LEAF))
      const frozen = await insertSnapshot(tx, { ...row, members: counted.members })
      await writeOwners(tx, period)
      return frozen
    })

/** The keys of the leaves of a snapshot. */
export const keysOf = (sealing: Sealing, snapshot: SnapshotRow): ProofKeys => ({
  sid: snapshot.sid,
  key: Buffer.from(sealing.open(snapshot.sealedKey, placeOf(snapshot.period)), 'hex'),
})

const placeOf = (period: string): string => `solvency proof ${period}`

const sumOf = (leaves: readonly { amount: string }[]): bigint =>
  leaves.reduce((sum, { amount }) => sum + BigInt(amount), 0n)

function agree(asset: Asset, owed: bigint, counted: bigint): void {
  if (owed === counted) return
  throw new BooksDiffer(
    `members and platform are owed ${counted} micro-${asset}, the books say ${owed}: no root is published`,
  )
}

interface Instant {
  snapshot: string
  sequence: number
  takenAt: Date
}

/**
 * This instant in the terms of the database: a row of the ledger is included when its xid is
 * visible.
 */
async function instantOf(tx: Tx): Promise<Instant> {
  const { rows } = await sql<Instant>`
    select seen::text as snapshot, pg_snapshot_xmax(seen)::text::bigint as sequence,
      date_trunc('milliseconds', house_now()) as taken_at
    from transaction_snapshot() as seen`.execute(tx)
  return rows[0] as Instant
}

/** Accounts in the units after the last split: a holder who was not notified yet has it already. */
const later = sql`
  later as (
    select epoch, ledger_later_multiple('LEAF', epoch) as multiple
    from (select 0 as epoch union select epoch from ledger_epoch) known)`

async function platformLeaves(tx: Tx): Promise<KeptPlatform> {
  const { rows } = await sql<{ asset: Asset; kind: string; amount: bigint }>`
    with ${later}
    select asset, kind, posted * case asset when 'LEAF' then multiple else 1 end as amount from ledger_account join later using (epoch)
    where kind = any(${[...platformLeafNames.USDT, ...platformLeafNames.LEAF]}::text[])`.execute(tx)
  const leavesOf = (asset: Asset) =>
    platformLeafNames[asset].map(name => {
      const row = rows.find(one => one.asset === asset && one.kind === name)
      return { name, amount: `${row?.amount ?? 0n}` }
    })
  return { USDT: leavesOf('USDT'), LEAF: leavesOf('LEAF') }
}

const owedToMembers = sql`
  owed as (
    select owner,
      coalesce(sum(posted) filter (where asset = 'USDT'), 0) as usdt,
      coalesce(sum(posted * multiple) filter (where asset = 'LEAF'), 0) as leaf
    from ledger_account join later using (epoch)
    where kind in ('available', 'locked', 'escrow') group by owner),
  counted as (
    select member.id, member.public_key, coalesce(owed.usdt, 0) as usdt, coalesce(owed.leaf, 0) as leaf
    from member left join owed on owed.owner = member.id)`

async function countMembers(tx: Tx): Promise<{ members: number; usdt: bigint; leaf: bigint }> {
  const { rows } = await sql<{ members: number; usdt: bigint; leaf: bigint }>`
    with ${later}, ${owedToMembers}
    select count(*)::int as members, coalesce(sum(usdt), 0) as usdt, coalesce(sum(leaf), 0) as leaf
    from counted`.execute(tx)
  return rows[0] as { members: number; usdt: bigint; leaf: bigint }
}

/**
 * Every member who was ever registered, also with a zero balance. An amount is two numbers of 63
 * bits.
 */
async function writeOwners(tx: Tx, period: string): Promise<void> {
  const amount = (column: ReturnType<typeof sql>) => sql`
    int8send(div(${column}, 9223372036854775808)::int8) || int8send(mod(${column}, 9223372036854775808)::int8)`
  await sql`
    with ${later}, ${owedToMembers}, numbered as (
      select counted.*, row_number() over (order by id) - 1 as place from counted)
    insert into solvency_look_owners (period, block, first, owners)
    select ${period}, place / ${sql.lit(OWNERS_PER_ROW)}, (array_agg(id order by place))[1],
      string_agg(uuid_send(id) || coalesce(public_key, decode(repeat('00', 32), 'hex'))
        || ${amount(sql`usdt`)} || ${amount(sql`leaf`)}, '' order by place)
    from numbered group by place / ${sql.lit(OWNERS_PER_ROW)}`.execute(tx)
}
