import { collectionStatus, refillList, SCALE } from '@banyan/domain'
import type {
  Collectable,
  CollectionsOf,
  TransfersOfCustody,
  TransfersOut,
} from '../deposits/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { readCursor } from '../platform/http/cursor.ts'
import { operatorRoute } from '../platform/http/route.ts'
import type { Module, Platform } from '../platform/module.ts'
import { openSigner } from '../withdrawals/index.ts'
import { openDriver } from './driver.ts'
import { refillsView } from './refills.ts'
import { collectionsOfIndex, findStatus } from './store.ts'
import { collectionView, presentOfAddress } from './view.ts'

export { checkCollections, collectionNotices } from './check.ts'

const TURN_MS = 5_000

/** What collecting needs of other modules; nulls where no chain is connected. */
interface CollectionDeps {
  transfers: Pick<TransfersOfCustody, 'byId'>
  collectable: Collectable | null
  transfersOut: TransfersOut | null
}

/** What collecting offers to other modules. */
export interface Collection {
  module: Module
  /** True when the signer named this deposit key as one that it holds, or no signer is set. */
  holdsDepositKey(reader: Database | Tx, xpub: string): Promise<boolean>
  /** The last collections from one recharge address. */
  collectionsOf: CollectionsOf
}

/** So many are shown beside a recharge. */
const shownOfAddress = 6

/**
 * Collects USDT from recharge addresses: requests it from the signer, and stores each transaction.
 */
export function openCollection(
  { config, database, logger }: Platform,
  { transfers, collectable, transfersOut }: CollectionDeps,
): Collection {
  const { chain, signer } = config
  const context =
    chain && signer && collectable && transfersOut
      ? {
          database,
          logger,
          signer: openSigner(signer),
          collectable,
          transfersOut,
          own: {
            chainId: chain.chainId,
            hot: chain.addresses.hot,
            cold: chain.addresses.cold,
          },
        }
      : null
  const read = context && chain && { ...context, token: chain }
  return {
    holdsDepositKey: async (reader, xpub) =>
      signer === null || ((await findStatus(reader))?.settings?.xpubs ?? []).includes(xpub),
    collectionsOf: async (reader, index) =>
      (await collectionsOfIndex(reader, index, shownOfAddress)).map(row =>
        presentOfAddress(row, chain?.usdtDecimals ?? SCALE),
      ),
    module: {
      routes: [
        operatorRoute(collectionStatus, ({ query, locale }) =>
          collectionView(database, read, {
            after: readCursor(query.cursor, ['instant', 'integer'], locale),
            limit: query.limit,
          }),
        ),
        operatorRoute(refillList, () => refillsView(database, transfers)),
      ],
      jobs: context
        ? [
            {
              name: 'collection.ask',
              runsIn: 'worker',
              everyMs: TURN_MS,
              run: openDriver(context),
            },
          ]
        : [],
    },
  }
}
