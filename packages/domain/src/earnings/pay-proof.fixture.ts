import { floorDiv } from '../money/rounding.ts'
import { bytesOfHex, hexOfBytes, type Sha256 } from '../proofs/bytes.ts'
import type { PayProof, PublishedPay } from './pay-endpoints.ts'
import {
  type PayLeafParts,
  type PayNode,
  payLeafNode,
  payParentOf,
  payRoot,
  payRunId,
  positionBytes,
} from './pay-format.ts'
import type { ShownPay } from './verify-pay.ts'

/** A position of a test settlement. Micro-units. */
export interface SamplePosition {
  /** Its id on the wire. */
  id: string
  /** Its owner's login key, hex. */
  owner: string
  weight: bigint
  capLeft: bigint
}

/** A settlement small enough to build its tree in the simple way, whole and in memory. */
export interface SamplePay {
  published: PublishedPay
  proofOf(owner: string): PayProof
  /** What a member's page shows. */
  shownTo(owner: string): ShownPay
}

/** What a dishonest platform does differently from an honest one. */
export interface PayTricks {
  period?: string
  /** Leaves a position out of the tree; its owner is still shown it. */
  omit?: SamplePosition
  /** Changes leaves before the tree is built; the proofs keep the unchanged values. */
  leaf?: (leaf: PayLeafParts, of: SamplePosition) => PayLeafParts
  /** Changes what is published; the root is the hash over it. */
  publish?: Partial<Pick<PayAmounts, 'released' | 'weight' | 'paid' | 'coins'>>
}

interface PayAmounts {
  released: bigint
  weight: bigint
  paid: bigint
  coins: bigint
}

const hashes = { inputHash: 'ab'.repeat(32), resultHash: 'cd'.repeat(32) }
const domain = 'https://banyan.example'

/** Pays positions by the rule out of a settlement's offer, and publishes it. */
export function samplePay(
  sha256: Sha256,
  positions: readonly SamplePosition[],
  released: bigint,
  tricks: PayTricks = {},
): SamplePay {
  const { period = '2026-03-02', omit, leaf: changed = (leaf: PayLeafParts) => leaf } = tricks
  const pid = payRunId(sha256, {
    domain,
    period,
    inputHash: bytesOfHex(hashes.inputHash),
    resultHash: bytesOfHex(hashes.resultHash),
  })
  const counted = positions.filter(one => one !== omit)
  const weight = tricks.publish?.weight ?? counted.reduce((sum, one) => sum + one.weight, 0n)
  const payOf = (position: SamplePosition): bigint => {
    const share = floorDiv(released * position.weight, weight)
    return share < position.capLeft ? share : position.capLeft
  }
  const leafOf = (of: SamplePosition): PayLeafParts => {
    const position = positionBytes(of.id)
    const nonce = sha256(Uint8Array.of(...pid, ...position))
    const publicKey = bytesOfHex(of.owner)
    return { pid, publicKey, position, nonce, weight: of.weight, pay: payOf(of) }
  }
  const levels = levelsOf(
    sha256,
    counted.map(one => changed(leafOf(one), one)),
    pid,
  )
  const [top] = levels.at(-1) as [PayNode]
  const amounts: PayAmounts = {
    released,
    weight: top.weight,
    paid: top.pay,
    coins: top.weight * 2n,
    ...tricks.publish,
  }
  const parts = { positions: counted.length, depth: levels.length - 1 }
  const root = payRoot(sha256, { pid, tree: top.hash, ...amounts, ...parts })
  const about = { period, pid: hexOfBytes(pid), root: hexOfBytes(root) }
  const ownedBy = (owner: string) => positions.filter(one => one.owner === owner)
  const hashOf = (one: SamplePosition): string =>
    hexOfBytes(payLeafNode(sha256, changed(leafOf(one), one)).hash)
  /** The index of a position; for one that was left out, an index that no other of its owner's has. */
  const placeOf = (position: SamplePosition): number => {
    const row = (levels[0] ?? []).map(node => hexOfBytes(node.hash))
    const index = row.indexOf(hashOf(position))
    const taken = ownedBy(position.owner).map(hashOf)
    return index < 0 ? row.findIndex(hash => !taken.includes(hash)) : index
  }
  const pathOf = (position: SamplePosition) => {
    const place = placeOf(position)
    const beside = levels.slice(0, -1).map((row, level) => {
      const node = row[(place >> level) ^ 1] as PayNode
      return { hash: hexOfBytes(node.hash), weight: `${node.weight}`, pay: `${node.pay}` }
    })
    return { place, beside }
  }
  return {
    published: {
      ...about,
      ...hashes,
      ...parts,
      domain,
      tree: hexOfBytes(top.hash),
      released: `${amounts.released}`,
      weight: `${amounts.weight}`,
      paid: `${amounts.paid}`,
      coins: `${amounts.coins}`,
    },
    proofOf: owner => ({
      ...about,
      publicKey: owner,
      leaves: ownedBy(owner).map(position => ({
        position: position.id,
        nonce: hexOfBytes(leafOf(position).nonce),
        weight: `${position.weight}`,
        pay: `${payOf(position)}`,
        capLeft: `${position.capLeft}`,
        ...pathOf(position),
      })),
    }),
    shownTo: owner => ({
      released: amounts.released,
      weight: amounts.weight,
      positions: ownedBy(owner).map(position => ({
        position: position.id,
        weight: position.weight,
        pay: payOf(position),
        capLeft: position.capLeft,
      })),
    }),
  }
}

function levelsOf(sha256: Sha256, leaves: readonly PayLeafParts[], pid: Uint8Array): PayNode[][] {
  const width = 2 ** Math.ceil(Math.log2(Math.max(1, leaves.length)))
  const padding = Array.from({ length: width - leaves.length }, (_, n) => ({
    pid,
    publicKey: new Uint8Array(32),
    position: new Uint8Array(16),
    nonce: sha256(Uint8Array.of(n)),
    weight: 0n,
    pay: 0n,
  }))
  const nodes = [...leaves, ...padding].map(leaf => payLeafNode(sha256, leaf))
  nodes.sort((a, b) => (hexOfBytes(a.hash) < hexOfBytes(b.hash) ? -1 : 1))
  const levels: PayNode[][] = [nodes]
  for (let row = nodes; row.length > 1; levels.push(row)) {
    const below = row
    row = Array.from({ length: below.length / 2 }, (_, at) =>
      payParentOf(sha256, below[at * 2] as PayNode, below[at * 2 + 1] as PayNode),
    )
  }
  return levels
}
