import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFurnished } from './furnished.ts'
import { goodCalls } from './good-calls.ts'
import type { HttpSystem } from './http-system.ts'
import type { Scene } from './scene.ts'

let system: HttpSystem
let scene: Scene
beforeAll(async () => {
  const furnished = await openFurnished()
  system = furnished.system
  scene = furnished.scene
})
afterAll(() => system.close())

/** Fields that a hostile page adds to a body in the hope that they are saved. */
const forbidden = {
  status: 'finished',
  state: 'finished',
  fee: '0',
  feeBps: 0,
  price: '0.01',
  dealPrice: '0.01',
  paymentAmount: '0.01',
  balance: '1000000',
  available: '1000000',
  role: 'administrator',
  inviter: '00000000-0000-7000-8000-000000000002',
  inviterId: '00000000-0000-7000-8000-000000000002',
  memberId: '00000000-0000-7000-8000-000000000002',
  sellerId: '00000000-0000-7000-8000-000000000002',
  side: 'buy',
  payTo: '0x52908400098527886E0F7030069857D2E4169EE7',
  frozenAt: null,
  constructor: { prototype: { memberId: 1 } },
}

describe('a field that a call does not have', () => {
  it('is refused with 40000 in every body and in every query, and nothing changes', async () => {
    const calls = await goodCalls(system, scene)
    const before = await system.facts()
    for (const { endpoint, asking } of calls)
      for (const [name, value] of Object.entries(forbidden)) {
        if (name in asking.body) continue
        const about = `${endpoint.id} with ${name}`
        const body = { ...asking.body, [name]: value }
        const inBody = await system.ask(endpoint, { ...asking, body })
        expect([inBody.status, inBody.code], about).toEqual([200, 40000])
        const inQuery = await system.ask(endpoint, { ...asking, query: { [name]: 'x' } })
        expect([inQuery.status, inQuery.code], `${about}, query`).toEqual([200, 40000])
      }
    expect(await system.facts()).toBe(before)
  })

  it('is the only reason: the same bodies without it are accepted', async () => {
    for (const { endpoint, asking } of await goodCalls(system, scene)) {
      const reply = await system.ask(endpoint, asking)
      expect(reply.code, `${endpoint.id} ${reply.msg}`).toBe(1)
    }
  })
})
