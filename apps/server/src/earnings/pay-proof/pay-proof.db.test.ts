import {
  type AnswerOf,
  type PayLeaf,
  type PayProof,
  passport,
  payProof,
  payRootOf,
  settlementDetail,
  verifyPay,
} from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ringOf } from '../../platform/key-ring.ts'
import { openSealing } from '../../platform/sealing.ts'
import { sha256 } from '../../platform/sha256.ts'
import { refusalOf } from '../../testing/members.ts'
import { type EarningsFixture, openEarningsSystem } from '../earnings.fixture.ts'
import { growTree } from './grow.ts'
import { keysOf } from './publish.ts'
import { findPayRoot, findTree } from './store.ts'
import { growInThread } from './thread.ts'

const PERIOD = '2026-03-02'
const query = { period: PERIOD }

// The platform is founded on 1 March; cut-offs are at 16:00 UTC.
let system: EarningsFixture
beforeEach(async () => {
  system = await openEarningsSystem('2026-03-01T08:00:00Z')
})
afterEach(() => system.db.close())

/** A member with a login key who has these positions from the run of 2 March on. */
async function holder(...quantities: string[]): Promise<{ id: string; key: string }> {
  const id = await system.addHolder('5000')
  const key = Buffer.from(sha256(Buffer.from(id))).toString('hex')
  await system.db.owner.query(`update member set public_key = decode($2, 'hex') where id = $1`, [
    id,
    key,
  ])
  for (const quantity of quantities) await system.activate(id, quantity)
  return { id, key }
}

/** The run of 1 March opens positions, that of 2 March pays them. */
async function settleBoth(): Promise<void> {
  await system.goPast('2026-03-01')
  await system.treasury.settleDue()
  await system.fillPool('100')
  await system.goPast(PERIOD)
  expect(await system.treasury.settleDue()).toBe(1)
}

async function proofOf(memberId: string, limit = 100): Promise<PayProof> {
  const leaves: PayLeaf[] = []
  for (let cursor: string | undefined; ; ) {
    const page: AnswerOf<typeof payProof> = await system.call(payProof, memberId, {
      query: { period: PERIOD, limit, ...(cursor ? { cursor } : {}) },
    })
    const { items, nextCursor, ...about } = page
    leaves.push(...items)
    if (nextCursor === null) return { ...about, leaves }
    cursor = nextCursor
  }
}

const checked = async ({ id, key }: { id: string; key: string }, proof?: PayProof) =>
  verifyPay(sha256, {
    published: await system.call(payRootOf, null, { query }),
    publicKey: key,
    shown: null,
    proof: proof ?? (await proofOf(id)),
  })

test('every member finds every own position under the published root, whatever the others are', async () => {
  const ann = await holder('60', '15')
  // More than one row of payouts, and more than one page of paths.
  const ben = await holder(...Array.from({ length: 70 }, (_, n) => `${11 + n}`))
  const outsider = await system.addMember('5')
  await settleBoth()
  const published = await system.call(payRootOf, null, { query })
  const { payRoot, inputHash, resultHash, before } = await system.call(settlementDetail, null, {
    query,
  })
  expect(published).toMatchObject({ root: payRoot, inputHash, resultHash, positions: 72, depth: 7 })
  expect(published.coins).toBe(`${Number(before.outstanding) * 1e6}`)
  expect(published.released).toBe('3333333')
  const own = await system.call(passport, ann.id, { query: { id: `static-${PERIOD}` } })
  expect(await checked(ann)).toEqual({ ok: true, paid: BigInt(Number(own.amount) * 1e6) })
  const proof = await proofOf(ben.id, 31)
  expect(proof.leaves).toHaveLength(70)
  expect(await checked(ben, proof)).toMatchObject({ ok: true })
  const both = await Promise.all([ann, ben].map(one => checked(one)))
  const paid = both.reduce((sum, one) => sum + (one.ok ? one.paid : 0n), 0n)
  expect(published.paid).toBe(`${paid}`)
  expect(await refusalOf(system.call(payProof, outsider, { query }))).toBe('notFound')
  expect(await refusalOf(system.call(payRootOf, null, { query: { period: '2026-03-09' } }))).toBe(
    'notFound',
  )
  expect(await system.breaches()).toEqual([])
})

