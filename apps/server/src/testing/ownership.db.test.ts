import {
  allEndpoints,
  type Endpoint,
  getMarketOrder,
  getNotice,
  getOrder,
  getTrade,
  getWithdrawal,
  payTrade,
  refusals,
  takeBuyOrder,
  takeOrder,
  tradeIsElsewhere,
  tradeList,
  uploadedPicturePath,
} from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFurnished } from './furnished.ts'
import { goodCalls, neededQuery } from './good-calls.ts'
import type { HttpSystem, Reply } from './http-system.ts'
import type { TestMember } from './members.ts'
import { drawHash, type Scene, takePart, uploadPicture } from './scene.ts'
import { callsOfBothSides } from './scene-disputes.ts'

let system: HttpSystem
let scene: Scene
beforeAll(async () => {
  const furnished = await openFurnished()
  system = furnished.system
  scene = furnished.scene
})
afterAll(() => system.close())

/** The data of the two parties that a third member must never read. */
const secrets = (): string[] => {
  const { seller, buyer, order, unpaid, alsoUnpaid, paid } = scene
  return [
    ...[seller, buyer].flatMap(one => [one.memberId, one.accountId, one.token, one.deviceCode]),
    ...[unpaid, alsoUnpaid, paid].flatMap(one => [one.id, one.matchingId, one.payTo]),
    scene.voucher,
    scene.spareVoucher,
    scene.hash.slice(2),
    order.orderNumber,
    scene.withdrawal.id,
    scene.withdrawal.orderNumber,
    'rent of November',
    'asks for an hour',
    'a secret of the conversation',
    '买家 Bramble',
    scene.subscription.id,
    scene.subscription.orderNumber,
    '访客 Clover',
    scene.guestId,
  ]
}

function expectNothingOf(reply: Reply, about: string): void {
  const headers = JSON.stringify([...reply.headers])
  for (const secret of secrets()) {
    expect(reply.text, about).not.toContain(secret)
    expect(headers, about).not.toContain(secret)
  }
}

/** An order of the market is visible and can be taken by everyone, a notice can be read. */
const forEveryone = new Set<Endpoint>([takeOrder, takeBuyOrder, getMarketOrder, getNotice])

/** The request of a reading call by an id. */
const readOf = (endpoint: Endpoint) => {
  if (endpoint === getWithdrawal) return scene.withdrawal.id
  return endpoint === getOrder ? scene.order.id : scene.paid.id
}

/** What a side reads when the move is the other side's. */
const noMoves: readonly number[] = [
  ...tradeIsElsewhere.map(name => refusals[name].code),
  refusals.disputeMoveNotAllowed.code,
  refusals.caseOver.code,
  refusals.caseRuled.code,
  refusals.reviewNotPossible.code,
]

const unknownPictures: readonly number[] = [
  refusals.voucherUnknown.code,
  refusals.chatPictureUnknown.code,
  refusals.disputePictureUnknown.code,
  refusals.servicePictureUnknown.code,
]

