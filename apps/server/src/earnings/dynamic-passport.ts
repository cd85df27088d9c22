import { formatAmount, type PassportRule } from '@banyan/domain'
import type { Parameters, Period } from '@banyan/economy'
import { type Selectable, sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'
import type { DynamicPair } from '../platform/database/generated.ts'
import { percent, presentFactor } from './dynamic-present.ts'
import { type DynamicRoundRow, findDynamicRound } from './dynamic-store.ts'
import type { EarningFacts, Explain } from './passport.ts'

type Part = EarningFacts['parts'][number]
type Line = Part['lines'][number]

/** More invitees' fees of one settlement than a person reads; the others are told as a sum. */
const MOST_SOURCES = 100

/** An invitee's fee that a member was paid for. Micro-USDT. */
interface DirectRow {
  source: string
  volume: bigint
  raw: bigint
  amount: bigint
  cap: string | null
  /** All of the member's in that settlement, these included. */
  rows: number
  total: bigint
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
      parts: [
        ofRound(round),
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
      (count(*) over ())::int as rows, (sum(own.amount) over ())::numeric(38,0) as total
    from dynamic_direct own left join member source on source.id = own.source_id
    where own.member_id = ${memberId} and own.period = ${period}
    order by own.trade_id limit ${MOST_SOURCES}`.execute(database)
  return rows
}

/** What a house's own node matched is paid to nobody. */
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

const ofRound = (round: DynamicRoundRow): Part => ({
  subject: null,
  lines: [
    line('dynamic.volume', { volume: formatAmount(round.volume as bigint) }),
    line('dynamic.factor', {
      pool: formatAmount(round.pool as bigint),
      factor: presentFactor(round.factor as bigint),
    }),
  ],
})

function ofDirect(direct: readonly DirectRow[], round: DynamicRoundRow, p: Parameters): Part {
  const rate = percent(p.directBps)
  const factor = presentFactor(round.directFactor as bigint)
  const shown = direct.reduce((sum, { amount }) => sum + amount, 0n)
  const { rows, total } = direct[0] as DirectRow
  return {
    subject: 'direct',
    lines: [
      ...direct.map(({ source, volume, raw, amount, cap }) =>
        line(cap === null ? 'dynamic.direct' : 'dynamic.directCapped', {
          ...{ source, rate, factor },
          volume: formatAmount(volume),
          raw: formatAmount(raw),
          amount: formatAmount(amount),
        }),
      ),
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
  return {
    subject: 'pair',
    lines: [
      line('dynamic.matched', {
        left: formatAmount(leftVolume),
        right: formatAmount(rightVolume),
        matched: formatAmount(matched),
      }),
      line('dynamic.pairRaw', {
        matched: formatAmount(matched),
        rate: percent(p.pairBps),
        raw: slots.raw,
      }),
      ...(cap === null ? [] : [line('dynamic.pairCapped', { ...slots, cap })]),
      line('dynamic.pairPay', {
        factor: presentFactor(round.factor as bigint),
        capped: slots.capped,
        amount: formatAmount(amount),
      }),
      line('dynamic.carried', {
        consumed: formatAmount(consumed),
        left: formatAmount(leftVolume - consumed),
        right: formatAmount(rightVolume - consumed),
      }),
    ],
  }
}

const ofBoth = (direct: bigint, pairs: bigint): Part => ({
  subject: null,
  lines: [
    line('dynamic.total', {
      direct: formatAmount(direct),
      pairs: formatAmount(pairs),
      amount: formatAmount(direct + pairs),
    }),
  ],
})
