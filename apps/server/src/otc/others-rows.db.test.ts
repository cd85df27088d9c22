import { parametersV1 } from '@banyan/economy'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { openFurnished } from '../testing/furnished.ts'
import type { HttpSystem } from '../testing/http-system.ts'
import { around } from '../testing/instants.ts'
import type { Scene } from '../testing/scene.ts'
import { ownOrdersPage } from './order-lists.ts'
import { frozenOwners, openBuyOrders, openOrderCounts, sellingFacts } from './order-store.ts'
import { faultsOf, noteFault } from './penalties.ts'
import { marketTerms } from './terms.ts'
import { tradesPage } from './trade-lists.ts'

/** What is read of one member has nothing of the others, who have orders, trades and faults. */
const now = '2040-05-06 07:08:09.123+00'
const inForce = marketTerms(parametersV1)
let system: HttpSystem
let scene: Scene
beforeAll(async () => {
  const furnished = await openFurnished()
  system = furnished.system
  scene = furnished.scene
})
afterAll(() => system.close())

/** The buyer let all trades lapse, and has paused; the seller is frozen. */
const prepare = () => `
  update otc_trade set state = 'payment_timeout', reason = 'gave_up', closed_at = '${now}';
  delete from otc_penalty;
  insert into otc_penalty values ('11111111-1111-4111-8111-111111111111', '${scene.seller.memberId}', 'faults', 1,
    '${now}', 'infinity');
  insert into member_freeze values ('11111111-1111-4111-8111-111111111111', '${scene.seller.memberId}',
    'login-reset', true, true, '${now}', 'infinity')`
const page = { cursor: null, limit: 50 }

type Who = 'seller' | 'buyer' | 'outsider'
const readings: Record<string, [of: Who, read: (tx: Tx, memberId: string) => Promise<number>]> = {
  'sell orders': ['seller', async (tx, id) => (await openOrderCounts(tx, id)).sell],
  'buy orders': ['buyer', async (tx, id) => (await openOrderCounts(tx, id)).buy],
  'buy orders that can be taken': ['buyer', async (tx, id) => (await openBuyOrders(tx, id)).length],
  'coins on sale': [
    'seller',
    async (tx, id) => Number((await sellingFacts(tx, [id], new Date(0))).get(id)?.openSellRests),
  ],
  'orders of the own list': [
    'seller',
    async (tx, id) => (await ownOrdersPage(tx, id, { side: 'sell' }, page)).rows.length,
  ],
  'purchases of the own list': [
    'buyer',
    async (tx, id) => (await tradesPage(tx, id, { side: 'buy' }, page)).rows.length,
  ],
  'sales of the own list': [
    'seller',
    async (tx, id) => (await tradesPage(tx, id, { side: 'sell' }, page)).rows.length,
  ],
  faults: [
    'buyer',
    async (tx, id) => faultsOf(tx, id, await systemNow(tx), { faultWindowMs: 86_400_000 }),
  ],
  'a freeze': ['seller', async (tx, id) => (await frozenOwners(tx, 'sell', [id])).size],
}

it.each(Object.entries(readings))('%s', async (_, [of, read]) => {
  const everybody = async (tx: Tx) => {
    const has = async (who: Who) => [who, (await read(tx, scene[who].memberId)) > 0] as const
    const seen = [await has('seller'), await has('buyer'), await has('outsider')]
    return seen.filter(([, any]) => any).map(([who]) => who)
  }
  expect((await around(system.db, now, { prepare: prepare(), read: everybody })).at).toEqual([of])
})

it('a pause for faults is as long as for the first time, whatever pauses others had', async () => {
  const grade = async (tx: Tx) => {
    const { memberId } = scene.buyer
    await noteFault(tx, memberId, await systemNow(tx), { ...inForce, faultsToPause: 1 })
    const row = await tx
      .selectFrom('otcPenalty')
      .select('grade')
      .where('memberId', '=', memberId)
      .executeTakeFirstOrThrow()
    return row.grade
  }
  expect(await around(system.db, now, { prepare: prepare(), read: grade })).toEqual({
    before: 1,
    at: 1,
    after: 1,
  })
})
