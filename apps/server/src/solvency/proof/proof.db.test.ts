import {
  type AnswerOf,
  brokenChainAt,
  type Endpoint,
  type PublishedRoot,
  solvencyProof,
  solvencyRoots,
  solvencySystem,
  verifyPlatformProof,
  verifyProof,
} from '@banyan/domain'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { houseAccount, memberAccount } from '../../ledger/index.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { newUuid } from '../../platform/ids.ts'
import { ringOf } from '../../platform/key-ring.ts'
import { openSealing } from '../../platform/sealing.ts'
import { sha256 } from '../../platform/sha256.ts'
import { type EconomyFixture, openEconomy } from '../../testing/economy.ts'
import { platformOn } from '../../testing/economy-node.ts'
import { inTime } from '../../testing/in-time.ts'
import { changesOf, whileHeld } from '../../testing/meet.ts'
import { checkNewestRoot, checkSolvency, openSolvency, type Solvency } from '../index.ts'
import { readBooks } from '../store.ts'
import { computeTrees } from './compute.ts'
import { keysOf } from './snapshot.ts'
import { unpublishedSnapshot } from './store.ts'
import { computeApart } from './thread.ts'

let system: EconomyFixture
let module: Solvency
let acts: { action: string; object: string; reason?: string | null }[]
let killed: boolean
const sealing = openSealing(ringOf(Buffer.alloc(32)))

// The platform is founded on 1 March; cut-offs are at 16:00 UTC.
beforeEach(async () => {
  system = await openEconomy('2026-03-01T08:00:00Z')
  acts = []
  killed = false
  module = openSolvency(platformOn(system.db.url, system.db.pool), {
    custody: null,
    payoutsGone: async () => 0n,
    rechargeHoldings: async () => [],
    publishedHoldings: async () => [],
    typedTotal: async () => 0n,
    confirmedTotal: async () => 0n,
    redSince: async () => null,
    paysInFull: async () => true,
    countBreaches: async () => 0,
    finalBlock: async () => ({ number: 77, hash: `0x${'ab'.repeat(32)}` }),
    lastExplained: async () => null,
    recordAct: async (_tx, _doer, act) => {
      if (killed) throw new Error('killed')
      acts.push(act)
    },
    sealing,
  })
})
afterEach(() => system.db.close())

/** A member with a login key, who has these USDT. */
async function join(usdt: string): Promise<{ id: string; publicKey: string }> {
  const id = await system.addMember(usdt)
  const publicKey = Buffer.from(sha256(Buffer.from(id))).toString('hex')
  await system.db.owner.query('update member set public_key = $2 where id = $1', [
    id,
    Buffer.from(publicKey, 'hex'),
  ])
  return { id, publicKey }
}
async function settleOn(day: string): Promise<void> {
  await system.setNow(`${day}T16:00:01Z`)
  expect(await system.treasury.settleDue()).toBeGreaterThan(0)
}

async function call<E extends Endpoint>(
  endpoint: E,
  query: object,
  memberId = '',
): Promise<AnswerOf<E>> {
  const route = module.module.routes?.find(one => one.endpoint === endpoint)
  if (route?.kind !== 'plain') throw new Error('a proof moves no money')
  const asked = { locale: 'en', query: endpoint.query.parse(query), caller: { memberId } } as never
  return endpoint.answer.parse(await route.handle(asked)) as AnswerOf<E>
}
const roots = async (): Promise<PublishedRoot[]> => (await call(solvencyRoots, {})).items
const newest = async (): Promise<PublishedRoot> => (await roots())[0] as PublishedRoot

/** The result of the check on a member's own device. */
async function checked(of: { id: string; publicKey: string }, published: PublishedRoot) {
  const proof = await call(solvencyProof, { period: published.period }, of.id)
  return verifyProof(sha256, { published, proof, publicKey: of.publicKey })
}
const totals = ({ trees }: PublishedRoot): string[] => trees.map(tree => tree.total)
const owedNow = async (): Promise<string[]> => {
  const books = await readBooks(system.database)
  const owed = Object.values(books?.owed ?? {}).reduce((sum, one) => sum + one, 0n)
  return [`${owed}`, `${books?.outstanding}`]
}

test('after a settlement every member finds themselves in the published root', async () => {
  const ann = await join('1000.5')
  await system.place(ann.id, '500')
  await settleOn('2026-03-02')
  // Frozen money is a debt like any other.
  await system.place(ann.id, '100')
  expect(await module.publish()).toBe(1)
  expect(await module.publish()).toBe(0)

  const published = await newest()
  expect(published).toMatchObject({ period: '2026-03-02', block: 77, members: 2, provable: true })
  expect(totals(published)).toEqual(await owedNow())
  expect(await checked(ann, published)).toEqual({
    ok: true,
    balances: { USDT: 500_500000n, LEAF: 500_000000n },
  })
  // The first inviter has neither money nor key, and is a leaf like everyone.
  const { rows } = await system.db.pool.query('select id from member where inviter_id is null')
  const first = { id: rows[0].id, publicKey: '0'.repeat(64) }
  expect(await checked(first, published)).toEqual({ ok: true, balances: { USDT: 0n, LEAF: 0n } })
  const proof = await call(solvencySystem, { period: published.period })
  expect(verifyPlatformProof(sha256, { published, proof })).toEqual({ ok: true })
  expect(published.trees[0]?.house).toContainEqual({ name: 'RESERVE', amount: '600000000' })
  expect(acts).toEqual([
    { action: 'publish solvency root', object: '2026-03-02', reason: published.root },
  ])
  expect(await checkSolvency(system.database)).toEqual([])
  expect(await checkNewestRoot(system.database)).toEqual([])
  // A member who joined later is not in it, and learns that.
  const late = await join('5')
  await expect(checked(late, published)).rejects.toThrow('notFound')
})

