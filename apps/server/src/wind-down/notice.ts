import { windDownMachine } from '@banyan/domain'
import { type Parameters, windDownAt } from '@banyan/economy'
import { holdLock } from '../platform/database/advisory-locks.ts'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import * as store from './store.ts'

const DAY_MS = 86_400_000

type InBothLanguages = { zh: string; en: string }

/** A wind-down as one operator proposes it. */
export interface ProposedWindDown {
  /** The public reason. */
  notice: InBothLanguages
  /**
   * The most that OPS keeps for the costs of the last days, micro-USDT, and the reason for the
   * amount.
   */
  costs: bigint
  evidence: string
  operatorId: string
}

/** Proposes a wind-down; returns its id. Refuses `windDownStands`. */
export async function proposeWindDown(tx: Tx, proposed: ProposedWindDown): Promise<string> {
  const { notice, costs, evidence, operatorId } = proposed
  const id = newUuid()
  const isAlone = await store.insertWindDown(tx, {
    id,
    costs,
    evidence,
    noticeZh: notice.zh,
    noticeEn: notice.en,
    proposedBy: operatorId,
    proposedAt: await systemNow(tx),
  })
  return isAlone ? id : refuse('windDownStands')
}

/**
 * The second person's approval: the notice begins, and the calls that it stops are refused. Refuses
 * `secondPersonNeeded`.
 */
export async function announceWindDown(
  tx: Tx,
  parameters: (tx: Tx) => Promise<Parameters>,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<void> {
  // Calls that have begun finish first.
  await holdLock(tx, 'windDown')
  const row = await store.lockWindDown(tx, id)
  if (row.proposedBy === operatorId) refuse('secondPersonNeeded')
  const p = await parameters(tx)
  const announcedAt = await systemNow(tx)
  await store.saveWindDown(tx, id, {
    state: 'announced',
    approvedBy: operatorId,
    announcedAt,
    ruleVersion: p.version,
    dueAt: windDownAt(announcedAt, p),
    heldFrom: new Date(announcedAt.getTime() - p.windDownHeldDays * DAY_MS),
  })
  await notifyEverybody(tx)
}

/**
 * Ends a proposal that was refused or withdrawn before the announcement; another one can be made.
 */
export const dropWindDown = (tx: Tx, id: string): Promise<void> =>
  store.saveWindDown(tx, id, { state: 'dropped' })

/**
 * Proposes to cancel the announced wind-down; returns the proposal's id. Refuses
 * `windDownNotRunning`.
 */
export async function proposeCancellation(
  tx: Tx,
  { why, operatorId }: { why: InBothLanguages; operatorId: string },
): Promise<string> {
  const live = await store.liveWindDown(tx)
  if (!live || !(await isInNotice(tx, live))) return refuse('windDownNotRunning')
  const id = newUuid()
  await store.insertCancellation(tx, {
    id,
    windDownId: live.id,
    whyZh: why.zh,
    whyEn: why.en,
    proposedBy: operatorId,
    proposedAt: await systemNow(tx),
  })
  return id
}

/**
 * The second person's approval: nothing is stopped any more. Refuses `secondPersonNeeded`,
 * `windDownNotRunning`.
 */
export async function cancelWindDown(
  tx: Tx,
  { id, operatorId }: { id: string; operatorId: string },
): Promise<void> {
  await holdLock(tx, 'windDown')
  const cancellation = await store.lockCancellation(tx, id)
  if (cancellation.proposedBy === operatorId) refuse('secondPersonNeeded')
  const row = await store.lockWindDown(tx, cancellation.windDownId)
  if (!(await isInNotice(tx, row))) refuse('windDownNotRunning')
  const approvedAt = await systemNow(tx)
  await store.saveCancelled(tx, id, { approvedBy: operatorId, approvedAt })
  await store.saveWindDown(tx, row.id, { state: 'cancelled' })
  await notifyEverybody(tx)
}

/** Once the notice has ended nobody can cancel it, also in the moments before its first step. */
async function isInNotice(tx: Tx, { state, dueAt }: store.WindDownRow): Promise<boolean> {
  if (state === 'proposed' || state === 'dropped' || dueAt === null) return false
  return (
    windDownMachine.step(state, 'cancel', 'operators') !== null && (await systemNow(tx)) < dueAt
  )
}

/** The notice is on every page. */
export const notifyEverybody = (tx: Tx): Promise<void> =>
  announce(tx, [{ memberId: null, topic: 'wallets', subject: null }])
