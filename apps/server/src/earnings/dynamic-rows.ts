import type {
  DirectPay,
  DynamicCredit,
  FeeVolume,
  IdColumn,
  NodeChange,
  PairPay,
  Period,
} from '@banyan/economy'
import { type Insertable, sql } from 'kysely'
import { plainArray } from '../platform/database/array-text.ts'
import type { Tx } from '../platform/database/connect.ts'
import type { DynamicRound } from './generated.ts'

/* Writes the rows of step 6 of a run, many at a time. A repeat leaves them as they are. */

export async function insertVolumes(
  tx: Tx,
  period: Period,
  volumes: readonly FeeVolume[],
): Promise<void> {
  await sql`
    insert into dynamic_volume (period, trade_id, member_id, value, outside, fate, credited_in)
    select ${period}, given.*, case given.fate when 'credited' then ${period} end
    from unnest(${volumes.map(one => one.tradeId)}::uuid[], ${volumes.map(one => one.memberId)}::uuid[],
      ${volumes.map(one => one.value)}::numeric[], ${volumes.map(one => one.outside)}::bool[],
      ${volumes.map(one => one.fate)}::text[]) as given (trade_id, member_id, value, outside, fate)
    on conflict (trade_id) do nothing`.execute(tx)
}

/** Kept volume that this run has credited. */
export async function markCredited(
  tx: Tx,
  period: Period,
  tradeIds: readonly string[],
): Promise<void> {
  await tx
    .updateTable('dynamicVolume')
    .set({ creditedIn: period })
    .where('tradeId', 'in', [...tradeIds])
    .where('creditedIn', 'is', null)
    .execute()
}

export async function insertDirect(
  tx: Tx,
  period: Period,
  pays: readonly DirectPay[],
  memberIds: IdColumn,
): Promise<void> {
  const member = (node: number) => memberIds.at(node)
  await sql`
    insert into dynamic_direct (period, trade_id, member_id, source_id, volume, raw, amount, cap)
    select ${period}, given.*
    from unnest(${pays.map(pay => pay.tradeId)}::uuid[], ${pays.map(pay => member(pay.node))}::uuid[],
      ${pays.map(pay => member(pay.source))}::uuid[], ${pays.map(pay => pay.volume)}::numeric[],
      ${pays.map(pay => pay.raw)}::numeric[], ${pays.map(pay => pay.amount)}::numeric[],
      ${pays.map(pay => pay.cap)}::text[]) as given
    on conflict (trade_id) do nothing`.execute(tx)
}

/**
 * A match with the volume that its node had carried into the run; the rest of its regions is new.
 */
export interface PairRow extends PairPay {
  leftCarried: bigint
  rightCarried: bigint
}

export async function insertPairs(
  tx: Tx,
  period: Period,
  pays: readonly PairRow[],
  memberIds: IdColumn,
): Promise<void> {
  const column = <K extends keyof PairRow>(name: K) => pays.map(pay => pay[name])
  await sql`
    insert into dynamic_pair (period, member_id, idx, left_volume, right_volume, matched, raw, capped,
      amount, consumed, cap, insider, left_carried, right_carried)
    select ${period}, given.*
    from unnest(${pays.map(pay => memberIds.at(pay.node))}::uuid[], ${column('node')}::int[],
      ${column('left')}::numeric[], ${column('right')}::numeric[], ${column('matched')}::numeric[],
      ${column('raw')}::numeric[], ${column('capped')}::numeric[], ${column('amount')}::numeric[],
      ${column('consumed')}::numeric[], ${column('cap')}::text[], ${column('insider')}::bool[],
      ${column('leftCarried')}::numeric[], ${column('rightCarried')}::numeric[]) as given
    on conflict (period, idx) do nothing`.execute(tx)
}

/** A node after a run, and before it. */
export interface BalanceChange {
  node: number
  left: bigint
  right: bigint
  round: string
  paidInRound: bigint
  leftBefore: bigint
  rightBefore: bigint
  /** The sums of the same round. */
  paidBefore: bigint
}

/** A row that this run has written already stays as it is. */
export async function saveBalances(
  tx: Tx,
  period: Period,
  changes: readonly BalanceChange[],
): Promise<void> {
  const column = (name: keyof BalanceChange) => plainArray(changes, one => one[name])
  await sql`
    insert into dynamic_balance as balance (period, idx, left_volume, right_volume, round, paid_in_round,
      left_before, right_before, round_before, paid_before)
    select ${period}, given.idx, given.lefts, given.rights, given.round, given.paid,
      given.left_before, given.right_before, given.round, given.paid_before
    from unnest(${column('node')}::int[], ${column('left')}::numeric[], ${column('right')}::numeric[],
      ${column('round')}::text[], ${column('paidInRound')}::numeric[], ${column('leftBefore')}::numeric[],
      ${column('rightBefore')}::numeric[], ${column('paidBefore')}::numeric[])
      as given (idx, lefts, rights, round, paid, left_before, right_before, paid_before)
    on conflict (idx) do update set period = excluded.period,
      left_volume = excluded.left_volume, right_volume = excluded.right_volume,
      round = excluded.round, paid_in_round = excluded.paid_in_round,
      left_before = excluded.left_before, right_before = excluded.right_before,
      round_before = excluded.round_before, paid_before = excluded.paid_before
    where balance.period < excluded.period`.execute(tx)
}

/** What a run took from nodes by rules before edition 4. */
export async function insertForfeits(
  tx: Tx,
  period: Period,
  changes: readonly NodeChange[],
): Promise<void> {
  await tx
    .insertInto('dynamicForfeit')
    .values(
      changes.map(({ node, ...taken }) => ({
        period,
        idx: node,
        overflowLeft: taken.overflowLeft ?? 0n,
        overflowRight: taken.overflowRight ?? 0n,
        lapsedLeft: taken.lapsedLeft ?? 0n,
        lapsedRight: taken.lapsedRight ?? 0n,
      })),
    )
    .onConflict(conflict => conflict.columns(['period', 'idx']).doNothing())
    .execute()
}

export async function insertPayouts(
  tx: Tx,
  period: Period,
  credits: readonly DynamicCredit[],
): Promise<void> {
  await sql`
    insert into dynamic_payout (period, member_id, direct, pairs)
    select ${period}, given.*
    from unnest(${credits.map(one => one.memberId)}::uuid[], ${credits.map(one => one.direct)}::numeric[],
      ${credits.map(one => one.pairs)}::numeric[]) as given
    on conflict (period, member_id) do nothing`.execute(tx)
}

/** The result of a round. */
export type RoundEnd = Required<
  Pick<
    Insertable<DynamicRound>,
    | 'ruleVersion'
    | 'pairBps'
    | 'pool'
    | 'factor'
    | 'directFactor'
    | 'volume'
    | 'paid'
    | 'staffShare'
    | 'reserved'
    | 'effective'
    | 'paidAt'
  >
>

/** Returns true when the round was not closed before. */
export async function closeDynamicRound(tx: Tx, period: Period, end: RoundEnd): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('dynamicRound')
    .set(end)
    .where('period', '=', period)
    .where('paidAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
