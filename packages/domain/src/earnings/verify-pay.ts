import { floorDiv } from '../money/rounding.ts'
import { hexOfBytes, type Sha256, SUM_LIMIT } from '../proofs/bytes.ts'
import { type Checker, type CheckResult, climb, runCheck } from '../proofs/check.ts'
import type { PayLeaf, PayProof, PublishedPay } from './pay-endpoints.ts'
import {
  type PayNode,
  payLeafNode,
  payParentOf,
  payRoot,
  payRunId,
  positionBytes,
} from './pay-format.ts'

/**
 * Why a proof of static pay can fail, in the order of the checks.
 *
 * - `form`: a field is not a hash or not a whole number.
 * - `run`: the id of the tree is not made of the settlement's hashes, or belongs to another
 * settlement.
 * - `published`: the root is not the hash over its own parts, more was paid than offered, or the
 * weight exceeds the coins.
 * - `sameRoot`: the proof was made for another root than the published one.
 * - `identity`: the leaves were made for another key than the member's own.
 * - `positions`: a position that the member's page shows is not in the tree, or one that it does
 * not show is.
 * - `shown`: D, W, a weight or a pay in the tree differs from the member's page.
 * - `formula`: a pay is not the smaller of floor6(D × w ÷ W) and what the cap had left.
 * - `range`: an amount or a sum is negative or too large.
 * - `place`: a leaf is outside the tree, or two positions have one place.
 * - `path`: a leaf does not lead to the published sums: it is not counted in W.
 */
export const payChecks = [
  ...(['form', 'run', 'published', 'sameRoot', 'identity', 'positions', 'shown'] as const),
  ...(['formula', 'range', 'place', 'path'] as const),
] as const
export type PayCheck = (typeof payChecks)[number]

/** A position as the member's page shows it, micro-units. */
export interface ShownPosition {
  position: string
  weight: bigint
  pay: bigint
  capLeft: bigint
}

/** What the member's page shows of a settlement. */
export interface ShownPay {
  released: bigint
  weight: bigint
  positions: readonly ShownPosition[]
}

type PayChecker = Checker<PayCheck, string>

/**
 * Checks whether the member was paid by the rule, from the published sums. Computed from the bytes
 * alone, without trusting the server: docs/pay-proof.md.
 *
 * @param asked.published fetched without a token; otherwise a root could be made for one member
 * alone.
 * @param asked.publicKey the device's own login key, hex: never the one in the proof.
 * @param asked.shown what the member's page shows; null without a page, as for a saved proof.
 * @returns `where` names the position that fails, if it is one.
 */
export const verifyPay = (
  sha256: Sha256,
  asked: {
    published: PublishedPay
    proof: PayProof
    publicKey: string
    shown: ShownPay | null
  },
): CheckResult<{ paid: bigint }, PayCheck, string> =>
  runCheck(checker => {
    const { published, proof, publicKey, shown } = asked
    const { released, weight } = checkPublished(sha256, published, checker)
    checker.at('run', proof.period === published.period && proof.pid === published.pid)
    checker.at('sameRoot', proof.root === published.root)
    checker.at('identity', proof.publicKey === publicKey)
    checkShown(published, proof, shown, checker)
    checker.at('place', new Set(proof.leaves.map(one => one.place)).size === proof.leaves.length)
    const owner = { pid: checker.bytes(published.pid), publicKey: checker.bytes(publicKey) }
    let paid = 0n
    for (const leaf of proof.leaves) {
      checker.where = leaf.position
      const parts = partsOf(leaf, owner, checker)
      const share = weight === 0n ? 0n : floorDiv(released * parts.weight, weight)
      const capLeft = checker.amount(leaf.capLeft, SUM_LIMIT)
      checker.at('formula', parts.pay === (share < capLeft ? share : capLeft))
      checkPath(sha256, published, leaf, payLeafNode(sha256, parts), checker)
      paid += parts.pay
    }
    checker.where = null
    return { paid }
  })

