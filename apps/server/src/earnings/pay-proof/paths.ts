import type { PayLeaf, PayLeafParts } from '@banyan/domain'
import type { Database } from '../../platform/database/connect.ts'
import type { Sealing } from '../../platform/sealing.ts'
import {
  groupAround,
  hashOfNode,
  numbersPacked,
  sumsOfNode,
  wayUp,
} from '../../platform/sum-tree.ts'
import { positionId } from '../present.ts'
import { leafParts, nonceAt, noncesFrom, type PayKeys, packedLeaf, payTree } from './leaves.ts'
import { keysOf } from './publish.ts'
import {
  blockNodes,
  findTree,
  leavesAround,
  type NumberedPosition,
  numbersOf,
  type PayRootRow,
  positionsNumbered,
} from './store.ts'

/** An own position of a settlement, and what its cap had left before. */
export interface OwnPosition {
  positionId: string
  capLeft: bigint
}

/** The paths of own positions of a published settlement. */
export async function pathsOf(
  { database, sealing }: { database: Database; sealing: Sealing },
  root: PayRootRow,
  own: readonly OwnPosition[],
): Promise<PayLeaf[]> {
  const { period, depth } = root
  const row = await findTree(database, period)
  if (!row) throw new Error(`the tree of ${period} is not kept`)
  const keys = keysOf(sealing, row, root)
  const numbers = await numbersOf(
    database,
    period,
    own.map(one => one.positionId),
  )
  const positions = await positionsNumbered(database, period, numbers)
  const leaves = numbers.map(number => leafOf(keys, number, positions.get(number)))
  const places = await Promise.all(
    leaves.map((leaf, n) => placeOf(database, root, numbers[n] as number, leaf)),
  )
  const beside = places.flatMap(place => place.around)
  const others = await positionsNumbered(
    database,
    period,
    beside.filter(number => number < root.positions),
  )
  const tops = await blockNodes(database, period)
  return places.map(({ around, ...place }, n) => {
    const group = around.map(number => packedLeaf(leafOf(keys, number, others.get(number))))
    const way = wayUp(payTree, depth, { ...place, group: Buffer.concat(group), tops })
    return present(own[n] as OwnPosition, leaves[n] as PayLeafParts, way)
  })
}

function leafOf(keys: PayKeys, number: number, of: NumberedPosition | undefined): PayLeafParts {
  const nonce = nonceAt(noncesFrom(keys, number, 1), 0)
  if (!of) return leafParts(keys, nonce)
  const position = Buffer.from(of.position.replaceAll('-', ''), 'hex')
  const { publicKey, weight, pay } = of
  return leafParts(keys, nonce, { publicKey, position, weight, pay })
}

/**
 * The location of a leaf: its block, its index in it, and the numbers of the leaves of its group.
 */
async function placeOf(
  database: Database,
  { period, depth }: PayRootRow,
  number: number,
  leaf: PayLeafParts,
) {
  const row = await leavesAround(database, period, hashOfNode(packedLeaf(leaf)))
  const numbers = numbersPacked(row?.numbers ?? Buffer.alloc(0))
  const at = numbers.indexOf(number)
  if (!row || at < 0) throw new Error(`position ${number} is not in the tree of ${period}`)
  return { block: row.block, at, groups: row.groups, around: groupAround(numbers, at, depth) }
}

const present = (
  { positionId: id, capLeft }: OwnPosition,
  { nonce, weight, pay }: PayLeafParts,
  { position: place, beside }: { position: number; beside: Buffer[] },
): PayLeaf => ({
  position: positionId(id),
  nonce: Buffer.from(nonce).toString('hex'),
  weight: `${weight}`,
  pay: `${pay}`,
  capLeft: `${capLeft}`,
  place,
  beside: beside.map(node => {
    const [weightBeside, payBeside] = sumsOfNode(node)
    const hash = hashOfNode(node).toString('hex')
    return { hash, weight: `${weightBeside}`, pay: `${payBeside}` }
  }),
})
