import { stopsAt } from '@banyan/domain'
import { nextCutoff } from '@banyan/economy'
import { shareLock } from '../platform/database/advisory-locks.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inPlatformZone } from '../platform/platform-time.ts'
import { refuse } from '../platform/refused.ts'
import { liveWindDown } from './store.ts'

type Reader = Database | Tx

/** Refuses a member's call that the wind-down has stopped: `windDownAnnounced`, `windDownClosing`, `platformPaying`, `platformClosed`. */
export async function refuseStopped(reader: Reader, call: string): Promise<void> {
  const live = await liveWindDown(reader)
  if (!live || !stopsAt(call, live.state)) return
  const { state, dueAt } = live
  const data = { state, dueAt: dueAt.toISOString() }
  if (state === 'announced') refuse('windDownAnnounced', { until: inPlatformZone(dueAt) }, data)
  if (state === 'closing') refuse('windDownClosing', {}, data)
  refuse(state === 'paying' ? 'platformPaying' : 'platformClosed', {}, data)
}

/** Whether a call is refused now. Pages ask this, to offer nothing that is refused. */
export async function isStopped(reader: Reader, call: string): Promise<boolean> {
  const live = await liveWindDown(reader)
  return live !== undefined && stopsAt(call, live.state)
}

/**
 * The same in the call's own transaction: either a step of the wind-down waits for the call, or the
 * call is refused.
 */
export async function enterCall(tx: Tx, call: string): Promise<void> {
  await shareLock(tx, 'windDown')
  await refuseStopped(tx, call)
}

/** Whether subscriptions and activations stop before this cut-off. */
export async function investingStops(reader: Reader, cutoff: Date): Promise<boolean> {
  const live = await liveWindDown(reader)
  return live !== undefined && live.announcedAt <= cutoff
}

/**
 * Whether volume stops before this cut-off. The first cut-off after the notice still counts the
 * trades before it. The last settlement pays matches once more: nothing has been traded since the
 * one before, so it brings no volume.
 */
export async function volumeStops(reader: Reader, cutoff: Date): Promise<boolean> {
  const live = await liveWindDown(reader)
  if (!live || cutoff <= nextCutoff(live.announcedAt)) return false
  return live.drainedAt === null || cutoff <= live.drainedAt
}

/** Whether the books have been frozen for good. */
export async function isFrozen(reader: Reader): Promise<boolean> {
  const live = await liveWindDown(reader)
  return live?.state === 'paying' || live?.state === 'closed'
}
