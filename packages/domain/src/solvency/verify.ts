import { type Asset, assets } from '../money/amount.ts'
import { hexOfBytes, type Sha256, SUM_LIMIT } from '../proofs/bytes.ts'
import {
  atOnce,
  type Checker,
  type CheckResult,
  checkInSteps,
  climb,
  type InSteps,
  runCheck,
} from '../proofs/check.ts'
import {
  BALANCE_LIMIT,
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

/**
 * Why a proof can fail, in the order of the checks.
 *
 * - `form`: a field is not a hash or not a whole number.
 * - `session`: the session id is not made of the data published beside it, or is another's: stale.
 * - `published`: the published root is not the hash over its own trees, or its house leaves exceed
 * it.
 * - `sameRoot`: the proof was made for another root than the one in the public list.
 * - `identity`: the leaves were made for another key than the member's own.
 * - `shares`: a tree is missing, or the shares are not four or do not sum to the balance.
 * - `range`: an amount or a sum is negative or too large.
 * - `position`: a leaf is outside its tree, or two shares have one place.
 * - `path`: a leaf does not lead to the published root and total: it is not counted.
 */
export const proofChecks = [
  ...(['form', 'session', 'published', 'sameRoot', 'identity'] as const),
  ...(['shares', 'range', 'position', 'path'] as const),
] as const
export type ProofCheck = (typeof proofChecks)[number]

/** The result; `asset` names the failing tree, if any. */
export type Verdict<Found> =
  | ({ ok: true } & Found)
  | { ok: false; failed: ProofCheck; asset: Asset | null }

type ProofChecker = Checker<ProofCheck, Asset>

/** Micro-units that the trees count as the member's. */
export type ProvenBalances = Readonly<Record<Asset, bigint>>

interface Asked {
  published: PublishedRoot
  proof: SolvencyProof
  publicKey: string
}

/**
 * Checks whether the member is counted, with these balances, in the published totals. Computed from
 * the bytes alone, without trusting the server: docs/solvency-proof.md.
 *
 * @param asked.published from the public list, fetched without a token; otherwise a root could be
 * made for one member alone.
 * @param asked.proof the response to the member's own request.
 * @param asked.publicKey the device's own login key, hex: never the one in the proof.
 */
export const verifyProof = (sha256: Sha256, asked: Asked): Verdict<{ balances: ProvenBalances }> =>
  atOnce(verifyProofInSteps(sha256, asked))

/** The same, with a pause after what is published and after each tree. */
export function* verifyProofInSteps(
  sha256: Sha256,
  { published, proof, publicKey }: Asked,
): InSteps<Verdict<{ balances: ProvenBalances }>> {
  const done = yield* checkInSteps<{ balances: ProvenBalances }, ProofCheck, Asset>(
    function* (checker) {
      verifyPublished(sha256, published, checker)
      yield
      verifySameRoot(published, proof, checker)
      checker.at('identity', proof.publicKey === publicKey)
      const sid = checker.bytes(published.sid)
      const commitment = memberCommitment(
        sha256,
        sid,
        checker.bytes(publicKey),
        checker.bytes(proof.nonce),
      )
      const balanceIn = (asset: Asset): bigint => {
        checker.where = asset
        const tree = proof.trees.find(one => one.asset === asset)
        if (!tree) return checker.fail('shares')
        checker.at('shares', tree.shares.length === SHARES)
        const balance = checker.amount(tree.balance, BALANCE_LIMIT)
        const parts = tree.shares.map(share => checker.amount(share.amount, BALANCE_LIMIT))
        checker.at('shares', parts.reduce((sum, part) => sum + part, 0n) === balance)
        checker.at('position', new Set(tree.shares.map(share => share.position)).size === SHARES)
        for (const [i, share] of tree.shares.entries()) {
          const leaf = { sid, asset, commitment, i, k: SHARES, amount: parts[i] as bigint }
          verifyPath(sha256, published, leaf, share, checker)
        }
        return balance
      }
      const USDT = balanceIn('USDT')
      yield
      return { balances: { USDT, LEAF: balanceIn('LEAF') } }
    },
  )
  return verdictFrom(done)
}

/**
 * Checks that the house accounts are leaves of the published trees, each once and with the amount
 * that is published beside the root. Both responses are public.
 */
export function verifyPlatformProof(
  sha256: Sha256,
  asked: { published: PublishedRoot; proof: SolvencyPlatformProof },
): Verdict<object> {
  const { published, proof } = asked
  return verdictOf(checker => {
    verifyPublished(sha256, published, checker)
    verifySameRoot(published, proof, checker)
    const sid = checker.bytes(published.sid)
    for (const { asset, house } of published.trees) {
      checker.where = asset
      const leaves = proof.trees.find(tree => tree.asset === asset)?.leaves ?? []
      for (const { name, amount } of house) {
        const leaf = leaves.find(one => one.name === name)
        if (leaf?.amount !== amount) return checker.fail('shares')
        const commitment = platformCommitment(sha256, sid, name)
        const parts = {
          sid,
          asset,
          commitment,
          i: 0,
          k: 1,
          amount: checker.amount(amount, BALANCE_LIMIT),
        }
        verifyPath(sha256, published, parts, leaf, checker)
      }
    }
    return {}
  })
}

/**
 * Checks that a list of published roots (newest first, without gaps) is one chain, and the same
 * that was seen before. A platform that gives two sessions two roots is detected when either checks
 * again, or when they compare one root: each contains all before it.
 *
 * @param seen roots by period that this device received earlier.
 * @returns the period where it breaks, or null.
 */
export function brokenChainAt(
  sha256: Sha256,
  newestFirst: readonly PublishedRoot[],
  seen: ReadonlyMap<string, string> = new Map(),
): string | null {
  const broken = newestFirst.find((root, at) => {
    const before = newestFirst[at + 1]
    const known = seen.get(root.period)
    return (
      !verifyRoot(sha256, root).ok ||
      (before !== undefined && root.previous !== before.root) ||
      (known !== undefined && known !== root.root)
    )
  })
  return broken?.period ?? null
}

/** Checks that a published root is the hash of its own parts. */
export const verifyRoot = (sha256: Sha256, published: PublishedRoot): Verdict<object> =>
  verdictOf(checker => {
    verifyPublished(sha256, published, checker)
    return {}
  })

function verifyPublished(sha256: Sha256, published: PublishedRoot, checker: ProofChecker): void {
  const { domain, sequence, takenAt, blockHash, members } = published
  const sid = sessionId(sha256, {
    domain,
    sequence,
    time: Date.parse(takenAt),
    blockHash: blockHash === null ? null : checker.bytes(blockHash),
  })
  checker.at('session', hexOfBytes(sid) === published.sid)
  checker.at('published', published.trees.map(tree => tree.asset).join() === assets.join())
  const trees = published.trees.map(({ asset, root, total, depth }) => ({
    asset,
    root: checker.bytes(root),
    total: checker.amount(total, SUM_LIMIT),
    depth,
  }))
  const root = periodRoot(sha256, sid, checker.bytes(published.previous), members, trees)
  checker.at('published', hexOfBytes(root) === published.root)
  for (const [i, { house }] of published.trees.entries()) {
    const own = house.reduce((sum, { amount }) => sum + checker.amount(amount, BALANCE_LIMIT), 0n)
    checker.at('published', own <= (trees[i]?.total as bigint))
  }
}

function verifySameRoot(
  published: PublishedRoot,
  proof: { period: string; sid: string; root: string },
  checker: ProofChecker,
): void {
  checker.at('session', proof.period === published.period && proof.sid === published.sid)
  checker.at('sameRoot', proof.root === published.root)
}

function verifyPath(
  sha256: Sha256,
  published: PublishedRoot,
  leaf: LeafParts,
  { position, beside }: SolvencyPath,
  checker: ProofChecker,
): void {
  const tree = published.trees.find(one => one.asset === leaf.asset) ?? checker.fail('published')
  const inTree = Number.isInteger(position) && position >= 0 && position < 2 ** tree.depth
  checker.at('position', inTree && beside.length === tree.depth)
  const nodes = beside.map(given => ({
    hash: checker.bytes(given.hash),
    sum: checker.amount(given.sum, SUM_LIMIT),
  }))
  const parent = (left: SumNode, right: SumNode): SumNode => {
    checker.at('range', left.sum + right.sum < SUM_LIMIT)
    return parentOf(sha256, left, right)
  }
  const own = { hash: leafHash(sha256, leaf), sum: leaf.amount }
  const node = climb(own, { position, beside: nodes }, parent)
  checker.at('path', hexOfBytes(node.hash) === tree.root && node.sum === BigInt(tree.total))
}

const verdictOf = <Found extends object>(work: (checker: ProofChecker) => Found): Verdict<Found> =>
  verdictFrom(runCheck(work))

const verdictFrom = <Found extends object>(
  done: CheckResult<Found, ProofCheck, Asset>,
): Verdict<Found> => (done.ok ? done : { ok: false, failed: done.failed, asset: done.where })
