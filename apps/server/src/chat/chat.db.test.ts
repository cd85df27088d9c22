import {
  chatLimits,
  chatMessages,
  giveUpTrade,
  login,
  markChatRead,
  refusals,
  sayInChat,
  unreadChats,
  uploadedPicturePath,
} from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { changesOf, meet, times } from '../testing/meet.ts'
import { LOGIN_PASSWORD, type TestMember } from '../testing/members.ts'
import { equip, offer, takePart, uploadPicture } from '../testing/scene.ts'

let system: HttpSystem
let seller: TestMember
let buyer: TestMember
let orderId: string
beforeAll(async () => {
  system = await openHttpSystem()
  seller = await system.join('Sorrel')
  buyer = await system.join('Bramble')
  await equip(system, seller)
  orderId = (await offer(system, seller)).id
})
afterAll(() => system.close())

const newTrade = async () => (await takePart(system, buyer, orderId)).id
const say = (as: TestMember, id: string, text: string, pictures: string[] = []) =>
  system.ask(sayInChat, { as, params: { id }, body: { text, pictures } })
const read = (as: TestMember, id: string, query: object = {}) =>
  system.must(chatMessages, { as, params: { id }, query })

describe("a trade's chat", () => {
  it('shows each side who wrote what, in order, newest first, a page at a time', async () => {
    const id = await newTrade()
    const lines = [
      'Hello',
      'I pay from TokenPocket',
      '好的，\n我等着',
      '<b>sent</b> https://evil.example',
    ]
    for (const [at, text] of lines.entries()) await say(at % 2 ? buyer : seller, id, text)
    const first = await read(buyer, id, { limit: 3 })
    expect(first.items.map(one => [one.place, one.by, one.own])).toEqual([
      [4, 'buyer', true],
      [3, 'seller', false],
      [2, 'buyer', true],
    ])
    const rest = await read(buyer, id, { limit: 3, cursor: first.nextCursor })
    expect(rest.nextCursor).toBeNull()
    expect([...first.items, ...rest.items].map(one => one.text).reverse()).toEqual(lines)
  })

  it('is only for its two parties, its pictures included', async () => {
    const id = await newTrade()
    const outsider = await system.join('Yarrow')
    const picture = await uploadPicture(system, buyer)
    expect((await say(buyer, id, '', [picture])).code).toBe(1)
    const typeSeenBy = async (member: TestMember) =>
      (
        await fetch(system.url + uploadedPicturePath(picture), {
          headers: { authorization: `Bearer ${member.token}` },
        })
      ).headers.get('content-type')
    expect(await typeSeenBy(seller)).toBe('image/webp')
    expect(await typeSeenBy(outsider)).toContain('application/json')
    expect((await say(outsider, id, 'let me in')).code).toBe(refusals.notFound.code)
    expect((await say(seller, id, '', [picture])).code).toBe(refusals.chatPictureUnknown.code)
    expect((await say(seller, id, '  ')).code).toBe(refusals.invalidInput.code)
    expect((await say(seller, id, 'x'.repeat(chatLimits.characters + 1))).code).toBe(
      refusals.invalidInput.code,
    )
  })

  it('counts unread messages, and shows the other side how far one has read', async () => {
    const id = await newTrade()
    await say(seller, id, 'one')
    await say(seller, id, 'two')
    const waiting = async (as: TestMember) =>
      (await system.must(unreadChats, { as })).items.find(one => one.tradeId === id)?.unread ?? 0
    expect([await waiting(buyer), await waiting(seller)]).toEqual([2, 0])
    const mark = (place: number) =>
      system.must(markChatRead, { as: buyer, params: { id }, body: { place } })
    await mark(2)
    await mark(1)
    expect(await waiting(buyer)).toBe(0)
    expect((await read(seller, id)).read).toEqual({ buyer: 2, seller: 2 })
    await mark(99)
    await say(seller, id, 'three')
    expect((await read(seller, id)).read, 'nothing is read before it is written').toEqual({
      buyer: 2,
      seller: 3,
    })
  })

  it('gives each of many simultaneous messages a place of its own, and each message once', async () => {
    const id = await newTrade()
    const saying = times(30, at =>
      system.ask(sayInChat, {
        as: at % 2 ? buyer : seller,
        params: { id },
        key: `chat-key-of-message-${at >> 1}`,
        body: { text: `message ${at >> 1}`, pictures: [] },
      }),
    )
    const many = await meet(system.db, changesOf('chat'), saying, { waiting: 10 })
    expect(new Set((await Promise.all(many)).map(reply => reply.code))).toEqual(new Set([1]))
    const again = await system.ask(sayInChat, {
      as: buyer,
      params: { id },
      key: 'chat-key-of-message-3',
      body: { text: 'message 3', pictures: [] },
    })
    expect(again.headers.get('idempotent-replayed')).toBe('true')
    const { items } = await read(buyer, id, { limit: 100 })
    expect(items.map(one => one.place)).toEqual(Array.from({ length: 30 }, (_, at) => 30 - at))
  })

  it('is kept after the trade, and closed for writing a week later', async () => {
    const id = await newTrade()
    await say(buyer, id, 'I cannot pay today')
    await system.must(giveUpTrade, { as: buyer, params: { id }, body: { nothingSent: true } })
    expect((await say(seller, id, 'never mind')).code).toBe(1)
    await system.shiftClock((chatLimits.writableDays * 24 + 1) * 3_600_000)
    // The clock has moved past the session's end: the members log in again.
    const late = await system.must(login, {
      body: {
        accountId: seller.accountId,
        loginPassword: LOGIN_PASSWORD,
        deviceCode: seller.deviceCode,
      },
    })
    const as = { ...seller, token: late.token }
    expect((await say(as, id, 'hello?')).code).toBe(refusals.chatClosed.code)
    const { items, writable } = await read(as, id)
    expect([items.length, writable]).toEqual([2, false])
  })
})
