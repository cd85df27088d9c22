import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  type PayLeaf,
  type PublishedRoot,
  type SolvencyProof,
  verifyPay,
  verifyProof,
} from '@banyan/domain'
import { type PayTricks, type SamplePosition, samplePay } from '@banyan/domain/testing/pay'
import { type SampleMember, samplePlatform, type Tricks } from '@banyan/domain/testing/solvency'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const ann: SampleMember = {
  publicKey: '1'.padStart(64, '0'),
  balances: { USDT: 1_234_567n, LEAF: 7n },
}
const ben: SampleMember = { publicKey: '2'.padStart(64, '0'), balances: { USDT: 5n, LEAF: 0n } }
const house = (tricks: Tricks = {}) => samplePlatform(sha256, [ann, ben], tricks)

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'banyan-proof-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Case {
  published: PublishedRoot
  proof: SolvencyProof
  publicKey: string | null
}
let files = 0

async function file(content: unknown): Promise<string> {
  const path = join(folder, `${files++}.json`)
  await writeFile(path, JSON.stringify(content))
  return path
}

/** Runs the script as its user does. */
async function script(...args: string[]): Promise<{ code: number; output: string }> {
  const program = join(import.meta.dirname, 'verify.mjs')
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...args])
    return { code: 0, output: stdout }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, output: stdout + stderr }
  }
}

/** Saves a proof as the app does, and the public list's entry of its root. */
async function asked({ published, proof, publicKey }: Case, listed = published) {
  const saved = { format: 'banyan-solvency-proof-1', house: '', savedAt: '', publicKey }
  const proofFile = await file({ ...saved, published, proof })
  const answer = { code: 1, msg: '', data: { items: [listed], nextCursor: null } }
  return { proofFile, rootFile: await file(answer) }
}

const honest = (): Case => {
  const { published, proofOf } = house()
  return { published, proof: proofOf(ann), publicKey: ann.publicKey }
}
const tampered = (change: (one: Case) => void): Case => {
  const one = structuredClone(honest())
  change(one)
  return one
}
const share = ({ proof }: Case) =>
  proof.trees[0]?.shares[0] ?? { amount: '', position: 0, beside: [] }
const cheating = (tricks: Tricks): Case => {
  const { published, proofOf } = house(tricks)
  return { published, proof: proofOf(ann), publicKey: ann.publicKey }
}

test('a good proof is counted, against a file and a bare root', async () => {
  const one = honest()
  const { proofFile, rootFile } = await asked(one)
  const places = [rootFile, one.published.root]
  const runs = await Promise.all(places.map(root => script('--proof', proofFile, '--root', root)))
  for (const { code, output } of runs) {
    expect(code, output).toBe(0)
    expect(output).toContain('= 1.234567')
    expect(output).toContain('COUNTED in the root of 2026-03-02')
  }
})

test('the day of the published root is printed on one line, without control characters', async () => {
  const asking = honest()
  const period = `2026-03-02\u001b[2J\u0007\n  holds   all${' '.repeat(300)}end`
  Object.assign(asking.published, { period })
  Object.assign(asking.proof, { period })
  const { proofFile, rootFile } = await asked(asking)
  const { code, output } = await script('--proof', proofFile, '--root', rootFile)
  expect(code, output).toBe(0)
  expect(output).toContain('COUNTED in the root of 2026-03-02 holds all end')
  for (const sign of ['\u001b', '\u0007']) expect(output).not.toContain(sign)
  expect(output).not.toMatch(/^ {2}holds {3}all/m)
})

test('a key that was not given is reported as unchecked', async () => {
  const { proofFile, rootFile } = await asked({ ...honest(), publicKey: null })
  expect(await script('--proof', proofFile, '--root', rootFile)).toMatchObject({
    code: 0,
    output: expect.stringContaining('NOT CHECKED'),
  })
  const other = await script('--proof', proofFile, '--root', rootFile, '--key', ben.publicKey)
  expect(other.code).toBe(1)
})

describe('the script and the app agree that it is wrong when', () => {
  const other = house({ period: '2026-03-03' })
  const wrong: [string, Case][] = [
    ['the member is left out', cheating({ omit: ann })],
    [
      'a share is counted smaller',
      cheating({
        leaf: (leaf, of) => (of === ann && leaf.i === 1 ? { ...leaf, amount: 0n } : leaf),
      }),
    ],
    ['the shares are less than the balance', cheating({ cut: b => [b / 4n, b / 4n, 0n, 0n] })],
    ['a share is negative', tampered(one => Object.assign(share(one), { amount: '-1' }))],
    ['a share is no number', tampered(one => Object.assign(share(one), { amount: '1e3' }))],
    [
      'a sum wraps',
      tampered(one => Object.assign(share(one).beside[0] ?? {}, { sum: `${(1n << 128n) - 1n}` })),
    ],
    [
      'a node is another',
      tampered(one => Object.assign(share(one).beside[0] ?? {}, { hash: 'ab'.repeat(32) })),
    ],
    ['a path is short', tampered(one => void share(one).beside.pop())],
    [
      'a leaf is elsewhere',
      tampered(one => Object.assign(share(one), { position: share(one).position ^ 1 })),
    ],
    ['two shares are one', tampered(one => one.proof.trees[0]?.shares.splice(1, 1, share(one)))],
    ['a share is missing', tampered(one => void one.proof.trees[0]?.shares.pop())],
    ['the nonce is another', tampered(one => Object.assign(one.proof, { nonce: 'ab'.repeat(32) }))],
    ['the key is another', { ...honest(), publicKey: ben.publicKey }],
    ['it is of another day', { ...honest(), published: other.published }],
    [
      'the total is smaller',
      tampered(one => Object.assign(one.published.trees[0] ?? {}, { total: '1' })),
    ],
    [
      'the number of members is another',
      tampered(one => Object.assign(one.published, { members: 9 })),
    ],
    [
      'the time is another',
      tampered(one => Object.assign(one.published, { takenAt: '2026-03-02T16:00:06.000Z' })),
    ],
    ['a tree is missing', tampered(one => void one.proof.trees.pop())],
  ]

  test.concurrent.each(wrong)('%s', async (_, one) => {
    const publicKey = one.publicKey ?? one.proof.publicKey
    expect(verifyProof(sha256, { ...one, publicKey }).ok).toBe(false)
    const listed = { ...one.published, period: one.proof.period }
    const { proofFile, rootFile } = await asked(one, listed)
    const { code, output } = await script('--proof', proofFile, '--root', rootFile)
    expect(code, output).toBe(1)
    expect(output).toContain('FAILED')
  })

  test('the public list has another root', async () => {
    const { proofFile, rootFile } = await asked(honest(), samplePlatform(sha256, [ben]).published)
    expect((await script('--proof', proofFile, '--root', rootFile)).code).toBe(1)
    const bare = await script('--proof', proofFile, '--root', 'ab'.repeat(32))
    expect(bare).toMatchObject({ code: 1, output: expect.stringMatching(/FAILED +same root/) })
  })
})

