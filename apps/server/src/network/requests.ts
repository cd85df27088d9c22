import {
  type PlacementEvent,
  type PlacementState,
  placementMachine,
  type SideChoice,
} from '@banyan/domain'
import { cutoffOf, periodAt, periodBefore } from '@banyan/economy'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import * as store from './store.ts'

/**
 * Requests a side for an own invitee, or changes the request: a moved request counts from now.
 * Refuses `notFound` for somebody whom the member did not invite, `placementFinal`,
 * `placementSettling`.
 */
export async function requestPlace(
  tx: Tx,
  asked: { inviterId: string; memberId: string; choice: SideChoice },
): Promise<store.InviteeRow> {
  const { row, now } = await openInvitee(tx, asked)
  const event = row.state === 'requested' ? 'move' : 'place'
  const state = stepOf(row.state, event)
  return save(tx, row, { state, choice: asked.choice, requestedAt: now })
}

/** Withdraws a request. Refuses as `requestPlace`; `stale` when there is no request. */
export async function withdrawRequest(
  tx: Tx,
  asked: { inviterId: string; memberId: string },
): Promise<store.InviteeRow> {
  const { row } = await openInvitee(tx, asked)
  if (row.state === 'pending') refuse('stale')
  return save(tx, row, { state: stepOf(row.state, 'withdraw'), choice: null, requestedAt: null })
}

/**
 * Stores the side for overdue invitees. Refuses `placementSettling` while a due run has not read
 * it.
 */
export async function choosePreference(
  tx: Tx,
  asked: { memberId: string; choice: SideChoice },
): Promise<void> {
  await store.lockRoundShared(tx)
  const now = await systemNow(tx)
  if ((await roundOf(tx, now)).unread) refuse('placementSettling')
  await store.savePreference(tx, { ...asked, changedAt: now })
}

/** An invitee who can still be placed by hand, locked. */
async function openInvitee(
  tx: Tx,
  { inviterId, memberId }: { inviterId: string; memberId: string },
): Promise<{ row: store.InviteeRow; now: Date }> {
  await store.lockRoundShared(tx)
  const row = await store.lockInvitee(tx, inviterId, memberId)
  if (!row) return refuse('notFound')
  if (row.state === 'placed') refuse('placementFinal')
  const now = await systemNow(tx)
  if (row.state === 'settling' || belongsToRun(row, await roundOf(tx, now)))
    refuse('placementSettling')
  return { row, now }
}

/** The last cut-off, and whether its run has read its requests. */
interface RoundState {
  cutoff: Date
  unread: boolean
}

/** A platform that was founded after the cut-off has no run for it. */
async function roundOf(reader: store.Reader, now: Date): Promise<RoundState> {
  const period = periodBefore(periodAt(now))
  const cutoff = cutoffOf(period)
  const { foundedAt, closed } = await store.roundsSoFar(reader)
  const due = foundedAt !== null && foundedAt < cutoff
  return { cutoff, unread: due && (closed === null || closed < period) }
}

/**
 * Whether a member belongs to a run that has not taken them yet. Between a cut-off and its run, for
 * moments or the days of an outage, nobody may choose after the fact.
 */
function belongsToRun(
  row: Pick<store.InviteeRow, 'state' | 'requestedAt' | 'dueAt'>,
  { cutoff, unread }: RoundState,
): boolean {
  if (!unread) return false
  if (row.state === 'requested') return row.requestedAt !== null && row.requestedAt < cutoff
  return row.state === 'pending' && row.dueAt !== null && row.dueAt <= cutoff
}

function stepOf(state: PlacementState, event: PlacementEvent): PlacementState {
  const step = placementMachine.step(state, event, 'inviter')
  if (!step) throw new Error(`an inviter cannot ${event} a placement that is ${state}`)
  return step.to
}

async function save(
  tx: Tx,
  row: store.InviteeRow,
  change: store.RequestChange,
): Promise<store.InviteeRow> {
  const saved = await store.saveRequest(tx, row.memberId, change)
  await announce(
    tx,
    [row.inviterId, row.memberId].map(memberId => ({
      memberId,
      topic: 'network' as const,
      subject: null,
    })),
  )
  return saved
}