test("another member's leaf does not verify as the own one, and a changed one is shown in red", async () => {
  const [ann, ben] = [await holder('60'), await holder('60')]
  await settleBoth()
  const annProof = await proofOf(ann.id)
  expect(await checked(ben, annProof)).toMatchObject({ ok: false, failed: 'identity' })
  expect(await checked(ben, { ...annProof, publicKey: ben.key })).toMatchObject({ failed: 'path' })
  const [leaf] = annProof.leaves
  const more = { ...annProof, leaves: [{ ...(leaf as PayLeaf), capLeft: '1' }] }
  expect(await checked(ann, more)).toMatchObject({ ok: false, failed: 'formula' })
})

test('a run without positions publishes a root as well, and the coin may have been split', async () => {
  await system.goPast('2026-03-01')
  await system.treasury.settleDue()
  const first = await system.call(payRootOf, null, { query: { period: '2026-03-01' } })
  expect(first).toMatchObject({ positions: 0, weight: '0', paid: '0', depth: 0 })
  const ann = await holder('60')
  await system.goPast('2026-03-02')
  await system.treasury.settleDue()
  await system.split(2)
  await system.fillPool('100')
  await system.goPast('2026-03-03')
  await system.treasury.settleDue()
  const asked = { query: { period: '2026-03-03' } }
  const published = await system.call(payRootOf, null, asked)
  const { items, nextCursor: _, ...about } = await system.call(payProof, ann.id, asked)
  const proof = { ...about, leaves: items }
  expect(items.map(({ weight }) => weight)).toEqual(['120000000'])
  expect(verifyPay(sha256, { published, proof, publicKey: ann.key, shown: null })).toMatchObject({
    ok: true,
  })
})

test('a separate thread builds the same tree', async () => {
  await holder('60', '15', '33')
  await settleBoth()
  const sealing = openSealing(ringOf(Buffer.alloc(32)))
  const [row, root] = await Promise.all([
    findTree(system.database, PERIOD),
    findPayRoot(system.database, PERIOD),
  ])
  if (!row || !root) throw new Error('nothing was published')
  const { positions } = await system.earnings.factsOfRun(system.database, PERIOD, parametersV1)
  const leaves = (await system.db.pool.query(
    `select amount from static_payout where period = $1 order by position_id`,
    [PERIOD],
  )) as { rows: { amount: bigint }[] }
  const run = {
    period: PERIOD,
    ids: positions.ids.text,
    weights: positions.quantities,
    pays: BigInt64Array.from(leaves.rows, ({ amount }) => amount),
  }
  const keys = keysOf(sealing, row, root)
  const tops = [
    await growTree(system.database, run, keys),
    await growInThread({ databaseUrl: system.db.url, run, keys }),
  ]
  for (const { tree, weight, pay } of tops)
    expect([Buffer.from(tree), weight, pay]).toEqual([root.tree, root.weight, root.paid])
})

test('a root is published once for good, by its own run', async () => {
  await holder('60')
  await settleBoth()
  for (const change of [
    `update static_pay_root set weight = weight + 1`,
    `delete from static_pay_root`,
    `truncate static_pay_root`,
  ]) {
    await expect(system.db.pool.query(change)).rejects.toThrow('permission denied')
    await expect(system.db.owner.query(change)).rejects.toThrow('cannot be changed')
  }
  await expect(
    system.db.pool.query(
      `insert into static_pay_root select period, sha256(pid), domain, input_hash, result_hash, positions,
         released, weight, paid, coins, tree, depth, sha256(root) from static_pay_root`,
    ),
  ).rejects.toThrow('static_pay_root_pkey')
})

test('a tree whose sum differs from the run stops it: nothing is published', async () => {
  await holder('60')
  await system.goPast('2026-03-01')
  await system.treasury.settleDue()
  await system.db.owner.query(`
    create function heavier() returns trigger language plpgsql as $$
      begin new.weight := new.weight + 1; return new; end $$;
    create trigger heavier before update on static_pay_tree for each row execute function heavier()`)
  await system.goPast(PERIOD)
  await expect(system.treasury.settleDue()).rejects.toThrow('the tree of static pay sums to')
  expect(await refusalOf(system.call(payRootOf, null, { query }))).toBe('notFound')
  expect((await system.runs()).at(-1)?.published).toBe(false)
  expect(await system.treasury.isRed(system.database)).toBe(true)
})

test('a change of the data under a root is found', async () => {
  await holder('60', '15')
  await settleBoth()
  await system.db.owner.query(
    String.raw`update static_pay_tree_block set node = overlay(node placing '\x01' from 48 for 1)
      where period = '${PERIOD}'`,
  )
  expect(await system.breaches()).toEqual([
    { invariant: 'root of static pay', what: expect.stringContaining('its tree sums to') },
  ])
})