test('interrupted anywhere, a root is computed again from what was frozen, and published once', async () => {
  const ann = await join('1000')
  await settleOn('2026-03-01')
  killed = true
  await expect(module.publish()).rejects.toThrow('killed')
  expect(await roots()).toEqual([])
  const frozen = await owedNow()
  const snapshot = await unpublishedSnapshot(system.database)
  // Later changes are not in it.
  await join('70')
  // Killed in the middle of the leaves, too.
  await system.db.owner.query(`delete from solvency_look_leaves where asset = 'LEAF'`)
  killed = false
  expect(await module.publish()).toBe(1)
  const published = await newest()
  expect([published.sid, published.members]).toEqual([snapshot?.sid.toString('hex'), 2])
  expect(totals(published)).toEqual(frozen)
  expect(await checked(ann, published)).toMatchObject({ ok: true })
  // Two nodes at once publish no second one.
  await settleOn('2026-03-02')
  const [first] = await whileHeld(system.db, changesOf('solvency_look'), async held => {
    const begun = held.begin(() => module.publish())
    await held.waiters(1)
    expect(await inTime('another node leaves the root to it', module.publish())).toBe(0)
    return [begun]
  })
  expect(await first).toBe(1)
  expect(await roots()).toHaveLength(2)
})

test('its own thread computes the same trees', async () => {
  await join('12.345678')
  await settleOn('2026-03-01')
  killed = true
  await expect(module.publish()).rejects.toThrow('killed')
  const snapshot = await unpublishedSnapshot(system.database)
  if (!snapshot) throw new Error('nothing was frozen')
  const keys = keysOf(sealing, snapshot)
  const here = await computeTrees(system.database, snapshot, keys)
  const { period, members, house: leaves } = snapshot
  const apart = await computeApart({
    databaseUrl: system.db.url,
    snapshot: { period, members, house: leaves },
    keys,
  })
  const rootsAndSums = (trees: typeof here) =>
    trees.map(({ root, total }) => [Buffer.from(root).toString('hex'), total])
  expect(rootsAndSums(apart)).toEqual(rootsAndSums(here))
})

test('coins that a split has changed are counted in the new units, whether their holders were notified or not', async () => {
  const ann = await join('1000')
  await system.place(ann.id, '1000')
  await settleOn('2026-03-02')
  await inTransaction(system.database, tx => system.ledger.split(tx, 2))
  await module.publish()
  const published = await newest()
  expect(totals(published)).toEqual(await owedNow())
  const coins = (await system.wallet(ann.id)).leaf
  expect(coins).toBe('2000')
  expect(await checked(ann, published)).toMatchObject({
    ok: true,
    balances: { LEAF: 2000_000000n },
  })
  expect(await checkSolvency(system.database)).toEqual([])
  expect(await checkNewestRoot(system.database)).toEqual([])
})

test('roots are one chain for good; paths are kept for the newest three', async () => {
  const ann = await join('10')
  const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']
  for (const day of days) {
    await settleOn(day)
    await module.publish()
  }
  const all = await roots()
  expect(brokenChainAt(sha256, all)).toBeNull()
  expect(all.map(one => [one.period, one.provable])).toEqual([
    ['2026-03-04', true],
    ['2026-03-03', true],
    ['2026-03-02', true],
    ['2026-03-01', false],
  ])
  await expect(checked(ann, all[3] as PublishedRoot)).rejects.toThrow('notFound')
  const page = await call(solvencyRoots, { limit: 3 })
  const rest = await call(solvencyRoots, { limit: 3, cursor: page.nextCursor })
  expect(rest.items.map(one => one.period)).toEqual(['2026-03-01'])
  expect(await module.rootsOf(system.database, days)).toHaveProperty('size', 4)

  for (const change of [`update solvency_root set members = 0`, `delete from solvency_root_tree`]) {
    await expect(system.db.pool.query(change)).rejects.toThrow('permission denied')
    await expect(system.db.owner.query(change)).rejects.toThrow('cannot be changed')
  }
})

test('nothing is published while the books do not add up', async () => {
  await settleOn('2026-03-01')
  await inTransaction(system.database, tx =>
    system.ledger.post(tx, [
      {
        from: houseAccount('USDT', 'EXT'),
        to: memberAccount(newUuid(), 'USDT'),
        amount: 5n,
        kind: 'recharge',
        reference: newUuid(),
      },
    ]),
  )
  await expect(module.publish()).rejects.toThrow('no root is published')
  expect(await roots()).toEqual([])
})

test('a change of the data under a root is found', async () => {
  await join('10')
  await settleOn('2026-03-01')
  await module.publish()
  await system.db.owner.query(
    String.raw`update solvency_look_owners set owners = overlay(owners placing '\x01' from 64 for 1)`,
  )
  for (const check of [checkSolvency, checkNewestRoot])
    expect(await check(system.database)).toEqual([
      { invariant: 'root of solvency', what: expect.stringContaining('sum to') },
    ])
  await system.db.owner.query(
    'begin; set local session_replication_role = replica; update solvency_root_tree set total = total + 1; commit',
  )
  for (const check of [checkSolvency, checkNewestRoot])
    expect((await check(system.database)).map(({ what }) => what).join()).toContain(
      'and the books to',
    )
})

test('what came after a root is no difference from it', async () => {
  await join('10')
  await settleOn('2026-03-01')
  await module.publish()
  await join('25')
  await settleOn('2026-03-02')
  for (const check of [checkSolvency, checkNewestRoot])
    expect(await check(system.database)).toEqual([])
})
