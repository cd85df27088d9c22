import type { SolvencyProof } from '@banyan/domain'
import { type SampleMember, samplePlatform } from '@banyan/domain/testing/solvency'
import { sha256 } from '@noble/hashes/sha2.js'
import { describe, expect, test } from 'vitest'
import { checkProof, type ProofToCheck } from './check-proof.ts'

const ann: SampleMember = {
  publicKey: '1'.padStart(64, '0'),
  balances: { USDT: 1_000n, LEAF: 7n },
}
const ben: SampleMember = { publicKey: '2'.padStart(64, '0'), balances: { USDT: 5n, LEAF: 0n } }
const first = samplePlatform(sha256, [ann, ben], { period: '2026-03-01' })
const platform = samplePlatform(sha256, [ann, ben], { previous: first.published.root })
const { published } = platform

const honest = (): ProofToCheck => ({
  roots: [published, first.published],
  seen: new Map([[first.published.period, first.published.root]]),
  proof: platform.proofOf(ann),
  deviceKey: ann.publicKey,
  books: { USDT: { now: 1_000n, lines: [] }, LEAF: { now: 7n, lines: [] } },
})
const all = (state: string) => ({
  root: state,
  public: state,
  chain: state,
  key: state,
  shares: state,
  path: state,
  books: state,
})

test('a member who is counted sees every step pass', async () => {
  expect(await checkProof(honest())).toEqual({ counted: true, steps: all('ok'), failure: null })
})

test('what this device cannot check is shown as that, and is no failure', async () => {
  const { counted, steps } = await checkProof({ ...honest(), deviceKey: null, books: null })
  expect(counted).toBe(true)
  expect(steps).toEqual({ ...all('ok'), key: 'unknown', books: 'unknown' })
})

describe('a long chain of roots', () => {
  /** The check of the newest of 23 roots; one of them, counted from the newest, continues another root. */
  async function checked(brokenAt?: number) {
    const roots = [first.published]
    let newest = first
    for (let at = 21; at >= 0; at--) {
      const previous = at === brokenAt ? 'ab'.repeat(32) : newest.published.root
      newest = samplePlatform(sha256, [ann], { previous, period: `2026-04-${30 - at}` })
      roots.unshift(newest.published)
    }
    const proof = newest.proofOf(ann)
    return (await checkProof({ ...honest(), roots: roots as never, proof })).steps.chain
  }

  test('is whole', async () => {
    expect(await checked()).toBe('ok')
  })
  test.each([0, 1, 9, 10, 11, 19, 20, 21])('is not when number %i continues another', async at => {
    expect(await checked(at)).toBe('failed')
  })
})

describe('a check fails, and names the step, when', () => {
  const red = (other: Partial<ProofToCheck>) => checkProof({ ...honest(), ...other })
  const tampered = (change: (proof: SolvencyProof) => void) => {
    const proof = platform.proofOf(ann)
    change(proof)
    return red({ proof })
  }

  test('the public list contains another root than the proof was made for', async () => {
    const other = samplePlatform(sha256, [ben], { previous: first.published.root }).published
    const { counted, steps, failure } = await red({ roots: [other, first.published] })
    expect(counted).toBe(false)
    expect(failure?.check).toBe('sameRoot')
    expect(steps).toMatchObject({ root: 'ok', public: 'failed', chain: 'ok', shares: 'unseen' })
  })

  test('the published root is not the hash of its own parts', async () => {
    const { steps } = await red({ roots: [{ ...published, members: 9 }, first.published] })
    expect(steps).toEqual({ ...all('unseen'), root: 'failed' })
  })

  test('an earlier day has another root than this device received before', async () => {
    const seen = new Map([[first.published.period, 'ab'.repeat(32)]])
    const { steps, failure } = await red({ seen })
    expect(steps).toEqual({ ...all('ok'), chain: 'failed' })
    expect(failure).toEqual({ check: 'chain', asset: null })
  })

  test('the leaves are bound to another key than the one made here', async () => {
    expect((await red({ deviceKey: ben.publicKey })).steps).toMatchObject({
      key: 'failed',
      path: 'unseen',
    })
  })

  test('a share is smaller than what was hashed, or does not sum to the balance', async () => {
    const shrink = (proof: SolvencyProof) => {
      const [share] = proof.trees[0]?.shares ?? []
      if (share) share.amount = '1'
    }
    expect((await tampered(shrink)).failure).toEqual({ check: 'shares', asset: 'USDT' })
    const quiet = (proof: SolvencyProof) => {
      shrink(proof)
      const [tree] = proof.trees
      const sum = tree?.shares.reduce((all, { amount }) => all + BigInt(amount), 0n)
      if (tree) tree.balance = `${sum}`
    }
    expect((await tampered(quiet)).failure).toEqual({ check: 'path', asset: 'USDT' })
  })

  test('the counted balance is not the one of the own pages', async () => {
    const books = { USDT: { now: 1_001n, lines: [] }, LEAF: { now: 7n, lines: [] } }
    const { steps, failure } = await red({ books })
    expect(steps).toEqual({ ...all('ok'), books: 'failed' })
    expect(failure).toEqual({ check: 'books', asset: null })
  })

  test('the response has another shape than the contract', async () => {
    const { failure } = await tampered(proof => Object.assign(proof, { trees: null }))
    expect(failure?.check).toBe('form')
  })
})
