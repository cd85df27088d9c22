import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { announce } from '../platform/outbox/announce.ts'
import { refuse } from '../platform/refused.ts'
import { recordFirstKey } from './addresses.ts'
import type { DepositKeys } from './deposit-keys.ts'
import * as store from './key-store.ts'

/** What changing the deposit key needs. */
export interface KeyChangeContext {
  /** The keys of the settings; null where no chain is connected. */
  keys: DepositKeys | null
  /** True when the signer holds the private half of this key, or no signer is set. */
  holdsDepositKey(reader: Tx, xpub: string): Promise<boolean>
}

/** How two operators change the key that new recharge addresses come from. */
export interface DepositKeyChanges {
  /**
   * Proposes a key that the settings name and returns the id of the proposal. Nothing changes
   * before another person approves it. Throws `depositsNotOffered`, `depositKeyProposed`,
   * `depositKeyUsed` and what an approval throws.
   */
  propose(
    tx: Tx,
    asked: { xpub: string; why: { zh: string; en: string }; operatorId: string },
  ): Promise<string>
  /**
   * Approves a change by a second person: from now on every member is shown an address of the new
   * key. Throws `notFound`, `stale`, `secondPersonNeeded`, `depositKeyNotNamed`,
   * `depositKeyNotHeld` and `depositAddressUnverified`.
   */
  approve(tx: Tx, approval: { id: string; operatorId: string }): Promise<void>
  drop(tx: Tx, id: string): Promise<void>
  /** The changes proposed under these ids, with the key that each replaces. */
  changes(reader: Database | Tx, ids: readonly string[]): Promise<KeyChange[]>
}

/** A change of the deposit key as shown to operators. */
export interface KeyChange {
  id: string
  xpub: string
  /** The key in use before it. */
  replaces: string
  why: { zh: string; en: string }
  /** Its generation; null until it is approved. */
  generation: number | null
}

export const openKeyChanges = (context: KeyChangeContext): DepositKeyChanges => ({
  propose: async (tx, { xpub, why, operatorId }) => {
    await store.lockAddresses(tx)
    if ((await store.keyStatus(tx, xpub)) === 'used') refuse('depositKeyUsed')
    if (await store.hasOpenChange(tx)) refuse('depositKeyProposed')
    const keys = await refuseUnready(context, tx, xpub)
    if (keys.first === xpub && (await store.generationsOf(tx)).length === 0)
      refuse('depositKeyUsed')
    const id = newUuid()
    const proposed = { proposedBy: operatorId, proposedAt: await systemNow(tx) }
    await store.insertChange(tx, { id, xpub, whyZh: why.zh, whyEn: why.en, ...proposed })
    return id
  },
  approve: async (tx, { id, operatorId }) => {
    await store.lockAddresses(tx)
    const asked = await lockOpen(tx, id)
    if (asked.proposedBy === operatorId) refuse('secondPersonNeeded')
    const keys = await refuseUnready(context, tx, asked.xpub)
    if (!(await recordFirstKey(tx, keys))) refuse('depositAddressUnverified')
    const last = (await store.generationsOf(tx)).at(-1)
    await store.endChange(tx, id, {
      number: (last?.number ?? 0) + 1,
      firstIndex: await store.nextIndex(tx),
      since: await systemNow(tx),
      approvedBy: operatorId,
    })
    await announce(tx, [{ memberId: null, topic: 'deposits', subject: null }])
  },
  drop: async (tx, id) => {
    await lockOpen(tx, id)
    await store.endChange(tx, id, { droppedAt: await systemNow(tx) })
  },
  changes: (reader, ids) => changesOf(context, reader, ids),
})

async function lockOpen(tx: Tx, id: string): Promise<store.DepositKeyRow> {
  const asked = await store.lockChange(tx, id)
  if (!asked) return refuse('notFound')
  if (asked.number !== null || asked.droppedAt !== null) refuse('stale')
  return asked
}

/** Refuses a key whose addresses this server does not derive, or that nobody could collect from. */
async function refuseUnready(
  { keys, holdsDepositKey }: KeyChangeContext,
  tx: Tx,
  xpub: string,
): Promise<DepositKeys> {
  if (keys === null) return refuse('depositsNotOffered')
  if (!keys.names(xpub)) refuse('depositKeyNotNamed')
  if (!(await holdsDepositKey(tx, xpub))) refuse('depositKeyNotHeld')
  return keys
}

async function changesOf(
  { keys }: KeyChangeContext,
  reader: Database | Tx,
  ids: readonly string[],
): Promise<KeyChange[]> {
  const generations = await store.generationsOf(reader)
  const rows = await store.findChanges(reader, ids)
  return rows.map(({ id, xpub, number, whyZh, whyEn }) => {
    const before = generations.findLast(one => number === null || one.number < number)
    return {
      id,
      xpub,
      generation: number,
      replaces: before?.xpub ?? keys?.first ?? '',
      why: { zh: whyZh ?? '', en: whyEn ?? '' },
    }
  })
}

/** A new deposit key, for every member who was shown an address of an earlier one. */
export interface KeyNews {
  /** Identifies the key for ever. */
  key: string
  at: Date
  members(tx: Tx, after: string | null, limit: number): Promise<string[]>
}

/** Changes of deposit keys since a time, of which members are notified. */
export const keyNews = async (reader: Database, since: Date): Promise<KeyNews[]> =>
  (await store.approvedSince(reader, since)).flatMap(({ id, since: at, firstIndex }) =>
    at === null || firstIndex === null
      ? []
      : [
          {
            key: `deposit-key:${id}`,
            at,
            members: (tx: Tx, after: string | null, limit: number) =>
              store.membersBefore(tx, firstIndex, { after, limit }),
          },
        ],
  )
