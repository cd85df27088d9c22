import { type PositionEvent, positionMachine } from '@banyan/domain'
import { type Parameters, reinvestmentKind } from '@banyan/economy'
import type { Ledger } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { decideActivation, movesOf } from './decide.ts'
import * as store from './position-store.ts'
import { activationOf, unlockOf } from './postings.ts'
import { positionId, presentPosition } from './present.ts'
import { reopenCited } from './prompt-store.ts'
import { cite } from './prompts.ts'

type WirePosition = ReturnType<typeof presentPosition>

/**
 * Locks coins at once for a position that the next settlement opens. Refuses `activationTooSmall`,
 * `insufficientBalance`, `promptNotOpen`; `keyReused` for a key that made another position longer
 * ago than keys are remembered.
 */
export async function activate(
  { ledger, p }: { ledger: Ledger; p: Parameters },
  tx: Tx,
  ask: {
    memberId: string
    quantity: bigint
    promptId: string | null
    key: string
  },
): Promise<WirePosition> {
  const { memberId, quantity, key } = ask
  await store.lockRoundShared(tx)
  const now = await systemNow(tx)
  decideActivation(quantity, p)
  if (await store.keyIsUsed(tx, memberId, key)) refuse('keyReused')
  const id = newUuid(now.getTime())
  const citing = { promptId: ask.promptId ?? '', citedBy: positionId(id) }
  const cited = ask.promptId === null ? null : await cite(tx, memberId, citing)
  const kind = cited === null ? null : reinvestmentKind(cited)
  const coins = { id, memberId, quantity, epoch: await ledger.epoch(tx) }
  await ledger.post(tx, [activationOf(coins)])
  await store.insertPosition(tx, {
    ...coins,
    kind,
    askedAt: now,
    state: 'asked',
    idempotencyKey: key,
    ruleVersion: p.version,
  })
  return announceAndPresent(tx, memberId, id, { now, p, wallet: true })
}

/**
 * Frees the coins of a position that no settlement has taken, and opens the prompt again that it
 * cited. Refuses `notFound`; `positionSettling` from its cut-off on; `stale` once it has ended.
 */
export async function cancel(
  { ledger, p }: { ledger: Ledger; p: Parameters },
  tx: Tx,
  memberId: string,
  id: string,
): Promise<WirePosition> {
  const { row, now, to } = await step(p, tx, memberId, id, 'cancel')
  await ledger.post(tx, [unlockOf(row)])
  await store.savePosition(tx, id, { state: to, endReason: 'cancelled', endedAt: now })
  await reopenCited(tx, positionId(id))
  return announceAndPresent(tx, memberId, id, { now, p, wallet: true })
}

/** Asks that the next settlement free the coins after it has paid them. Refuses as `cancel`. */
export async function askUnlock(
  p: Parameters,
  tx: Tx,
  memberId: string,
  id: string,
): Promise<WirePosition> {
  const { now, to } = await step(p, tx, memberId, id, 'askUnlock')
  await store.savePosition(tx, id, { state: to, unlockAskedAt: now })
  return announceAndPresent(tx, memberId, id, { now, p })
}

/** Withdraws the request to unlock, until its cut-off. Refuses as `cancel`. */
export async function keep(
  p: Parameters,
  tx: Tx,
  memberId: string,
  id: string,
): Promise<WirePosition> {
  const { now, to } = await step(p, tx, memberId, id, 'keep')
  await store.savePosition(tx, id, { state: to, unlockAskedAt: null })
  return announceAndPresent(tx, memberId, id, { now, p })
}

/** Locks an own position and determines its next state for an event. */
async function step(p: Parameters, tx: Tx, memberId: string, id: string, event: PositionEvent) {
  await store.lockRoundShared(tx)
  const row = await store.lockPosition(tx, memberId, id)
  const position = row && (await store.findPosition(tx, memberId, id))
  if (!position) return refuse('notFound')
  const now = await systemNow(tx)
  const next = positionMachine.step(position.state, event, 'member')
  if (next && movesOf(position, now).includes(event)) return { row, now, to: next.to }
  const settling = next !== null || position.state === 'opening' || position.state === 'unlocking'
  return refuse(settling ? 'positionSettling' : 'stale', {}, presentPosition(position, now, p))
}

async function announceAndPresent(
  tx: Tx,
  memberId: string,
  id: string,
  { now, p, wallet = false }: { now: Date; p: Parameters; wallet?: boolean },
): Promise<WirePosition> {
  await announce(tx, [
    { memberId, topic: 'earnings', subject: positionId(id) },
    ...(wallet ? [{ memberId, topic: 'wallets' as const, subject: null }] : []),
  ])
  const position = await store.findPosition(tx, memberId, id)
  if (!position) throw new Error(`position ${id} is not there after it was saved`)
  return presentPosition(position, now, p)
}
