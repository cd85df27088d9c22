import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PayLeaf, PayProof } from './pay-endpoints.ts'
import { payLeafNode, payParentOf } from './pay-format.ts'
import { samplePay as made, type PayTricks, type SamplePosition } from './pay-proof.fixture.ts'
import { type ShownPay, verifyPay, verifyPayRoot } from './verify-pay.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const key = (n: number): string => n.toString(16).padStart(64, '0')
const position = (
  n: number,
  owner: number,
  weight: bigint,
  capLeft = 10n ** 12n,
): SamplePosition => ({
  id: `pos_${n.toString(16).padStart(32, '0')}`,
  owner: key(owner),
  weight,
  capLeft,
})
const [ann, ben] = [key(1), key(2)]
const [first, second] = [position(11, 1, 60_000n), position(12, 1, 15_000n)]
const friend = position(21, 2, 300_000n)
const all = [first, second, friend]
const OFFERED = 3_333_333n

const settled = (tricks: PayTricks = {}, positions = all) =>
  made(sha256, positions, OFFERED, tricks)
/** Returns the result of a member's own check of a possibly dishonest settlement. */
function checked(owner: string, tricks: PayTricks = {}, positions = all) {
  const { published, proofOf, shownTo } = settled(tricks, positions)
  const asked = { published, proof: proofOf(owner), publicKey: owner, shown: shownTo(owner) }
  return verifyPay(sha256, asked)
}
/** Returns the result when the response to the member, or what the page shows, is changed. */
function changed(change: (proof: PayProof, leaf: PayLeaf, shown: ShownPay) => void) {
  const { published, proofOf, shownTo } = settled()
  const [proof, shown] = [proofOf(ann), shownTo(ann)]
  change(proof, proof.leaves[0] as PayLeaf, shown)
  return verifyPay(sha256, { published, proof, publicKey: ann, shown })
}
const failed = (check: string, where: string | null = first.id) => ({
  ok: false,
  failed: check,
  where,
})

describe('an honest settlement', () => {
  test('is accepted by everybody who was paid, and by a reader who has only a saved proof', () => {
    expect(checked(ann)).toEqual({ ok: true, paid: 533_333n + 133_333n })
    expect(checked(ben)).toMatchObject({ ok: true })
    const { published, proofOf } = settled()
    const saved = { published, proof: proofOf(ann), publicKey: ann, shown: null }
    expect(verifyPay(sha256, saved)).toMatchObject({ ok: true })
  })

  test('of any positions leads from every leaf to W and the sum paid, which is no more than D', () => {
    const weight = fc.bigInt(1n, 10n ** 15n)
    const cap = fc.oneof(fc.constant(0n), fc.bigInt(0n, 10n ** 15n))
    fc.assert(
      fc.property(fc.array(fc.tuple(weight, cap), { maxLength: 9 }), given => {
        const positions = given.map(([weight, cap], n) => position(n + 1, (n % 3) + 1, weight, cap))
        const { published, proofOf, shownTo } = settled({}, positions)
        expect(verifyPayRoot(sha256, published)).toEqual({ ok: true })
        let paid = 0n
        for (const owner of [1, 2, 3].map(key)) {
          const asked = { published, proof: proofOf(owner), shown: shownTo(owner) }
          const verdict = verifyPay(sha256, { ...asked, publicKey: owner })
          if (!verdict.ok) throw new Error(verdict.failed)
          paid += verdict.paid
        }
        expect(published.paid).toBe(`${paid}`)
        expect(paid <= OFFERED).toBe(true)
      }),
      { numRuns: 30 },
    )
  })
})

