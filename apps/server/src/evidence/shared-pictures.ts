import type { Tx } from '../platform/database/connect.ts'
import type { Reuse } from './store.ts'

type Shown = { tradeId: string; uploadId: string }[]

/** Who knows where pictures were shown, and which of them look the same. */
export interface PictureKnowledge {
  market: {
    picturesOfTrades(reader: Tx, tradeIds: readonly string[]): Promise<Shown>
    tradesOfPictures(reader: Tx, uploadIds: readonly string[]): Promise<Shown>
  }
  lookAlikes(
    reader: Tx,
    uploadIds: readonly string[],
  ): Promise<{ uploadId: string; otherId: string; same: boolean }[]>
}

/** Pictures of these trades that were shown in other trades too: the same file, or one that looks the same. */
export async function sharedPictures(
  reader: Tx,
  { market, lookAlikes }: PictureKnowledge,
  tradeIds: readonly string[],
): Promise<Reuse[]> {
  if (tradeIds.length === 0) return []
  const own = await market.picturesOfTrades(reader, tradeIds)
  if (own.length === 0) return []
  const ownIds = own.map(one => one.uploadId)
  const pairs = [
    // An upload that is shown in two trades is its own twin.
    ...ownIds.map(uploadId => ({ uploadId, otherId: uploadId, same: true })),
    ...(await lookAlikes(reader, ownIds)),
  ]
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
            kind: same ? ('picture' as const) : ('similar_picture' as const),
          })),
      ),
  )
}
