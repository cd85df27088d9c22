import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BALANCE_LIMIT, parentOf } from './format.ts'
import { samplePlatform as made, type SampleMember, type Tricks } from './proof.fixture.ts'
import type { SolvencyProof } from './proof-endpoints.ts'
import { brokenChainAt, verifyPlatformProof, verifyProof, verifyRoot } from './verify.ts'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const platformOf = (members: readonly SampleMember[], tricks: Tricks = {}) =>
  made(sha256, members, tricks)
const key = (n: number): string => n.toString(16).padStart(64, '0')
const member = (n: number, USDT: bigint, LEAF = 0n): SampleMember => ({
  publicKey: key(n),
  balances: { USDT, LEAF },
})
const [ann, ben, cem] = [member(1, 1_000n, 7n), member(2, 1_000n), member(3, 0n)] as const
const all = [ann, ben, cem]

/** Returns the result of a member's own check of a possibly dishonest platform. */
function checked(of: SampleMember, members = all, tricks: Tricks = {}) {
  const { published, proofOf } = platformOf(members, tricks)
  return verifyProof(sha256, { published, proof: proofOf(of), publicKey: of.publicKey })
}
/** Returns the result when the response to the member is changed on its way. */
function changed(change: (proof: SolvencyProof) => void) {
  const { published, proofOf } = platformOf(all)
  const proof = proofOf(ann)
  change(proof)
  return verifyProof(sha256, { published, proof, publicKey: ann.publicKey })
}
const shares = (proof: SolvencyProof) => proof.trees[0]?.shares ?? []
const failed = (check: string, asset: string | null = 'USDT') => ({
  ok: false,
  failed: check,
  asset,
})

describe('an honest platform', () => {
  test('is accepted by everyone, with money and without', () => {
    for (const one of all) expect(checked(one)).toEqual({ ok: true, balances: one.balances })
  })

  test('of any number of members and any balances has parts that sum to the whole', () => {
    const balance = fc.oneof(fc.bigInt(0n, 50n), fc.bigInt(0n, BALANCE_LIMIT - 1n))
    fc.assert(
      fc.property(fc.array(fc.tuple(balance, balance), { maxLength: 9 }), balances => {
        const members = balances.map(([usdt, leaf], n) => member(n + 1, usdt, leaf))
        const { published, house, proofOf } = platformOf(members)
        const owed = members.reduce((sum, { balances }) => sum + balances.USDT, 5_000_007n)
        expect(published.trees[0]?.total).toBe(`${owed}`)
        for (const one of members) {
          const asked = { published, proof: proofOf(one), publicKey: one.publicKey }
          expect(verifyProof(sha256, asked)).toEqual({ ok: true, balances: one.balances })
        }
        expect(verifyPlatformProof(sha256, { published, proof: house })).toEqual({ ok: true })
      }),
      { numRuns: 40 },
    )
  })
})

