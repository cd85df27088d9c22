import { expect, it } from 'vitest'
import type { Tx } from '../platform/database/connect.ts'
import { fewOfEach, MOST_SHARED, sharedPictures } from './shared-pictures.ts'

it('evidence of two trades is named by what it is: the same picture, one that looks so, or the same file', async () => {
  const shown = [
    { tradeId: 'here', uploadId: 'picture' },
    { tradeId: 'here', uploadId: 'film' },
    { tradeId: 'there', uploadId: 'same picture' },
    { tradeId: 'there', uploadId: 'like picture' },
    { tradeId: 'there', uploadId: 'same film' },
  ]
  const shared = await sharedPictures(
    {} as Tx,
    {
      market: {
        picturesOfTrades: async (_, tradeIds) =>
          shown.filter(one => tradeIds.includes(one.tradeId)),
        tradesOfPictures: async (_, ids) => shown.filter(one => ids.includes(one.uploadId)),
      },
      similarPictures: async () => [
        { uploadId: 'picture', otherId: 'same picture', same: true },
        { uploadId: 'picture', otherId: 'like picture', same: false },
        { uploadId: 'film', otherId: 'same film', same: true },
      ],
      filesAmong: async (_, ids) =>
        new Map(ids.filter(id => id.includes('film')).map(id => [id, id])),
    },
    ['here'],
  )
  const kinds = ['picture', 'similar_picture', 'file']
  expect(shared).toEqual(kinds.map(kind => ({ tradeId: 'here', otherTradeId: 'there', kind })))
})

it('a trade is written down with few of many others, by each kind, the first of them', () => {
  const many = Array.from({ length: 500 }, (_, n) => n)
  const pairs = (tradeId: string, kind: 'hash' | 'picture') =>
    many.map(n => ({ tradeId, otherTradeId: `${n}`, kind }))
  const kept = fewOfEach([...pairs('a', 'hash'), ...pairs('b', 'hash'), ...pairs('a', 'picture')])
  expect(kept).toHaveLength(3 * MOST_SHARED)
  expect(kept.slice(0, MOST_SHARED)).toEqual(pairs('a', 'hash').slice(0, MOST_SHARED))
})
