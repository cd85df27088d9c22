import type { Side } from '@banyan/domain'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newUuid } from '../../platform/ids.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { checkNetwork } from '../check.ts'
import { packNodes } from './blocks.ts'
import { weigher } from './weigh.ts'

let db: Awaited<ReturnType<typeof openTestDatabase>>
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

interface Node {
  parent: number
  side: Side
  leftChain: number
  rightChain: number
  depth: number
  fee: bigint
}

/** The tree as stored in the database, and the ends of its lines. */
const nodes: Node[] = []
const tails = new Map<string, number>()

/** Places a member at the end of an inviter's outer line, by rule book 2.10. */
function place(inviter: number, side: Side, fee: bigint): Node {
  const idx = nodes.length
  const own = nodes[inviter] as Node
  const chain = side === 'left' ? own.leftChain : own.rightChain
  const parent = tails.get(`${side} ${chain}`) ?? chain
  tails.set(`${side} ${chain}`, idx)
  return {
    parent,
    side,
    fee,
    depth: (nodes[parent] as Node).depth + 1,
    leftChain: side === 'left' ? chain : idx,
    rightChain: side === 'right' ? chain : idx,
  }
}

async function grow(choices: readonly { inviter: number; side: Side; fee: bigint }[]) {
  if (nodes.length === 0) {
    nodes.push({ parent: -1, side: 'left', leftChain: 0, rightChain: 0, depth: 0, fee: 0n })
    await sql`insert into placement (idx, member_id, depth, left_chain, right_chain, overdue, final_at)
      values (0, ${newUuid()}, 0, 0, 0, false, now())`.execute(db.database)
  }
  for (const { inviter: any, side, fee } of choices) {
    const inviter = any % nodes.length
    const node = place(inviter, side, fee)
    const idx = nodes.push(node) - 1
    await sql`insert into placement (idx, member_id, parent_idx, side, depth, left_chain, right_chain, inviter_idx, overdue, final_at)
      values (${idx}, ${newUuid()}, ${node.parent}, ${side}, ${node.depth}, ${node.leftChain}, ${node.rightChain}, ${inviter}, false, now())`.execute(
      db.database,
    )
    if (fee > 0n)
      await sql`insert into volume_total (idx, total) values (${idx}, ${fee})`.execute(db.database)
  }
}

/** The region by definition: every node whose path to the root contains the child. */
function regionOf(idx: number, side: Side): { total: bigint; members: number } {
  const region = { total: 0n, members: 0 }
  for (let from = 0; from < nodes.length; from++) {
    for (let at = from; at > 0; at = (nodes[at] as Node).parent) {
      const { parent, side: sideOf } = nodes[at] as Node
      if (parent !== idx || sideOf !== side) continue
      region.total += (nodes[from] as Node).fee
      region.members++
    }
  }
  return region
}

const choice = fc.record({
  inviter: fc.nat(10_000),
  side: fc.constantFrom<Side>('left', 'right'),
  fee: fc.oneof(fc.constant(0n), fc.bigInt({ min: 1n, max: 2n ** 40n })),
})

test('regions weigh what their members paid, whatever part of the tree is packed, in blocks of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(choice, { minLength: 1, maxLength: 25 }),
      fc.integer({ min: 1, max: 30 }),
      async (choices, size) => {
        await grow(choices)
        await inTransaction(db.database, tx => packNodes(tx, size))
        const weigh = await inTransaction(db.database, weigher)
        for (let idx = 0; idx < nodes.length; idx++) {
          expect(weigh(idx)).toEqual({
            idx,
            left: regionOf(idx, 'left'),
            right: regionOf(idx, 'right'),
          })
        }
      },
    ),
    // Shrinking would need another tree: placements are final.
    { numRuns: 12, endOnFailure: true },
  )
  const packed = (await checkNetwork(db.database)).filter(one => one.invariant.includes('block'))
  expect(packed).toEqual([])
})