test('what cannot be checked is neither counted nor wrong', async () => {
  const { proofFile } = await asked(honest())
  const runs = await Promise.all([
    script('--proof', proofFile),
    script('--proof', proofFile, '--root', join(folder, 'nothing.json')),
    script('--proof', await file({}), '--root', 'ab'.repeat(32)),
  ])
  expect(runs.map(({ code }) => code)).toEqual([2, 2, 2])
})

describe('a proof of static pay', () => {
  const position = (n: number, owner: string, weight: bigint): SamplePosition => ({
    id: `pos_${`${n}`.padStart(32, '0')}`,
    owner,
    weight,
    capLeft: 18_000_000n,
  })
  const [own, other] = [ann.publicKey, ben.publicKey]
  const all = [
    position(1, own, 60_000_000n),
    position(2, own, 15_000_000n),
    position(3, other, 300_000_000n),
  ]
  const paid = (tricks: PayTricks = {}) => {
    const { published, proofOf } = samplePay(sha256, all, 3_333_333n, tricks)
    return { published, proof: proofOf(own), publicKey: own }
  }
  type PayCase = ReturnType<typeof paid>
  const changed = (change: (one: PayCase) => void): PayCase => {
    const one = structuredClone(paid())
    change(one)
    return one
  }
  const leaf = ({ proof }: PayCase): PayLeaf => proof.leaves[0] as PayLeaf
  /** The script beside the answer of the public call. */
  async function run({ published, proof, publicKey }: PayCase, answered = published) {
    const saved = { format: 'banyan-pay-proof-1', house: '', savedAt: '', publicKey }
    const proofFile = await file({ ...saved, published, proof })
    const root = await file({ code: 1, msg: '', data: { ...answered, period: proof.period } })
    return { beside: await script('--proof', proofFile, '--root', root), proofFile }
  }

  test('that is good is counted, against the public answer and a bare root', async () => {
    const asking = paid()
    const { beside, proofFile } = await run(asking)
    expect(beside.code, beside.output).toBe(0)
    expect(beside.output).toContain('2 positions were paid 0.666666 USDT')
    expect((await script('--proof', proofFile, '--root', asking.published.root)).code).toBe(0)
    expect((await script('--proof', proofFile, '--root', 'ab'.repeat(32))).code).toBe(1)
  })

  const wrong: [string, PayCase][] = [
    ['a position is left out', paid({ omit: all[1] as SamplePosition })],
    [
      "a friend's position weighs more",
      paid({
        leaf: (of, one) => (one.owner === other ? { ...of, weight: of.weight * 2n } : of),
        publish: { weight: 375_000_000n },
      }),
    ],
    ['W is overstated', paid({ publish: { weight: 400_000_000n, coins: 900_000_000n } })],
    ['W is more than all coins', paid({ publish: { coins: 1n } })],
    ['more is paid than offered', paid({ publish: { paid: 3_333_334n } })],
    ['less is paid than the rule says', changed(one => Object.assign(leaf(one), { pay: '1' }))],
    ['a sum is negative', changed(one => Object.assign(leaf(one).beside[0] ?? {}, { pay: '-1' }))],
    [
      'a sum wraps',
      changed(one => Object.assign(leaf(one).beside[0] ?? {}, { weight: `${(1n << 128n) - 1n}` })),
    ],
    [
      'a leaf is elsewhere',
      changed(one => Object.assign(leaf(one), { place: leaf(one).place ^ 1 })),
    ],
    ['a path is short', changed(one => void leaf(one).beside.pop())],
    ['the key is another', { ...paid(), publicKey: other }],
    [
      'it is of another settlement',
      { ...paid(), published: paid({ period: '2026-03-03' }).published },
    ],
    [
      "the hashes are another settlement's",
      changed(one => Object.assign(one.published, { inputHash: 'ef'.repeat(32) })),
    ],
  ]

  test.concurrent.each(wrong)('is wrong for the script and the app when %s', async (_, one) => {
    const { published, proof, publicKey } = one
    expect(verifyPay(sha256, { published, proof, publicKey, shown: null }).ok).toBe(false)
    const { beside } = await run(one)
    expect(beside.code, beside.output).toBe(1)
    expect(beside.output).toContain('FAILED')
  })
})
