import { appointAfterHours, appointFrom, roundOf, seatOf } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { inPlatformZone } from '../platform/platform-time.ts'
import { refuse } from '../platform/refused.ts'
import { type LockedCase, loadCase } from './cases.ts'
import type { DeskMember, OtcDeps } from './context.ts'
import { disputeStep } from './dispute-steps.ts'
import {
  type DisputeRow,
  disputeFacts,
  heldSeat,
  insertSeat,
  saveSeat,
  seatBefore,
} from './dispute-store.ts'
import { tradeNews } from './news.ts'
import { nearness, tiesOf } from './ties.ts'

export interface Appointed {
  dispute: DisputeRow
  round: number
  seat: number
  arbitrator: string
}

/**
 * Puts an arbitrator into the seat that a case has waited for, in place of an idle one. Ties that
 * yield also yield here; `never` does not. One administrator may appoint at most one of the two
 * arbitrators who make a ruling. Each failed condition has a refusal of its own.
 */
export async function appoint(
  tx: Tx,
  context: OtcDeps,
  operator: Operator,
  caseId: string,
  request: { arbitrator: string; reason: string },
): Promise<Appointed> {
  const locked = await loadCase(tx, caseId)
  const { dispute, trade, now } = locked
  const seat = seatOf[dispute.state]
  if (seat === null) return refuse('caseMoveNotAllowed')
  await refuseEarly(tx, locked)
  await refuseAppointer(tx, context, operator, locked)
  const { name, operatorId } = await fitFor(tx, context, locked, request.arbitrator)
  const held = await heldSeat(tx, dispute)
  const moved = await disputeStep(tx, dispute, now, {
    event: 'appoint',
    actor: 'administrator',
    operatorId: operator.operatorId,
  })
  if (held) await saveSeat(tx, held.id, { leftAt: now })
  const round = roundOf(dispute.state)
  await insertSeat(tx, {
    id: newUuid(now.getTime()),
    disputeId: dispute.id,
    round,
    seat,
    operatorId,
    takenAt: now,
    appointedBy: operator.operatorId,
  })
  await context.recordAct(tx, operator, {
    action: 'case appoint',
    members: [trade.buyerId, trade.sellerId],
    object: dispute.caseNumber,
    reason: `${name}: ${request.reason}`,
    before: dispute,
    after: moved,
  })
  await announce(tx, tradeNews(trade))
  return { dispute: moved, round, seat, arbitrator: name }
}

async function refuseEarly(tx: Tx, { dispute, now }: LockedCase): Promise<void> {
  const from = appointFrom(await disputeFacts(tx, dispute))
  if (from === null) refuse('caseMoveNotAllowed')
  else if (now < from)
    refuse('caseNotWaiting', { hours: appointAfterHours, from: inPlatformZone(from) })
}

/**
 * Refuses an administrator who has a tie with a party, or who appointed the arbitrator whose
 * opinion this one is compared with.
 */
async function refuseAppointer(
  tx: Tx,
  context: OtcDeps,
  { operatorId, memberId }: Operator,
  { dispute, trade }: LockedCase,
): Promise<void> {
  if (memberId !== null && (await nearness(tx, context, memberId, trade)) !== 'none')
    refuse('appointerHasATie')
  const before = await seatBefore(tx, dispute)
  if (before?.appointedBy === operatorId) refuse('appointedByYou')
}

/** Finds the arbitrator of this name; refuses one who cannot hear the case. */
async function fitFor(
  tx: Tx,
  context: OtcDeps,
  { dispute, trade }: LockedCase,
  name: string,
): Promise<DeskMember> {
  const arbitrator = (await context.arbitrators(tx)).find(one => one.name === name)
  if (!arbitrator) return refuse('arbitratorUnknown', { name })
  const ties = await tiesOf(tx, context, [arbitrator], { trade, disputeId: dispute.id })
  if (ties.get(arbitrator.operatorId) === 'never') refuse('arbitratorHasATie', { name })
  return arbitrator
}