/** Checks that a published root is the hash of its own parts and that they are plausible. */
export const verifyPayRoot = (
  sha256: Sha256,
  published: PublishedPay,
): CheckResult<object, PayCheck, string> =>
  runCheck((checker: PayChecker) => {
    checkPublished(sha256, published, checker)
    return {}
  })

function checkPublished(sha256: Sha256, published: PublishedPay, checker: PayChecker) {
  const { domain, period, positions, depth } = published
  const [inputHash, resultHash] = [
    checker.bytes(published.inputHash),
    checker.bytes(published.resultHash),
  ]
  const pid = payRunId(sha256, { domain, period, inputHash, resultHash })
  checker.at('run', hexOfBytes(pid) === published.pid)
  const amount = (units: string): bigint => checker.amount(units, SUM_LIMIT)
  const [released, weight] = [amount(published.released), amount(published.weight)]
  const [paid, coins] = [amount(published.paid), amount(published.coins)]
  const tree = checker.bytes(published.tree)
  const computed = payRoot(sha256, { pid, released, weight, paid, coins, positions, tree, depth })
  checker.at('published', hexOfBytes(computed) === published.root)
  checker.at('published', paid <= released && weight <= coins && positions <= 2 ** depth)
  return { released, weight }
}

/** The tree has exactly the positions that the page shows. */
function checkShown(
  published: PublishedPay,
  proof: PayProof,
  shown: ShownPay | null,
  checker: PayChecker,
): void {
  const ids = new Set(proof.leaves.map(leaf => leaf.position))
  checker.at('positions', ids.size === proof.leaves.length)
  if (shown === null) return
  checker.at('positions', ids.size === shown.positions.length)
  checker.at('shown', `${shown.released}` === published.released)
  checker.at('shown', `${shown.weight}` === published.weight)
  const leaves = new Map(proof.leaves.map(leaf => [leaf.position, leaf]))
  for (const { position, weight, pay, capLeft } of shown.positions) {
    checker.where = position
    const leaf = leaves.get(position) ?? checker.fail('positions')
    checker.at('shown', leaf.weight === `${weight}` && leaf.pay === `${pay}`)
    checker.at('shown', leaf.capLeft === `${capLeft}`)
  }
  checker.where = null
}

function partsOf(
  { position, nonce, weight, pay }: PayLeaf,
  owner: { pid: Uint8Array; publicKey: Uint8Array },
  checker: PayChecker,
) {
  checker.at('form', /^pos_[0-9a-f]{32}$/.test(position))
  return {
    ...owner,
    position: positionBytes(position),
    nonce: checker.bytes(nonce),
    weight: checker.amount(weight, SUM_LIMIT),
    pay: checker.amount(pay, SUM_LIMIT),
  }
}

function checkPath(
  sha256: Sha256,
  { tree, weight, paid, depth }: PublishedPay,
  { place: position, beside }: PayLeaf,
  leaf: PayNode,
  checker: PayChecker,
): void {
  const isInTree = Number.isInteger(position) && position >= 0 && position < 2 ** depth
  checker.at('place', isInTree && beside.length === depth)
  const nodes = beside.map(given => ({
    hash: checker.bytes(given.hash),
    weight: checker.amount(given.weight, SUM_LIMIT),
    pay: checker.amount(given.pay, SUM_LIMIT),
  }))
  const parent = (left: PayNode, right: PayNode): PayNode => {
    checker.at('range', left.weight + right.weight < SUM_LIMIT && left.pay + right.pay < SUM_LIMIT)
    return payParentOf(sha256, left, right)
  }
  const top = climb(leaf, { position, beside: nodes }, parent)
  const leadsThere = top.weight === BigInt(weight) && top.pay === BigInt(paid)
  checker.at('path', leadsThere && hexOfBytes(top.hash) === tree)
}
