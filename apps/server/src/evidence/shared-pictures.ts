import type { ReuseKind } from '@banyan/domain'
import type { Tx } from '../platform/database/connect.ts'
import type { Reuse } from './store.ts'

type Shown = { tradeId: string; uploadId: string }[]

/**
 * A trade is written down with so many others that show the same: what was shown in hundreds of trades
 * would else cost each new one hundreds of rows.
 */
export const MOST_SHARED = 20

/** The first of the pairs of each trade and kind, as many as are kept. */
export function fewOfEach(reuses: readonly Reuse[]): Reuse[] {
  const counts = new Map<string, number>()
  return reuses.filter(({ tradeId, kind }) => {
    const count = (counts.get(`${tradeId} ${kind}`) ?? 0) + 1
    counts.set(`${tradeId} ${kind}`, count)
    return count <= MOST_SHARED
  })
}

/** Who knows where pictures and files were shown, and which of them are the same or look so. */
export interface PictureKnowledge {
  market: {
    picturesOfTrades(reader: Tx, tradeIds: readonly string[]): Promise<Shown>
    tradesOfPictures(reader: Tx, uploadIds: readonly string[]): Promise<Shown>
  }
  similarPictures(
    reader: Tx,
    uploadIds: readonly string[],
  ): Promise<{ uploadId: string; otherId: string; same: boolean }[]>
  /** Those of these uploads that are videos or documents. */
  filesAmong(reader: Tx, uploadIds: readonly string[]): Promise<ReadonlyMap<string, unknown>>
}

/** Pictures and files of these trades that were shown in other trades too: the same one, or a picture that looks so. */
export async function sharedPictures(
  reader: Tx,
  { market, similarPictures, filesAmong }: PictureKnowledge,
  tradeIds: readonly string[],
): Promise<Reuse[]> {
  if (tradeIds.length === 0) return []
  const own = await market.picturesOfTrades(reader, tradeIds)
  if (own.length === 0) return []
  const ownIds = own.map(one => one.uploadId)
  const pairs = [
    // An upload that is shown in two trades is its own twin.
    ...ownIds.map(uploadId => ({ uploadId, otherId: uploadId, same: true })),
    ...(await similarPictures(reader, ownIds)),
  ]
  const files = await filesAmong(reader, ownIds)
  const kindOf = (uploadId: string, same: boolean): ReuseKind =>
    files.has(uploadId) ? 'file' : same ? 'picture' : 'similar_picture'
  const elsewhere = await market.tradesOfPictures(
    reader,
    pairs.map(pair => pair.otherId),
  )
  return pairs.flatMap(({ uploadId, otherId, same }) =>
    own
      .filter(one => one.uploadId === uploadId)
      .flatMap(({ tradeId }) =>
        elsewhere
          .filter(one => one.uploadId === otherId && one.tradeId !== tradeId)
          .map(other => ({
            tradeId,
            otherTradeId: other.tradeId,
            kind: kindOf(uploadId, same),
          })),
      ),
  )
}
