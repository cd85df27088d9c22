import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import {
  houseAccount,
  memberAccount,
  membersBeside,
  newestVersion,
  openLedger,
  platformLines,
  platformSums,
  platformVersionAt,
  type TransferOrder,
} from './index.ts'

const ledger = openLedger()
const pool = houseAccount('USDT', 'POOL.static')
const [ann, ben] = [newUuid(), newUuid()]
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())
/** The version of POOL.static before the test. */
let above = 0
beforeEach(async () => {
  above = await newestVersion(db.database, 'POOL.static')
})

const fill = (amount: bigint) =>
  db.database.transaction().execute(tx =>
    ledger.post(tx, [
      {
        from: houseAccount('USDT', 'EXT'),
        to: pool,
        amount,
        kind: 'income',
        reference: newUuid(),
      },
    ]),
  )
/** Pays so many new members one unit each, in blocks. */
const pay = (members: number) =>
  ledger.postCredits(db.database, {
    settlementId: newUuid(),
    kind: 'static_earning',
    from: pool,
    credits: Array.from({ length: members }, newUuid)
      .sort()
      .map(owner => ({ owner, amount: 1n })),
  })
const now = async (): Promise<Date> =>
  (await db.owner.query('select house_now() as now')).rows[0].now

it('lists transfers and blocks of payments, newest first, each once over all pages', async () => {
  await fill(1_000n)
  await pay(100)
  await fill(7n)
  const all = await platformLines(db.database, 'POOL.static', { below: null, limit: 100 })
  const fresh = all.filter(line => line.version > above)
  expect(
    fresh.map(({ kind, amount, transfers, other }) => [kind, amount, transfers, other]),
  ).toEqual([
    ['income', 7n, 1, 'EXT'],
    ['static_earning', -36n, 36, 'members'],
    ['static_earning', -64n, 64, 'members'],
    ['income', 1_000n, 1, 'EXT'],
  ])
  expect(fresh[0]?.balance).toBe((await ledger.balance(db.database, pool)).posted)
  const paged = []
  let below: number | null = null
  do {
    const page = await platformLines(db.database, 'POOL.static', { below, limit: 1 })
    paged.push(...page.slice(0, 1))
    below = page.length > 1 ? (page[0]?.version ?? null) : null
  } while (below !== null)
  expect(paged).toEqual(all)
})

it('finds the last line before an instant, within a block too, and sums what came after it', async () => {
  await fill(500n)
  await pay(70)
  const instant = await now()
  await fill(3n)
  await pay(2)
  const at = await platformVersionAt(db.database, 'POOL.static', instant)
  expect(at).toBe(above + 71)
  expect(await platformVersionAt(db.database, 'POOL.static', new Date(0))).toBe(0)
  const upTo = await newestVersion(db.database, 'POOL.static')
  expect(await platformSums(db.database, 'POOL.static', { above: at, upTo })).toEqual([
    { kind: 'income', into: 3n, outOf: 0n, transfers: 1 },
    { kind: 'static_earning', into: 0n, outOf: 2n, transfers: 2 },
  ])
  expect(await platformSums(db.database, 'POOL.static', { above, upTo: at })).toEqual([
    { kind: 'income', into: 500n, outOf: 0n, transfers: 1 },
    { kind: 'static_earning', into: 0n, outOf: 70n, transfers: 70 },
  ])
})