describe("another member's things", () => {
  it('are not found: every call by an id is 40400 without a byte of them, and nothing changes', async () => {
    const { outsider } = scene
    const voucher = await uploadPicture(system, outsider)
    const good = new Map((await goodCalls(system, scene)).map(one => [one.endpoint, one.asking]))
    const byId = allEndpoints.filter(one => one.path.includes(':') && !forEveryone.has(one))
    expect(byId.length).toBeGreaterThanOrEqual(7)
    const before = await system.facts()
    for (const endpoint of byId) {
      const own = good.get(endpoint) ?? { params: { id: readOf(endpoint) }, body: {} }
      // The other member's own picture: only the trade may be the reason of the refusal.
      const body = endpoint === payTrade ? { vouchers: [voucher], hash: drawHash() } : own.body
      const reply = await system.ask(endpoint, { ...own, body, as: outsider })
      expect([reply.status, reply.code, reply.data], endpoint.id).toEqual([200, 40400, {}])
      expectNothingOf(reply, endpoint.id)
    }
    expect(await system.facts()).toBe(before)
  })

  it('are answered exactly like things that do not exist', async () => {
    const good = new Map((await goodCalls(system, scene)).map(one => [one.endpoint, one.asking]))
    for (const endpoint of allEndpoints.filter(
      one => one.path.includes(':') && !forEveryone.has(one),
    )) {
      const own = good.get(endpoint) ?? { params: { id: readOf(endpoint) } }
      const { id } = own.params as { id: string }
      const absent = `${id.slice(0, 4)}${'7'.repeat(32)}`
      const [theirs, nobodys] = await Promise.all(
        [id, absent].map(one =>
          system.ask(endpoint, { ...own, params: { id: one }, as: scene.outsider }),
        ),
      )
      expect([theirs?.status, theirs?.text], endpoint.id).toEqual([nobodys?.status, nobodys?.text])
    }
  })

  it('are pictures that nobody else attaches, to any text or payment', async () => {
    const { system: own, scene: there } = await openFurnished()
    try {
      const theirs = await uploadPicture(own, there.outsider)
      const attached: string[] = []
      for (const { endpoint, asking } of await goodCalls(own, there)) {
        const field = ['pictures', 'vouchers'].find(name => name in asking.body)
        if (field && asking.as?.token !== there.outsider.token) {
          const body = { ...asking.body, [field]: [theirs] }
          const reply = await own.ask(endpoint, { ...asking, body })
          expect(unknownPictures, endpoint.id).toContain(reply.code)
          attached.push(endpoint.id)
        }
        // The call was refused for the picture alone.
        const reply = await own.ask(endpoint, asking)
        expect([endpoint.id, reply.code]).toEqual([endpoint.id, 1])
      }
      expect(attached.length).toBeGreaterThanOrEqual(8)
    } finally {
      await own.close()
    }
  })

  it('are in no list and no summary of a third member', async () => {
    for (const endpoint of allEndpoints.filter(
      one => one.method === 'GET' && !one.path.includes(':'),
    )) {
      const query = neededQuery(system, scene, endpoint)
      const reply = await system.ask(endpoint, { as: scene.outsider, query })
      expectNothingOf(reply, endpoint.id)
    }
  })

  it('are pictures that only the owner and the two parties see', async () => {
    const readPicture = async (member: TestMember | null, id: string) => {
      const headers: Record<string, string> = member
        ? { authorization: `Bearer ${member.token}` }
        : {}
      const response = await fetch(system.url + uploadedPicturePath(id), { headers })
      const bytes = Buffer.from(await response.arrayBuffer())
      return response.headers.get('content-type') === 'image/webp'
        ? { csp: response.headers.get('content-security-policy'), seen: bytes.length > 50 }
        : JSON.parse(bytes.toString())
    }
    const { seller, buyer, outsider, voucher, spareVoucher } = scene
    const shown = { csp: 'sandbox', seen: true }
    expect(await readPicture(buyer, voucher)).toEqual(shown)
    expect(await readPicture(seller, voucher)).toEqual(shown)
    expect(await readPicture(buyer, spareVoucher), 'not yet in a trade').toEqual(shown)
    expect(await readPicture(seller, spareVoucher)).toMatchObject({ code: 40400 })
    expect(await readPicture(outsider, voucher)).toMatchObject({ code: 40400 })
    expect(await readPicture(null, voucher)).toMatchObject({ code: 20001 })
  })

  it('are no voucher for an own trade', async () => {
    const trade = await takePart(system, scene.outsider, scene.order.id)
    const reply = await system.ask(payTrade, {
      as: scene.outsider,
      params: { id: trade.id },
      body: { vouchers: [scene.voucher], hash: drawHash() },
    })
    expect(reply.code).toBe(refusals.voucherUnknown.code)
    const { state } = await system.must(getTrade, { as: scene.outsider, params: { id: trade.id } })
    expect(state).toBe('unpaid')
  })

  it('of a party match the table for that side', async () => {
    const { seller, buyer, paid } = scene
    const calls = await goodCalls(system, scene)
    const before = await system.facts()
    for (const { endpoint, asking } of calls) {
      if (!endpoint.path.startsWith('/api/otc/trades/')) continue
      if (callsOfBothSides.includes(endpoint)) continue
      const other = asking.as === buyer ? seller : buyer
      const reply = await system.ask(endpoint, { ...asking, as: other })
      expect(noMoves, endpoint.id).toContain(reply.code)
    }
    expect(await system.facts()).toBe(before)
    const bought = await system.must(tradeList, { as: seller, query: { side: 'buy' } })
    expect(bought.items).toEqual([])
    const sold = await system.must(tradeList, { as: seller, query: { side: 'sell' } })
    expect(sold.items.map(one => one.id)).toContain(paid.id)
  })
})
