import { closeSync, openSync, writeSync } from 'node:fs'

/** A placement tree in columns, with the outer chains that its rows name. */
export interface GrownTree {
  size: number
  parents: Int32Array
  /** 0 left, 1 right. */
  sides: Uint8Array
  inviters: Int32Array
  depths: Int32Array
  leftChains: Int32Array
  rightChains: Int32Array
  leftTails: Int32Array
  rightTails: Int32Array
}

/** The inviter of the next member, and the side on which the member is placed. */
export type Growth = (idx: number) => { inviter: number; side: 0 | 1 }

/** A deterministic generator of whole numbers (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return (t ^ (t >>> 14)) >>> 0
  }
}

/** Grows a tree by the rule book: each member is placed at the end of an outer line of the inviter. */
export function grow(size: number, growth: Growth): GrownTree {
  const column = () => new Int32Array(size)
  const tree: GrownTree = {
    size,
    parents: column(),
    sides: new Uint8Array(size),
    inviters: column(),
    depths: column(),
    leftChains: column(),
    rightChains: column(),
    leftTails: column(),
    rightTails: column(),
  }
  for (let idx = 1; idx < size; idx++) {
    const { inviter, side } = growth(idx)
    const [own, other] =
      side === 0 ? [tree.leftChains, tree.rightChains] : [tree.rightChains, tree.leftChains]
    const [tails, otherTails] =
      side === 0 ? [tree.leftTails, tree.rightTails] : [tree.rightTails, tree.leftTails]
    const chain = own[inviter] as number
    const parent = tails[chain] as number
    tree.parents[idx] = parent
    tree.sides[idx] = side
    tree.inviters[idx] = inviter
    tree.depths[idx] = (tree.depths[parent] as number) + 1
    own[idx] = chain
    other[idx] = idx
    tails[chain] = idx
    otherTails[idx] = idx
  }
  return tree
}

/** A line of this length to the left of the root; after it, inviters are chosen at random. */
export function lineThenAnybody(line: number, seed: number): Growth {
  const draw = seeded(seed)
  return idx =>
    idx <= line ? { inviter: 0, side: 0 } : { inviter: draw() % idx, side: (draw() & 1) as 0 | 1 }
}

/** Every member invites two: the flattest tree possible. */
export const bush: Growth = idx => ({ inviter: (idx - 1) >> 1, side: ((idx - 1) & 1) as 0 | 1 })
/** All members in one line. */
export const chain: Growth = () => ({ inviter: 0, side: 0 })

/** The member ID of a node in the rows of the benchmark. */
export const memberOf = (idx: number): string =>
  `01900000-0000-7000-8000-${idx.toString(16).padStart(12, '0')}`

const BLOCK = 50_000

/** Writes rows of a table for COPY in blocks. */
export function writeRows(path: string, count: number, row: (i: number) => string | null): void {
  const file = openSync(path, 'w', 0o644)
  for (let from = 0; from < count; from += BLOCK) {
    let text = ''
    for (let i = from; i < Math.min(from + BLOCK, count); i++) {
      const line = row(i)
      if (line !== null) text += `${line}\n`
    }
    writeSync(file, text)
  }
  closeSync(file)
}

const sideNames = ['left', 'right'] as const

/** A row of `placement`. */
export function placementRow(tree: GrownTree, idx: number, finalAt: string): string {
  const at = <K extends 'depths' | 'leftChains' | 'rightChains' | 'inviters' | 'parents'>(
    name: K,
  ) => tree[name][idx]
  const isRoot = idx === 0
  return [
    idx,
    memberOf(idx),
    isRoot ? '\\N' : at('parents'),
    isRoot ? '\\N' : sideNames[tree.sides[idx] as 0 | 1],
    at('depths'),
    at('leftChains'),
    at('rightChains'),
    isRoot ? '\\N' : at('inviters'),
    'f',
    '\\N',
    finalAt,
  ].join('\t')
}
