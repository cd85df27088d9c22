import { PICTURE_NEEDED_DAYS } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { tradeEnds } from './trade-facts.ts'

/** The trades that pictures were shown in, by their numbers, and until when each needs its pictures. */
export async function neededForTrades(
  otc: { tradeEnds: typeof tradeEnds },
  reader: Database | Tx,
  use: 'trade' | 'chat',
  shown: readonly { uploadId: string; tradeId: string }[],
) {
  const ends = await otc.tradeEnds(
    reader,
    shown.map(({ tradeId }) => tradeId),
  )
  return shown.map(({ uploadId, tradeId }) => {
    const { matchingId, closedAt } = ends.get(tradeId) ?? { matchingId: null, closedAt: null }
    return { uploadId, use, number: matchingId, neededUntil: neededUntil(closedAt) }
  })
}

/** Until when a trade needs the pictures of its evidence and its chat. */
const neededUntil = (closedAt: Date | null): Date | 'open' =>
  closedAt === null ? 'open' : new Date(closedAt.getTime() + PICTURE_NEEDED_DAYS * 86_400_000)
