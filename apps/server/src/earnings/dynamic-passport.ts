import { formatAmount, type PassportRule } from '@banyan/domain'
import { FULL_FACTOR, type Parameters, type Period, roundBegins, roundOf } from '@banyan/economy'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import { percent, presentFactor } from './dynamic-present.ts'
import { type DynamicRoundRow, findDynamicRound } from './dynamic-store.ts'
import type { DynamicPair } from './generated.ts'
import type { EarningFacts, Explain } from './passport.ts'

type Part = EarningFacts['parts'][number]
type Line = Part['lines'][number]

/** The most invitees' fees of one settlement that are listed; the others are shown as a sum. */
const MOST_SOURCES = 100

/** An invitee's fee for which a member was paid. Micro-USDT. */
interface DirectRow {
  source: string
  volume: bigint
  raw: bigint
  amount: bigint
  cap: string | null
  /** Among the cut lines, the one that got the rest of the round; those after it got nothing. */
  last: boolean
  /** The number of the member's lines in that settlement, including these. */
  rows: number
  total: bigint
  /** The sum of the lines that were not cut. */
  uncut: bigint
  /** Paid to the member in the round before that settlement. */
  before: bigint
}

type PairRow = Selectable<DynamicPair>

/** Explains the network pay of a settlement, each line as rule book 2.7 computes it. */
export const explainDynamic =
  (rules: { version(database: Database, number: number): Promise<Parameters> }): Explain =>
  async (database, memberId, period) => {
    const round = await findDynamicRound(database, period)
    if (!round || round.paidAt === null) return null
    const direct = await directOf(database, memberId, period)
    const pair = await pairOf(database, memberId, period)
    if (direct.length === 0 && !pair) return null
    const p = await rules.version(database, round.ruleVersion as number)
    const directs = direct[0]?.total ?? 0n
    const pairs = pair?.amount ?? 0n
    return {
      pool: 'POOL.dynamic',
      ruleVersion: round.ruleVersion as number,
      amount: directs + pairs,
      sources: null,
      parts: [
        ofRound(round, await paidOut(database, round)),
        ...(direct.length > 0 ? [ofDirect(direct, round, p)] : []),
        ...(pair ? [ofPair(pair, round, p)] : []),
        ...(direct.length > 0 && pair ? [ofBoth(directs, pairs)] : []),
      ],
    }
  }

async function directOf(
  database: Database,
  memberId: string,
  period: Period,
): Promise<DirectRow[]> {
  const { rows } = await sql<DirectRow>`
    select coalesce(source.nickname, '') as source, own.volume, own.raw, own.amount, own.cap,
      (row_number() over (partition by own.cap order by own.amount desc, own.trade_id)) = 1 as last,
      (count(*) over ())::int as rows, (sum(own.amount) over ())::numeric(38,0) as total,
      coalesce(sum(own.raw) filter (where own.cap is null) over (), 0)::numeric(38,0) as uncut,
      (select coalesce(sum(paid.direct + paid.pairs), 0) from dynamic_payout paid
        where paid.member_id = ${memberId} and paid.period >= ${roundBegins(period)}
          and paid.period > coalesce((select reopening.period from dynamic_reinvestment reopening
            where reopening.reopened and reopening.member_id = ${memberId}
              and reopening.round = ${roundOf(period)} and reopening.period < ${period}), '')
          and paid.period < ${period})::numeric(38,0) as before
    from dynamic_direct own left join member source on source.id = own.source_id
    where own.member_id = ${memberId} and own.period = ${period}
    order by own.trade_id limit ${MOST_SOURCES}`.execute(database)
  return rows
}

/** A match of the platform's own node is paid to nobody. */
const pairOf = (
  database: Database,
  memberId: string,
  period: Period,
): Promise<PairRow | undefined> =>
  database
    .selectFrom('dynamicPair')
    .selectAll()
    .where('memberId', '=', memberId)
    .where('period', '=', period)
    .where('insider', '=', false)
    .executeTakeFirst()

const line = (rule: PassportRule, slots: Record<string, string>): Line => ({ rule, slots })

/** What a settlement paid for fees, and the sum of all its pairs after caps. Micro-USDT. */
interface PaidOut {
  direct: bigint
  pairs: bigint
}

/** With a factor of 1 pairs were paid in full: then their rows need not be added up. */
async function paidOut(database: Database, round: DynamicRoundRow): Promise<PaidOut> {
  const { rows } = await sql<PaidOut>`
    select coalesce((select sum(amount) from dynamic_direct where period = ${round.period}), 0) as direct,
      case when ${round.factor === FULL_FACTOR} then 0
        else (select coalesce(sum(capped), 0) from dynamic_pair where period = ${round.period}) end as pairs`.execute(
    database,
  )
  const { direct, pairs } = rows[0] as PaidOut
  const inFull = (round.paid as bigint) + (round.staffShare as bigint) - direct
  return { direct, pairs: round.factor === FULL_FACTOR ? inFull : pairs }
}