describe('a dishonest platform fails the check of a member who', () => {
  test('is left out', () => {
    expect(checked(ann, all, { omit: ann })).toEqual(failed('path'))
    expect(checked(ben, all, { omit: ann })).toMatchObject({ ok: true })
  })

  test('is counted with a smaller share', () => {
    const shrunk: Tricks = {
      leaf: (leaf, of) =>
        of === ann && leaf.i === 2 ? { ...leaf, amount: leaf.amount / 2n } : leaf,
    }
    expect(checked(ann, all, shrunk)).toEqual(failed('path'))
  })

  test('is shown shares that are less than the balance', () => {
    expect(checked(ann, all, { cut: b => [b / 4n, b / 4n, b / 4n, 0n] })).toEqual(failed('shares'))
    expect(changed(proof => shares(proof).pop())).toEqual(failed('shares'))
  })

  test('is shown a negative share, or one beyond every balance', () => {
    expect(changed(proof => Object.assign(shares(proof)[0] ?? {}, { amount: '-1' }))).toEqual(
      failed('range'),
    )
    const huge = `${BALANCE_LIMIT}`
    expect(changed(proof => Object.assign(shares(proof)[0] ?? {}, { amount: huge }))).toEqual(
      failed('range'),
    )
  })

  test('has a neighbouring node whose sum wraps at 2^128: no total is smaller than its parts', () => {
    const wrapping = { hash: 'ab'.repeat(32), sum: `${(1n << 128n) - 1n}` }
    expect(changed(proof => Object.assign(shares(proof)[0]?.beside[0] ?? {}, wrapping))).toEqual(
      failed('range'),
    )
    const node = { hash: new Uint8Array(32), sum: (1n << 128n) - 1n }
    expect(() => parentOf(sha256, node, { ...node, sum: 1n })).toThrow(RangeError)
    expect(() => parentOf(sha256, node, { ...node, sum: -1n })).toThrow(RangeError)
  })

  test('shares one leaf with another who has as much', () => {
    const { published, proofOf } = platformOf([ann, cem])
    // Ben has as much as Ann: he is given her leaves, under her name and under his own.
    const hers = proofOf({ ...ann, balances: ann.balances })
    const asked = { published, publicKey: ben.publicKey }
    expect(verifyProof(sha256, { ...asked, proof: hers })).toEqual(failed('identity', null))
    const his = { ...hers, publicKey: ben.publicKey }
    expect(verifyProof(sha256, { ...asked, proof: his })).toEqual(failed('path'))
  })

  test('is shown one leaf for two shares', () => {
    const twice = (proof: SolvencyProof) => {
      const [first] = shares(proof)
      shares(proof)[1] = structuredClone(first) as typeof first & object
    }
    expect(changed(twice)).toEqual(failed('position'))
  })

  test('is shown another day', () => {
    const { published } = platformOf(all, { period: '2026-03-03' })
    const { proofOf } = platformOf(all)
    const stale = { published, proof: proofOf(ann), publicKey: ann.publicKey }
    expect(verifyProof(sha256, stale)).toEqual(failed('session', null))
    const renamed = {
      ...stale.proof,
      period: published.period,
      sid: published.sid,
      root: published.root,
    }
    expect(verifyProof(sha256, { ...stale, proof: renamed })).toEqual(failed('path'))
  })

  test('is given another root than everyone', () => {
    const { published } = platformOf(all)
    const { proofOf } = platformOf([ann, cem])
    const asked = { published, proof: proofOf(ann), publicKey: ann.publicKey }
    expect(verifyProof(sha256, asked)).toEqual(failed('sameRoot', null))
  })

  test('is shown texts that are not numbers', () => {
    expect(changed(proof => Object.assign(shares(proof)[0] ?? {}, { amount: '1e3' }))).toEqual(
      failed('form'),
    )
    expect(changed(proof => Object.assign(proof, { nonce: 'no hex' }))).toEqual(
      failed('form', null),
    )
  })
})

describe('published data', () => {
  const { published, house } = platformOf(all)

  test.each([
    ['session', { sequence: published.sequence + 1 }],
    ['session', { takenAt: '2026-03-02T16:00:06.000Z' }],
    ['published', { members: published.members + 1 }],
    ['published', { previous: 'ab'.repeat(32) }],
    ['published', { trees: published.trees.map(tree => ({ ...tree, total: '1' })) }],
    ['published', { trees: published.trees.slice(1) }],
  ])('are rejected without a correct %s', (check, other) => {
    expect(verifyRoot(sha256, { ...published, ...other })).toEqual(failed(check, null))
  })

  test('name the house leaves, with their amounts', () => {
    const [usdt, leaf] = published.trees
    if (!usdt || !leaf) throw new Error('two trees are published')
    const less = usdt.house.map(one => ({ ...one, amount: '1' }))
    const asked = {
      published: { ...published, trees: [{ ...usdt, house: less }, leaf] },
      proof: house,
    }
    expect(verifyPlatformProof(sha256, asked)).toEqual(failed('shares'))
  })

  test('are one chain, which two sessions with two different roots do not share', () => {
    const first = platformOf(all).published
    const second = platformOf(all, { period: '2026-03-03', previous: first.root }).published
    expect(brokenChainAt(sha256, [second, first])).toBeNull()
    const other = platformOf([ann]).published
    expect(brokenChainAt(sha256, [second, other])).toBe('2026-03-03')
    expect(brokenChainAt(sha256, [first], new Map([[other.period, other.root]]))).toBe('2026-03-02')
    expect(brokenChainAt(sha256, [first], new Map([[first.period, first.root]]))).toBeNull()
  })
})
