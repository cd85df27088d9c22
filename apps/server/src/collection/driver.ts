import type { CollectionList, CollectionTransaction } from '@banyan/payouts'
import type { Logger } from 'pino'
import {
  type Collectable,
  type CollectedKeys,
  DepositKeyNotNamed,
  type TransfersOut,
} from '../deposits/index.ts'
import { alone } from '../platform/database/advisory-locks.ts'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { type Signer, SignerAway, SignerRefused } from '../withdrawals/index.ts'
import { isCollection, isOurs, moves, type OwnSettings, requestsOf, stateOf } from './decide.ts'
import * as store from './store.ts'

/** What collecting needs. */
export interface DriverContext {
  database: Database
  logger: Logger
  signer: Signer
  collectable: Collectable
  transfersOut: TransfersOut
  own: OwnSettings
}

/** The number of addresses in one run, and in one request of it. */
const IN_A_RUN = 50
const IN_A_REQUEST = 10

/**
 * Creates the run that collects: it stores what the signer has signed, and requests the fullest
 * recharge addresses. It names indexes and nothing else. One process does this at a time. If the
 * process is killed at any point, the next run continues: the signer decides each step by the chain
 * and its own journal.
 */
export function openDriver(context: DriverContext): () => Promise<void> {
  const run = async (): Promise<void> => {
    try {
      const keys = await context.collectable.keys(context.database)
      const settings = await follow(context, keys)
      if (settings === null) return
      await ask(context, keys, BigInt(settings.least))
      await follow(context, keys)
    } catch (error) {
      if (error instanceof DepositKeyNotNamed)
        return writeStop(context, 'otherSettings', error.message)
      if (!(error instanceof SignerAway || error instanceof SignerRefused)) throw error
      await writeStop(context, stopOf(error), error.message)
    }
  }
  return async () => {
    await alone(context.database, 'collection', run)
  }
}

function stopOf(error: SignerAway | SignerRefused): store.CollectionStop {
  if (!(error instanceof SignerRefused)) return 'signerAway'
  if (error.refused === 'noCollection') return 'notConfigured'
  return error.refused === 'halted' ? 'signerHalted' : 'signerAway'
}

/**
 * Stores everything that the signer has signed and that has not ended; null where its settings are
 * not ours.
 */
async function follow(
  context: DriverContext,
  keys: CollectedKeys,
): Promise<CollectionList['settings'] | null> {
  const { database, signer, own } = context
  let after = await store.placeToAskFrom(database, own.chainId)
  let list = await signer.collections(after)
  // A restored journal counts from an earlier place.
  if (list.total < after) list = await signer.collections(0)
  if (!isOurs(list.settings, { ...own, xpubs: keys.xpubs })) {
    await writeStop(context, 'otherSettings', 'the signer collects by other settings')
    return null
  }
  while (list.items.length > 0) {
    for (const one of list.items) await keep(context, keys, one)
    const behind = (list.items.at(-1)?.place ?? after) + 1
    const next = await store.placeToAskFrom(database, own.chainId, behind)
    // More places than the journal has: they belong to another journal, so nothing is skipped.
    after = next > list.total ? behind : next
    list = await signer.collections(after)
  }
  await writeStop(context, null, 'recharge addresses are collected', list.settings)
  return list.settings
}

/**
 * Stores one transaction, with the state that the watcher has seen. One with another destination is
 * not stored.
 */
async function keep(
  context: DriverContext,
  keys: CollectedKeys,
  reported: CollectionTransaction,
): Promise<void> {
  const { database, transfersOut, own, logger } = context
  if (!isCollection(reported, own, index => keys.of(index).address)) {
    logger.error({ id: reported.id }, 'the signer names a transaction that collects nothing')
    return
  }
  const signed = { ...reported, units: BigInt(reported.units) }
  await inTransaction(database, async tx => {
    const seen = (await transfersOut.of(tx, reported.transactions)).find(one => moves(one, signed))
    const now = stateOf(reported, seen ?? null)
    await store.keepTransaction(tx, own.chainId, { ...signed, ...now })
  })
}

/**
 * Requests the fullest addresses first. Without any address the signer still checks whether the hot
 * wallet is above its cap.
 */
async function ask(
  { database, signer, collectable, own }: DriverContext,
  keys: CollectedKeys,
  least: bigint,
): Promise<void> {
  const readAt = await collectable.readAt(database)
  const without = await store.indexesToLeave(database, own.chainId, readAt)
  const indexes = await collectable.full(database, { least, without, limit: IN_A_RUN })
  for (const { xpub, some } of requestsOf(indexes, keys, IN_A_REQUEST))
    await signer.collect(xpub, some)
}

async function writeStop(
  { database, logger }: DriverContext,
  stop: store.CollectionStop | null,
  reason: string,
  settings: CollectionList['settings'] | null = null,
): Promise<void> {
  const isNew = await inTransaction(database, tx => store.writeStatus(tx, { stop, settings }))
  if (isNew && stop === null) logger.info(reason)
  else if (isNew) logger.warn({ stop, reason }, 'recharge addresses are not collected')
}