describe('a false statement fails the check', () => {
  test('when a position is left out of the tree, or not shown at all', () => {
    expect(checked(ann, { omit: second })).toEqual(failed('path', second.id))
    const kept = { omit: second, publish: { weight: 375_000n, coins: 750_000n } }
    expect(checked(ann, kept)).toEqual(failed('path'))
    expect(checked(ben, kept)).toEqual(failed('path', friend.id))
    expect(changed(proof => Object.assign(proof, { leaves: proof.leaves.slice(1) }))).toEqual(
      failed('positions', null),
    )
    const other = { position: position(99, 1, 1n).id }
    expect(changed((_, leaf) => Object.assign(leaf, other))).toEqual(failed('positions'))
  })

  test("of everybody when a friend's position weighs more in the tree than in W", () => {
    const heavier: PayTricks = {
      leaf: (leaf, of) => (of === friend ? { ...leaf, weight: leaf.weight * 2n } : leaf),
      publish: { weight: 375_000n, coins: 750_000n },
    }
    expect(checked(ann, heavier)).toEqual(failed('path'))
    expect(checked(ben, heavier)).toEqual(failed('path', friend.id))
  })

  test('of everybody when W is larger than what all positions weigh: each would be paid less', () => {
    const larger = { publish: { weight: 400_000n, coins: 750_000n } }
    expect(checked(ann, larger)).toEqual(failed('path'))
    expect(checked(ben, larger)).toEqual(failed('path', friend.id))
  })

  test('when W is more than all coins, whoever has them', () => {
    const invented = position(31, 3, 10n ** 9n)
    const few = { publish: { coins: 1_000_000n } }
    expect(checked(ann, few, [...all, invented])).toEqual(failed('published', null))
  })

  test('when a page shows another pay, weight, W or D than the tree has', () => {
    const unit = (name: 'pay' | 'weight' | 'capLeft') =>
      changed((_, __, { positions }) => {
        const [shown] = positions
        if (shown) shown[name] += 1n
      })
    expect([unit('pay'), unit('weight'), unit('capLeft')]).toEqual([
      failed('shown'),
      failed('shown'),
      failed('shown'),
    ])
    const shown = (other: Partial<ShownPay>) => changed((_, __, page) => Object.assign(page, other))
    expect(shown({ weight: 1n })).toEqual(failed('shown', null))
    expect(shown({ released: 1n })).toEqual(failed('shown', null))
  })

  test("when the tree has another pay than the page, and the proof has the page's", () => {
    const less: PayTricks = {
      leaf: (leaf, of) => (of === first ? { ...leaf, pay: leaf.pay - 1n } : leaf),
    }
    expect(checked(ann, less)).toEqual(failed('path'))
  })

  test('when less is paid than the rule requires, and page and tree agree on it', () => {
    const { published, proofOf, shownTo } = settled()
    const proof = proofOf(ann)
    const shown = shownTo(ann)
    for (const page of shown.positions) page.pay -= 1n
    for (const leaf of proof.leaves) leaf.pay = `${BigInt(leaf.pay) - 1n}`
    const asked = { published, proof, publicKey: ann, shown }
    expect(verifyPay(sha256, asked)).toEqual(failed('formula'))
  })

  test('when more is paid than was offered', () => {
    expect(checked(ann, { publish: { paid: OFFERED + 1n } })).toEqual(failed('published', null))
  })

  test('when the proof belongs to another root than the published one, or to another settlement', () => {
    const alone = settled({ omit: friend })
    const asked = { proof: alone.proofOf(ann), publicKey: ann, shown: alone.shownTo(ann) }
    expect(verifyPay(sha256, { ...asked, published: settled().published })).toEqual(
      failed('sameRoot', null),
    )
    const other = settled({ period: '2026-03-03' }).published
    const { proofOf, shownTo } = settled()
    const stale = { published: other, publicKey: ann, shown: shownTo(ann) }
    expect(verifyPay(sha256, { ...stale, proof: proofOf(ann) })).toEqual(failed('run', null))
    const { period, pid, root } = other
    const renamed = { ...proofOf(ann), period, pid, root }
    expect(verifyPay(sha256, { ...stale, proof: renamed })).toEqual(failed('path'))
  })

  test("when another member's leaf is shown, under their key or under the own", () => {
    const twin = position(22, 2, 60_000n)
    const { published, proofOf, shownTo } = settled({}, [first, twin])
    const hers = proofOf(ann)
    const asked = { published, publicKey: ben, shown: null }
    expect(verifyPay(sha256, { ...asked, proof: hers })).toEqual(failed('identity', null))
    const his = { ...hers, publicKey: ben }
    expect(verifyPay(sha256, { ...asked, proof: his })).toEqual(failed('path'))
    const renamed = his.leaves.map(leaf => ({ ...leaf, position: twin.id }))
    const shown = shownTo(ben)
    expect(verifyPay(sha256, { ...asked, shown, proof: { ...his, leaves: renamed } })).toEqual(
      failed('path', twin.id),
    )
  })

  test('when one leaf is shown for two positions', () => {
    const twice = (proof: PayProof) => {
      const [one, other] = proof.leaves
      if (one && other) Object.assign(other, { place: one.place, beside: one.beside })
    }
    expect(changed(twice)).toEqual(failed('place', null))
  })

  test('when a sum is negative or wraps, or a leaf is outside the tree', () => {
    expect(changed((_, leaf) => Object.assign(leaf.beside[0] ?? {}, { pay: '-1' }))).toEqual(
      failed('range'),
    )
    const most = `${(1n << 128n) - 1n}`
    for (const sum of ['weight', 'pay'])
      expect(changed((_, leaf) => Object.assign(leaf.beside[0] ?? {}, { [sum]: most }))).toEqual(
        failed('range'),
      )
    expect(changed((_, leaf) => Object.assign(leaf, { place: 4 }))).toEqual(failed('place'))
    expect(changed((_, leaf) => void leaf.beside.pop())).toEqual(failed('place'))
    expect(changed((_, leaf) => Object.assign(leaf, { nonce: 'no hex' }))).toEqual(failed('form'))
    const node = { hash: new Uint8Array(32), weight: 1n, pay: 1n }
    expect(() => payParentOf(sha256, node, { ...node, pay: -1n })).toThrow(RangeError)
    expect(() => payParentOf(sha256, node, { ...node, weight: (1n << 128n) - 1n })).toThrow(
      RangeError,
    )
    const leaf = { pid: node.hash, publicKey: node.hash, nonce: node.hash, pay: 0n }
    const parts = { ...leaf, position: new Uint8Array(16), weight: -1n }
    expect(() => payLeafNode(sha256, parts)).toThrow(RangeError)
  })
})

describe('a published root', () => {
  const { published } = settled()

  test.each([
    ['run', { resultHash: 'ef'.repeat(32) }],
    ['run', { domain: 'https://another.example' }],
    ['run', { period: '2026-03-03' }],
    ['published', { weight: '1' }],
    ['published', { released: '1' }],
    ['published', { paid: '1' }],
    ['published', { coins: '1' }],
    ['published', { positions: 4 }],
    ['published', { tree: 'ef'.repeat(32) }],
    ['form', { weight: '1e3' }],
    ['range', { paid: '-1' }],
  ])('is rejected when it is not the hash of its own parts: %s, %o', (check, other) => {
    expect(verifyPayRoot(sha256, { ...published, ...other })).toEqual(failed(check, null))
  })
})
