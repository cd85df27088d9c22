import {
  type ActKind,
  cancelOrder,
  changeOrder,
  codes,
  type Endpoint,
  type FreezeCause,
  freezeCauses,
  freezeTable,
  pauseOrder,
  type RefusalName,
  refusals,
  requestEmailCode,
  resumeOrder,
} from '@banyan/domain'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { openFurnished } from './furnished.ts'
import { goodCalls } from './good-calls.ts'
import type { HttpSystem } from './http-system.ts'
import { type Scene, want } from './scene.ts'

/**
 * The refusal of a call of this kind under a freeze that requires a factor or refuses the whole
 * act.
 */
const refusedWith: Partial<Record<ActKind, RefusalName>> = {
  takeOut: 'withdrawalsFrozen',
  sell: 'sellingFrozen',
  redirect: 'settingsFrozen',
}
/** The factor that a reset of one password leaves, as it is requested. */
const askedWith: Partial<Record<FreezeCause, RefusalName>> = {
  'payment-reset': 'stepUpByLogin',
  'login-reset': 'stepUpByPayment',
}

async function freezeEverybody(system: HttpSystem, cause: FreezeCause): Promise<void> {
  const { takeOut, sell } = freezeTable
  await system.db.owner.query(
    `insert into member_freeze (id, member_id, cause, withdrawals, sells, began_at, until)
     select gen_random_uuid(), id, $1, $2, $3, house_now(), house_now() + interval '24 hours' from member`,
    [cause, takeOut[cause] === 'refused', sell[cause] === 'refused'],
  )
}

/** The answer of a call whose preceding call was refused. */
const instead = new Map<Endpoint, object>([
  // Its terms were not changed.
  [cancelOrder, { body: { version: 1 } }],
  // No address was bound.
  [requestEmailCode, { body: { purpose: 'bind', address: 'another@example.org' } }],
])

/** An owner's calls on a buy order; the calls of the loop are on a sell order. */
async function expectBuyCells(system: HttpSystem, { outsider: as }: Scene, cause: FreezeCause) {
  const order = await want(system, as, '60')
  const params = { id: order.id }
  await system.must(pauseOrder, { as, params, body: { version: 1 } })
  const terms = {
    price: '1.02',
    minQuantity: '2',
    maxQuantity: '30',
    concessionBps: 0,
    networks: ['BSC'],
  }
  for (const [endpoint, body] of [
    [resumeOrder, { version: 1 }],
    [changeOrder, { ...terms, version: 1 }],
  ] as const) {
    const row = endpoint.act
    if (row === null || typeof row !== 'object')
      throw new Error(`${endpoint.id} has no row of its own for buying`)
    expect(freezeTable[row.buy][cause], endpoint.id).toBe('free')
    const { code, msg } = await system.ask(endpoint, { as, params, body })
    expect(code, `${endpoint.id} of a buy order: ${msg}`).toBe(codes.success)
  }
}

/** Nobody can take the sell orders of a member whose selling is frozen. */
const needsSeller = new Set(['otc.take'])

type GoodCall = Awaited<ReturnType<typeof goodCalls>>[number]

/** The table's kind for a call under a freeze. The orders of these calls are sell orders. */
function kindOf({ id, act }: Endpoint): ActKind {
  if (act === null) throw new Error(`${id} has no row`)
  return typeof act === 'object' ? act.sell : act
}

/** The code that answers a call under a freeze. */
function expectedOf({ endpoint }: GoodCall, cause: FreezeCause): number {
  if (needsSeller.has(endpoint.id)) return refusals.orderPaused.code
  const kind = kindOf(endpoint)
  const cell = freezeTable[kind][cause]
  if (cell === 'refused') return refusals[refusedWith[kind] as RefusalName].code
  const isProven = cause === 'login-reset' && endpoint.paymentPassword
  if (cell === 'asked' && !isProven) return refusals[askedWith[cause] as RefusalName].code
  return codes.success
}

/**
 * A system in which every call can be made once. A proof by words lasts a minute, which a busy
 * machine may exceed.
 */
async function openScene() {
  const { system, scene } = await openFurnished()
  const calls = await goodCalls(system, scene)
  await system.db.owner.query(`update challenge set expires_at = 'infinity'`)
  return { system, scene, calls }
}

let opened: Awaited<ReturnType<typeof openScene>>
beforeEach(async () => {
  opened = await openScene()
})
afterEach(() => opened.system.close())

it.each(freezeCauses)('under %s every call matches the table', async cause => {
  const { system, scene, calls } = opened
  await freezeEverybody(system, cause)
  const answered = async (call: GoodCall) => {
    const { endpoint, asking } = call
    const reply = await system.ask(endpoint, { ...asking, ...instead.get(endpoint) })
    const expected = expectedOf(call, cause)
    expect([reply.status, reply.code], `${endpoint.id}: ${reply.msg}`).toEqual([200, expected])
  }
  const isRefused = (call: GoodCall) => expectedOf(call, cause) !== codes.success
  const before = await system.facts()
  for (const call of calls.filter(isRefused)) await answered(call)
  expect(await system.facts(), 'a refused call changes nothing').toBe(before)
  await expectBuyCells(system, scene, cause)
  for (const call of calls.filter(one => !isRefused(one))) await answered(call)
})

it('an account that is closed as a whole does nothing', async () => {
  const { system, calls } = opened
  await system.db.owner.query('update member set frozen_at = house_now()')
  for (const { endpoint, asking } of calls) {
    const reply = await system.ask(endpoint, { ...asking, key: newUuid() })
    const isClosed = freezeTable[kindOf(endpoint)].account === 'refused'
    expect([reply.status, reply.code], `${endpoint.id}: ${reply.msg}`).toEqual([
      200,
      isClosed ? codes.accountProblem : codes.success,
    ])
  }
})