it('sums every range of lines, and finds every instant between them', async () => {
  await fill(900n)
  await pay(65)
  await fill(4n)
  const out = {
    from: pool,
    to: houseAccount('USDT', 'RESERVE'),
    kind: 'surplus',
    amount: 6n,
  } as const
  await db.database.transaction().execute(tx => ledger.post(tx, [{ ...out, reference: newUuid() }]))
  await pay(1)
  // Dates are asked for by milliseconds: a line can then be of exactly such an instant.
  await db.owner.query(`set session_replication_role = replica;
    update ledger_transfer set posted_at = date_trunc('milliseconds', posted_at);
    update ledger_transfer_block set posted_at = date_trunc('milliseconds', posted_at);
    reset session_replication_role`)
  const page = { below: null, limit: 1_000 }
  const lines = (await platformLines(db.database, 'POOL.static', page)).toReversed()
  const ends = [0, ...lines.map(({ version }) => version)].slice(-8)
  for (const above of ends)
    for (const upTo of ends) {
      const within = lines.filter(({ version }) => version > above && version <= upTo)
      const kinds = [...new Set(within.map(({ kind }) => kind))].sort()
      const sum = (amounts: bigint[]) => amounts.reduce((total, one) => total + one, 0n)
      const expected = kinds.map(kind => {
        const own = within.filter(line => line.kind === kind)
        const amounts = own.map(({ amount }) => amount)
        return {
          kind,
          into: sum(amounts.filter(amount => amount > 0n)),
          outOf: -sum(amounts.filter(amount => amount < 0n)),
          transfers: own.reduce((total, { transfers }) => total + transfers, 0),
        }
      })
      const sums = await platformSums(db.database, 'POOL.static', { above, upTo })
      expect(sums, `${above} to ${upTo}`).toEqual(expected)
    }
  for (const { at } of lines)
    for (const ms of [-1, 0, 1]) {
      const instant = new Date(at.getTime() + ms)
      const last = lines.findLast(line => line.at < instant)?.version ?? 0
      expect(await platformVersionAt(db.database, 'POOL.static', instant)).toBe(last)
    }
})

it('names the members beside every range of lines, by kind', async () => {
  const before = await newestVersion(db.database, 'EXT')
  const members = [newUuid(), newUuid(), newUuid()]
  const acts = [
    ['recharge', 0],
    ['withdrawal', 1],
    ['recharge', 2],
    ['withdrawal', 0],
  ] as const
  for (const [kind, place] of [['recharge', 1] as const, ...acts]) {
    const sides = [houseAccount('USDT', 'EXT'), memberAccount(members[place] as string, 'USDT')]
    const [from, to] = (kind === 'recharge' ? sides : sides.toReversed()) as typeof sides
    const order = { from, to, amount: 5n, kind, reference: newUuid() } as TransferOrder
    await db.database.transaction().execute(tx => ledger.post(tx, [order]))
  }
  const first = before + 1
  for (let above = first; above <= first + acts.length; above++)
    for (let upTo = above; upTo <= first + acts.length; upTo++)
      for (const kinds of [['recharge'], ['withdrawal'], ['recharge', 'withdrawal']] as const) {
        const within = acts.slice(above - first, upTo - first)
        const asked = within.filter(([kind]) => (kinds as readonly string[]).includes(kind))
        const expected = [...new Set(asked.map(([, place]) => members[place] as string))].sort()
        const named = await membersBeside(db.database, 'EXT', { above, upTo }, kinds)
        expect(named.sort(), `${above} to ${upTo}: ${kinds}`).toEqual(expected)
      }
})

it('names each member of a range once', async () => {
  const from = await newestVersion(db.database, 'EXT')
  for (const owner of [ann, ben, ann])
    await db.database.transaction().execute(tx =>
      ledger.post(tx, [
        {
          from: houseAccount('USDT', 'EXT'),
          to: memberAccount(owner, 'USDT'),
          amount: 5n,
          kind: 'recharge',
          reference: newUuid(),
        },
      ]),
    )
  await fill(1n)
  const upTo = await newestVersion(db.database, 'EXT')
  const members = await membersBeside(db.database, 'EXT', { above: from, upTo }, ['recharge'])
  expect(members.sort()).toEqual([ann, ben].sort())
  expect(await membersBeside(db.database, 'EXT', { above: from, upTo }, ['payout'])).toEqual([])
  expect(await platformSums(db.database, 'EXT', { above: upTo, upTo })).toEqual([])
})