function ofRound(round: DynamicRoundRow, { direct, pairs }: PaidOut): Part {
  const pool = round.pool as bigint
  return {
    subject: null,
    lines: [
      line('dynamic.volume', { volume: formatAmount(round.volume as bigint) }),
      line('dynamic.factor', {
        pool: formatAmount(pool),
        direct: formatAmount(direct),
        rest: formatAmount(pool - direct),
        pairs: formatAmount(pairs),
        factor: presentFactor(round.factor as bigint),
      }),
    ],
  }
}

function ofDirect(direct: readonly DirectRow[], round: DynamicRoundRow, p: Parameters): Part {
  const rate = percent(p.directBps)
  const factor = presentFactor(round.directFactor as bigint)
  const shown = direct.reduce((sum, { amount }) => sum + amount, 0n)
  const { rows, total, uncut, before } = direct[0] as DirectRow
  const left = p.roundCapUsdt - before - uncut
  return {
    subject: 'direct',
    lines: [
      ...direct.map(({ source, volume, raw, amount, cap, last }) => {
        const slots = {
          source,
          rate,
          factor,
          volume: formatAmount(volume),
          raw: formatAmount(raw),
          amount: formatAmount(amount),
        }
        return cap === null
          ? line('dynamic.direct', slots)
          : line('dynamic.directCapped', { ...slots, ...roundSlots(last ? left : 0n, p) })
      }),
      ...(rows > direct.length
        ? [
            line('dynamic.directRest', {
              fees: `${rows - direct.length}`,
              amount: formatAmount(total - shown),
            }),
          ]
        : []),
    ],
  }
}

function ofPair(pair: PairRow, round: DynamicRoundRow, p: Parameters): Part {
  const { leftVolume, rightVolume, matched, raw, capped, amount, consumed, cap } = pair
  const slots = { raw: formatAmount(raw), capped: formatAmount(capped) }
  const rate = percent(p.pairBps)
  return {
    subject: 'pair',
    lines: [
      ...regionsOf(pair),
      line('dynamic.matched', {
        left: formatAmount(leftVolume),
        right: formatAmount(rightVolume),
        matched: formatAmount(matched),
      }),
      line('dynamic.pairRaw', {
        matched: formatAmount(matched),
        rate,
        raw: slots.raw,
      }),
      ...(cap === null
        ? []
        : [line('dynamic.pairCapped', { ...slots, cap, ...limitOf(cap, capped, p) })]),
      line('dynamic.pairPay', {
        factor: presentFactor(round.factor as bigint),
        capped: slots.capped,
        amount: formatAmount(amount),
      }),
      line('dynamic.carried', {
        rate,
        cut: amount === raw ? 'no' : 'yes',
        amount: formatAmount(amount),
        matched: formatAmount(matched),
        consumed: formatAmount(consumed),
        leftBefore: formatAmount(leftVolume),
        left: formatAmount(leftVolume - consumed),
        rightBefore: formatAmount(rightVolume),
        right: formatAmount(rightVolume - consumed),
      }),
    ],
  }
}

/**
 * The volume that each region had carried into the run and the new volume; empty when only the sum
 * was stored.
 */
function regionsOf({ leftVolume, rightVolume, leftCarried, rightCarried }: PairRow): Line[] {
  if (leftCarried === null || rightCarried === null) return []
  return [
    line('dynamic.regions', {
      leftCarried: formatAmount(leftCarried),
      leftNew: formatAmount(leftVolume - leftCarried),
      left: formatAmount(leftVolume),
      rightCarried: formatAmount(rightCarried),
      rightNew: formatAmount(rightVolume - rightCarried),
      right: formatAmount(rightVolume),
    }),
  ]
}

/** The limit that cut a match: what the round had left, or before edition 4 the cap of a run. */
const limitOf = (cap: string, capped: bigint, p: Parameters): Record<string, string> =>
  cap === 'daily' ? { limit: formatAmount(capped) } : roundSlots(capped, p)

/** A cap of the round: its amount, what had been paid of it, and what was left. Micro-USDT. */
const roundSlots = (left: bigint, p: Parameters): Record<string, string> => ({
  roundCap: formatAmount(p.roundCapUsdt),
  before: formatAmount(p.roundCapUsdt - left),
  limit: formatAmount(left),
})

const ofBoth = (direct: bigint, pairs: bigint): Part => ({
  subject: 'total',
  lines: [
    line('dynamic.total', {
      direct: formatAmount(direct),
      pairs: formatAmount(pairs),
      amount: formatAmount(direct + pairs),
    }),
  ],
})
