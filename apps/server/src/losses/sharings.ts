import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { insertSharing, lockSharing, updateSharing } from './store.ts'

/** A sharing as one operator proposes it. */
export interface ProposedSharing {
  /** The most that the dynamic pool and all balances bear together, micro-USDT. */
  most: bigint
  /** The public reason. */
  notice: { zh: string; en: string }
  operatorId: string
}

/** The part of the confirmed shortfall that the house accounts would leave, micro-USDT. */
export type Uncovered = (tx: Tx) => Promise<bigint>

/** Refuses `lossCovered` when the house accounts bear all of it. */
async function refuseCovered(tx: Tx, uncovered: Uncovered): Promise<void> {
  if ((await uncovered(tx)) === 0n) refuse('lossCovered')
}

/**
 * Proposes a sharing; returns its id. Refuses `lossCovered`, and `sharingStands` beside another
 * one.
 */
export async function proposeSharing(
  tx: Tx,
  uncovered: Uncovered,
  { most, notice, operatorId }: ProposedSharing,
): Promise<string> {
  await refuseCovered(tx, uncovered)
  const id = newUuid()
  const isAlone = await insertSharing(tx, {
    id,
    most,
    noticeZh: notice.zh,
    noticeEn: notice.en,
    proposedBy: operatorId,
    proposedAt: await systemNow(tx),
  })
  return isAlone ? id : refuse('sharingStands')
}

/**
 * The second person's approval: the notice is published, and the next run carries it out. Refuses
 * `secondPersonNeeded`, and `lossCovered` when the loss has been borne meanwhile.
 */
export async function approveSharing(
  tx: Tx,
  uncovered: Uncovered,
  { sharingId, operatorId }: { sharingId: string; operatorId: string },
): Promise<void> {
  const sharing = await lockSharing(tx, sharingId)
  if (sharing.proposedBy === operatorId) refuse('secondPersonNeeded')
  await refuseCovered(tx, uncovered)
  await updateSharing(tx, sharingId, { approvedBy: operatorId, approvedAt: await systemNow(tx) })
  await announce(tx, [{ memberId: null, topic: 'wallets', subject: null }])
}

/** Ends a proposal that was refused or withdrawn; another one can be made. */
export async function dropSharing(tx: Tx, sharingId: string): Promise<void> {
  await updateSharing(tx, sharingId, { droppedAt: await systemNow(tx) })
}
