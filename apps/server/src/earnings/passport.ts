import {
  type AnswerOf,
  earningIdOf,
  floorDiv,
  formatAmount,
  type passport,
  presentBySource,
  readEarningId,
  transferKindOf,
  wireIdOf,
} from '@banyan/domain'
import {
  type BySource,
  cutoffOf,
  type Parameters,
  type Period,
  partOf,
  staticCap,
  totalOf,
} from '@banyan/economy'
import { settledTransfers } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'
import { capLeftOf } from './cap-left.ts'
import { type PaidPosition, paidPositions } from './earning-store.ts'
import { positionId } from './present.ts'
import { findRound, type RoundRow } from './round-store.ts'
import { settlementIdOf } from './settlement-id.ts'
import { poolBySource } from './source-store.ts'

type Passport = AnswerOf<typeof passport>
type Part = Passport['parts'][number]

/** The hashes that a settlement published, in hex. */
export type SettlementHashes = NonNullable<Passport['hashes']>

/** What one module of earnings can show about a member's pay in a settlement. */
export interface EarningFacts {
  pool: Passport['pool']
  ruleVersion: number
  amount: bigint
  /** Null when it is not recorded. */
  sources: BySource | null
  parts: Part[]
}

/** Explains a member's pay; returns null when there was nothing to pay for. */
export type Explain = (
  database: Database,
  memberId: string,
  period: Period,
) => Promise<EarningFacts | null>

/** The dependencies of passports. */
export interface PassportContext {
  database: Database
  explain: Record<Passport['kind'], Explain>
  /** Null until the settlement is published. */
  hashesOf(database: Database, period: Period): Promise<SettlementHashes | null>
}

/** Shows how a member's earning was computed. Refuses `notFound`. */
export async function passportOf(
  context: PassportContext,
  memberId: string,
  id: string,
): Promise<Passport> {
  const named = readEarningId(id)
  if (!named) return refuse('notFound')
  const { kind, period } = named
  const facts = await context.explain[kind](context.database, memberId, period)
  if (!facts) return refuse('notFound')
  const settlementId = settlementIdOf(period)
  const paid = { kind: transferKindOf[kind], settlementId, owner: memberId }
  const transfers = await settledTransfers(context.database, paid)
  return {
    id,
    kind,
    period,
    cutoffAt: cutoffOf(period).toISOString(),
    amount: formatAmount(facts.amount),
    pool: facts.pool,
    ruleVersion: facts.ruleVersion,
    sources: facts.sources && presentBySource(facts.sources),
    settlementId,
    hashes: await context.hashesOf(context.database, period),
    parts: facts.parts,
    transfers: transfers.map(row => ({
      id: wireIdOf('trf', row.id),
      at: row.postedAt.toISOString(),
      amount: formatAmount(row.amount),
    })),
  }
}

/** The passport's name of a member's static pay in a settlement. */
export const staticEarningId = (period: Period): string => earningIdOf('static', period)

/** Explains the static pay of a settlement, each line as rule book 2.6 computes it. */
export const explainStatic =
  (rules: { version(database: Database, number: number): Promise<Parameters> }): Explain =>
  async (database, memberId, period) => {
    const round = await findRound(database, period)
    if (!round || round.paidAt === null) return null
    const own = await paidPositions(database, memberId, period)
    if (own.length === 0) return null
    const p = await rules.version(database, round.ruleVersion as number)
    const amount = own.reduce((sum, one) => sum + one.amount, 0n)
    const pool = poolBySource(round)
    const total = {
      positions: `${own.length}`,
      terms: own.map(one => formatAmount(one.amount)).join(' + '),
      amount: formatAmount(amount),
    }
    return {
      pool: 'POOL.static',
      ruleVersion: round.ruleVersion as number,
      amount,
      sources: pool && partOf(amount, pool),
      parts: [
        ofRound(round, p, pool),
        ...own.map(one => ofPosition(one, round, p)),
        ...(own.length > 1 ? [{ subject: 'total', lines: [line('static.total', total)] }] : []),
        ...(hasMoney(pool) ? [ofSources(amount, pool)] : []),
      ],
    }
  }

const line = (rule: Part['lines'][number]['rule'], slots: Record<string, string>) => ({
  rule,
  slots,
})

const hasMoney = (pool: BySource | null): pool is BySource => pool !== null && totalOf(pool) > 0n

/** An amount taken from the pool, by source. */
function sourceSlots(amount: bigint, pool: BySource): Record<string, string> {
  const part = presentBySource(partOf(amount, pool))
  return {
    pool: formatAmount(totalOf(pool)),
    poolIncome: formatAmount(pool.income),
    amount: formatAmount(amount),
    ...part,
  }
}

const ofSources = (amount: bigint, pool: BySource): Part => ({
  subject: 'sources',
  lines: [line('static.ownSources', sourceSlots(amount, pool))],
})

function ofRound(round: RoundRow, p: Parameters, pool: BySource | null): Part {
  return {
    subject: null,
    lines: [
      line('static.released', {
        pool: formatAmount(round.pool as bigint),
        divisor: `${p.staticReleaseDivisor}`,
        released: formatAmount(round.released as bigint),
      }),
      ...(hasMoney(pool)
        ? [line('static.sources', sourceSlots(round.released as bigint, pool))]
        : []),
      line('static.weight', {
        positions: `${round.positions}`,
        weight: formatAmount(round.weight as bigint),
      }),
    ],
  }
}

function ofPosition(position: PaidPosition, round: RoundRow, p: Parameters): Part {
  const [released, all] = [round.released as bigint, round.weight as bigint]
  const share = formatAmount(floorDiv(released * position.weight, all))
  const cap = staticCap(position.openingValue, p)
  const before = position.paidAfter - position.amount
  const left = formatAmount(capLeftOf(position, p))
  return {
    subject: positionId(position.positionId),
    lines: [
      line('static.share', {
        released: formatAmount(released),
        own: formatAmount(position.weight),
        weight: formatAmount(all),
        share,
      }),
      line('static.capLeft', {
        value: formatAmount(position.openingValue),
        multiple: formatAmount(BigInt(p.staticCapBps) * 100n),
        cap: formatAmount(cap),
        before: formatAmount(before),
        left,
      }),
      line('static.pay', { share, left, amount: formatAmount(position.amount) }),
      ...(position.eliminated === null
        ? []
        : [line('static.eliminated', { reason: position.eliminated })]),
    ],
  }
}
