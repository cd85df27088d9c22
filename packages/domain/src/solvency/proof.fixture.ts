import { type Asset, assets } from '../money/amount.ts'
import { bytesOfHex, hexOfBytes, type Sha256 } from '../proofs/bytes.ts'
import {
  type LeafParts,
  leafHash,
  memberCommitment,
  parentOf,
  periodRoot,
  platformCommitment,
  SHARES,
  type SumNode,
  sessionId,
} from './format.ts'
import type {
  PublishedRoot,
  SolvencyPath,
  SolvencyPlatformProof,
  SolvencyProof,
} from './proof-endpoints.ts'

/** A member of a test platform: login key in hex, micro-units. */
export interface SampleMember {
  publicKey: string
  balances: Record<Asset, bigint>
}

/** A platform small enough to build in the simple way: every tree whole, in memory. */
export interface SamplePlatform {
  published: PublishedRoot
  house: SolvencyPlatformProof
  proofOf(member: SampleMember): SolvencyProof
}

/** What a dishonest platform does differently from an honest one. */
export interface Tricks {
  period?: string
  previous?: string
  /** Leaves a member out of the trees. */
  omit?: SampleMember
  /** Changes leaves before the trees are built; the proofs keep the unchanged leaves. */
  leaf?: (leaf: LeafParts, of: SampleMember | null) => LeafParts
  /** How a balance is divided. */
  cut?: (balance: bigint) => bigint[]
}

const domain = 'https://banyan.example'
const platformAmounts = { USDT: { RESERVE: 5_000_000n, OPS: 7n }, LEAF: { SEED: 100_000_000n } }

/**
 * Publishes what a platform owes to these members, and returns everyone's leaves. The caller
 * provides the hash function: browsers' code and the server's programs use different ones.
 */
export function samplePlatform(
  sha256: Sha256,
  members: readonly SampleMember[],
  tricks: Tricks = {},
): SamplePlatform {
  const { period = '2026-03-02', previous = '0'.repeat(64), cut = evenCut } = tricks
  const takenAt = `${period}T16:00:05.000Z`
  const parts = { domain, sequence: 4711, time: Date.parse(takenAt), blockHash: null }
  const sid = sessionId(sha256, parts)
  const nonceOf = (member: SampleMember): Uint8Array =>
    sha256(Uint8Array.of(...sid, ...bytesOfHex(member.publicKey)))
  const leavesOf = (member: SampleMember, asset: Asset): LeafParts[] => {
    const key = bytesOfHex(member.publicKey)
    const commitment = memberCommitment(sha256, sid, key, nonceOf(member))
    return cut(member.balances[asset]).map((amount, i) => ({
      sid,
      asset,
      commitment,
      i,
      k: SHARES,
      amount,
    }))
  }
  const platformLeaf = (asset: Asset, name: string, amount: bigint): LeafParts => ({
    sid,
    asset,
    commitment: platformCommitment(sha256, sid, name),
    i: 0,
    k: 1,
    amount,
  })
  const counted = members.filter(member => member !== tricks.omit)
  const { leaf: changed = (leaf: LeafParts) => leaf } = tricks
  const trees = assets.map(asset => {
    const own = Object.entries(platformAmounts[asset])
    const leaves = [
      ...own.map(([name, amount]) => changed(platformLeaf(asset, name, amount), null)),
      ...counted.flatMap(member => leavesOf(member, asset).map(leaf => changed(leaf, member))),
    ]
    return { asset, own, levels: levelsOf(sha256, leaves, sid, asset) }
  })
  const roots = trees.map(({ asset, levels }) => {
    const [root] = levels.at(-1) as [SumNode]
    return { asset, root: root.hash, total: root.sum, depth: levels.length - 1 }
  })
  const root = periodRoot(sha256, sid, bytesOfHex(previous), members.length, roots)
  const about = { period, sid: hexOfBytes(sid), root: hexOfBytes(root) }
  return {
    published: {
      ...about,
      domain,
      sequence: parts.sequence,
      takenAt,
      block: null,
      blockHash: null,
      previous,
      members: members.length,
      provable: true,
      trees: roots.map(({ asset, root, total, depth }, i) => ({
        asset,
        root: hexOfBytes(root),
        total: `${total}`,
        depth,
        house: (trees[i]?.own ?? []).map(([name, amount]) => ({
          name: name as 'RESERVE',
          amount: `${amount}`,
        })),
      })),
    },
    house: {
      ...about,
      trees: trees.map(({ asset, own, levels }) => ({
        asset,
        leaves: own.map(([name, amount]) => ({
          name: name as 'RESERVE',
          ...pathOf(sha256, levels, platformLeaf(asset, name, amount)),
        })),
      })),
    },
    proofOf: member => ({
      ...about,
      nonce: hexOfBytes(nonceOf(member)),
      publicKey: member.publicKey,
      trees: trees.map(({ asset, levels }) => ({
        asset,
        balance: `${member.balances[asset]}`,
        shares: leavesOf(member, asset).map(leaf =>
          pathOf(sha256, levels, leaf, changed(leaf, member)),
        ),
      })),
    }),
  }
}

const evenCut = (balance: bigint): bigint[] => {
  const part = balance / BigInt(SHARES)
  return [part, part, part, balance - 3n * part]
}

function levelsOf(
  sha256: Sha256,
  leaves: readonly LeafParts[],
  sid: Uint8Array,
  asset: Asset,
): SumNode[][] {
  const pad = (n: number): LeafParts => ({
    sid,
    asset,
    i: n % SHARES,
    k: SHARES,
    amount: 0n,
    commitment: sha256(new TextEncoder().encode(`pad ${n}`)),
  })
  const width = 2 ** Math.ceil(Math.log2(Math.max(1, leaves.length)))
  const all = [...leaves, ...Array.from({ length: width - leaves.length }, (_, n) => pad(n))]
  const nodes = all.map(leaf => ({ hash: leafHash(sha256, leaf), sum: leaf.amount }))
  nodes.sort((a, b) => (hexOfBytes(a.hash) < hexOfBytes(b.hash) ? -1 : 1))
  const levels: SumNode[][] = [nodes]
  for (let row = nodes; row.length > 1; levels.push(row)) {
    const below = row
    row = Array.from({ length: below.length / 2 }, (_, at) =>
      parentOf(sha256, below[at * 2] as SumNode, below[at * 2 + 1] as SumNode),
    )
  }
  return levels
}

/** The path of a leaf, or of its replacement in the tree. */
function pathOf(
  sha256: Sha256,
  levels: readonly SumNode[][],
  leaf: LeafParts,
  counted = leaf,
): SolvencyPath {
  const hash = hexOfBytes(leafHash(sha256, counted))
  const index = levels[0]?.findIndex(node => hexOfBytes(node.hash) === hash) ?? -1
  const position = index < 0 ? leaf.i : index
  return {
    amount: `${leaf.amount}`,
    position,
    beside: levels.slice(0, -1).map((row, level) => {
      const { hash, sum } = row[(position >> level) ^ 1] as SumNode
      return { hash: hexOfBytes(hash), sum: `${sum}` }
    }),
  }
}
