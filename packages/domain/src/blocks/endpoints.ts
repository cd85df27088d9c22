import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant, pageOf, pageQuery, rule, wireId } from '../contract/wire.ts'

/** Most members that one member can block. */
export const MAX_BLOCKS = 500

/** A member whom the caller wants no trades with. Only the nickname is returned. */
export const block = z.object({
  id: wireId('blk'),
  nickname: z.string(),
  blockedAt: instant,
})
export type Block = z.infer<typeof block>

/** Members whom the caller has blocked, the latest first. */
export const blockList = endpoint({
  id: 'blocks.list',
  path: '/api/blocks',
  summary: 'Members whom the caller has blocked, the last one first.',
  query: z.strictObject(pageQuery),
  answer: pageOf(block),
})

/**
 * Blocks the other party of an own trade, or the owner of an order on the market. Members have no
 * public id, so the caller names them by the trade or order. Blocking twice changes nothing.
 */
export const addBlock = endpoint({
  id: 'blocks.add',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/blocks',
  summary: "Block a trade's other party or an order's owner; neither takes the other's orders.",
  body: z.strictObject({
    /** A trade of the caller's, or an order. */
    through: z.union([wireId('trd'), wireId('ord')], rule('id')),
  }),
  answer: block,
  refusals: ['blockOneself', 'tooManyBlocks'],
})

/** Removes a member from the list. Open trades are not affected by either call. */
export const removeBlock = endpoint({
  id: 'blocks.remove',
  act: 'keep',
  stopsAt: 'never',
  method: 'POST',
  path: '/api/blocks/:id/remove',
  summary: 'Unblock a member.',
  params: z.strictObject({ id: wireId('blk') }),
  answer: z.object({ id: wireId('blk') }),
})
