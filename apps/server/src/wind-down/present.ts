import {
  type AnswerOf,
  formatAmount,
  type ownWindDown,
  type WindDownView,
  type WindDownWait,
  wireIdOf,
} from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import { settlementOf } from './pay.ts'
import * as store from './store.ts'

type Reader = Database | Tx
type Outcome = NonNullable<WindDownView['outcome']>
type Passport = NonNullable<AnswerOf<typeof ownWindDown>['passport']>

/** The name of a wind-down on the wire. */
const windDownId = (uuid: string): string => wireIdOf('wdn', uuid)
const positionId = (uuid: string): string => wireIdOf('pos', uuid)

/** A wind-down in its public form. */
export async function viewOf(
  reader: Reader,
  row: store.AnnouncedRow,
  facts: { waitsFor: WindDownWait[]; cancellation: store.CancellationRow | undefined },
): Promise<WindDownView> {
  const { cancellation } = facts
  return {
    id: windDownId(row.id),
    state: row.state,
    notice: { zh: row.noticeZh, en: row.noticeEn },
    costs: formatAmount(row.costs),
    evidence: row.evidence,
    announcedAt: row.announcedAt.toISOString(),
    dueAt: row.dueAt.toISOString(),
    heldFrom: row.heldFrom.toISOString(),
    cancelled: cancellation?.approvedAt
      ? {
          at: cancellation.approvedAt.toISOString(),
          why: { zh: cancellation.whyZh, en: cancellation.whyEn },
        }
      : null,
    waitsFor: facts.waitsFor,
    isStopped: row.alarm !== null,
    outcome: await outcomeOf(reader, row.id),
    closedAt: row.closedAt?.toISOString() ?? null,
  }
}

/** Null until two computations agree. */
async function outcomeOf(reader: Reader, id: string): Promise<Outcome | null> {
  const run = await store.findRun(reader, id)
  const outcome = await store.findOutcome(reader, id)
  if (!run || !outcome) return null
  return {
    frozenAt: run.frozenAt.toISOString(),
    inputHash: outcome.inputHash.toString('hex'),
    resultHash: outcome.resultHash.toString('hex'),
    poolStatic: formatAmount(run.poolStatic),
    weight: formatAmount(outcome.weight),
    toReserve: {
      poolStatic: formatAmount(outcome.staticRest),
      poolDynamic: formatAmount(run.poolDynamic),
      income: formatAmount(run.income),
      ops: formatAmount(outcome.opsRest),
    },
    reserve: formatAmount(outcome.paidFrom),
    outstanding: formatAmount(run.outstanding),
    seed: formatAmount(run.seed),
    exitPrice: formatAmount(outcome.exitPrice, 6),
    toRisk: formatAmount(outcome.toRisk),
    risk: formatAmount(outcome.risk),
    riskBy: outcome.riskBy,
    riskWeight: formatAmount(outcome.riskWeight),
    dust: formatAmount(outcome.dust),
    ops: formatAmount(outcome.ops),
    ...(await store.countsOf(reader, id)),
  }
}

/** A member's payment, each part with the figures that it is computed from. */
export async function passportOf(
  reader: Database,
  row: store.AnnouncedRow,
  memberId: string,
): Promise<Passport | null> {
  const run = await store.findRun(reader, row.id)
  const figures = await store.findOutcome(reader, row.id)
  const outcome = await outcomeOf(reader, row.id)
  const holder = await store.holderOf(reader, row.id, memberId)
  if (!run || !figures || !outcome || !holder) return null
  const positions = (await store.positionsOf(reader, row.id, memberId)).map(one => ({
    id: positionId(one.id),
    quantity: one.quantity,
    pay: (run.poolStatic * one.quantity) / figures.weight,
  }))
  const ofCoins = (holder.quantity * figures.exitPrice) / 1_000_000n
  const part = partOf(holder, figures)
  const ofRisk = part === 0n ? 0n : (figures.risk * part) / figures.riskWeight
  const ofStatic = positions.reduce((all, { pay }) => all + pay, 0n)
  const named = { settlement: settlementOf(row), positions: positions.map(({ id }) => id) }
  const lines = await store.linesOf(reader, memberId, named)
  return {
    windDownId: windDownId(row.id),
    positions: positions.map(({ id, quantity, pay }) => ({
      id,
      quantity: formatAmount(quantity),
      pay: formatAmount(pay),
    })),
    coins: {
      quantity: formatAmount(holder.quantity),
      exitPrice: outcome.exitPrice,
      pay: formatAmount(ofCoins),
    },
    risk: {
      leastHeld: formatAmount(holder.leastHeld),
      part: formatAmount(part),
      isInsider: holder.isInsider,
      pay: formatAmount(ofRisk),
    },
    total: formatAmount(ofStatic + ofCoins + ofRisk),
    outcome,
    lines: lines.map(({ transferId, at, amount, kind, asset }) => ({
      transferId,
      at: at.toISOString(),
      amount: formatAmount(amount),
      kind,
      asset,
    })),
  }
}

function partOf(
  holder: { quantity: bigint; leastHeld: bigint; isInsider: boolean },
  { riskBy }: Pick<store.OutcomeRow, 'riskBy'>,
): bigint {
  if (holder.isInsider || riskBy === 'nobody') return 0n
  return riskBy === 'leastHeld' ? holder.leastHeld : holder.quantity
}
