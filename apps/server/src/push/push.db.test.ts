import { createPublicKey, randomBytes, verify } from 'node:crypto'
import {
  askClosing,
  CLOSING_REST_DAYS,
  endPush,
  login,
  logout,
  notificationList,
  payTrade,
  pushLine,
  pushState,
  refusals,
  removeFromDevice,
  revokeOtherSessions,
  subscribeToPush,
} from '@banyan/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openSealing } from '../platform/sealing.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { times } from '../testing/meet.ts'
import { drawDeviceCode, LOGIN_PASSWORD, type TestMember } from '../testing/members.ts'
import { type Browser, drawBrowser, startPushService } from '../testing/push-service.ts'
import { closingBody, drawHash, equip, offer, takePart, uploadPicture } from '../testing/scene.ts'
import { openAddress, sealAddress } from './address.ts'
import { openVapid } from './vapid.ts'

let service: Awaited<ReturnType<typeof startPushService>>
let system: HttpSystem
let seller: TestMember
let buyer: TestMember
let orderId: string
beforeAll(async () => {
  service = await startPushService()
  system = await openHttpSystem({ env: { PUSH_TEST_SERVICE: service.origin } })
  seller = await system.join('Sorrel')
  buyer = await system.join('Bramble')
  await equip(system, seller)
  await system.give(buyer, 'USDT', '5000')
  orderId = (await offer(system, seller)).id
})
afterAll(async () => {
  await system.close()
  service.close()
})
afterEach(async () => {
  service.got.length = 0
  service.answer = 201
  service.headers = {}
  await system.db.owner.query('delete from push_subscription')
  await system.shiftClock(0)
})

const all = ['taken', 'paid', 'release', 'case', 'credited', 'sent'] as const
type Kinds = readonly (typeof all)[number][]
const choice = (browser = drawBrowser(service.origin), kinds: Kinds = all) => ({
  ...browser.subscription,
  kinds: [...kinds],
})
const subscribe = async (as: { token: string }, kinds?: Kinds): Promise<Browser> => {
  const browser = drawBrowser(service.origin)
  await system.must(subscribeToPush, { as, body: choice(browser, kinds) })
  return browser
}
const onAnotherDevice = async ({ accountId }: TestMember) => {
  const deviceCode = drawDeviceCode()
  const body = { accountId, loginPassword: LOGIN_PASSWORD, deviceCode }
  return { deviceCode, token: (await system.must(login, { body })).token }
}
/** Takes a seller's order: the seller is notified of the trade. */
const take = async () => {
  const trade = await takePart(system, buyer, orderId)
  await system.job('notifications')
  return trade
}
const rowsOf = async (table: string): Promise<number> =>
  (await system.db.owner.query(`select 1 from ${table}`)).rows.length
const messages = () => rowsOf('push_message')
const subscriptions = () => rowsOf('push_subscription')

describe('a push message', () => {
  it('is encrypted only for the browser, signed by the key that it subscribed with, and contains no more than its kind', async () => {
    const browser = await subscribe(seller)
    const trade = await take()
    expect(service.got).toEqual([])
    await system.job('push')
    const [pushed] = service.got
    if (!pushed) throw new Error('the push service got no request')
    expect(pushed.path).toBe(new URL(browser.subscription.endpoint).pathname)
    expect(pushed.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' })
    expect(Number(pushed.headers.ttl)).toBeGreaterThan(1_700)
    expect(pushed.headers.topic).toMatch(/^[A-Za-z0-9_-]{32}$/)
    expect(pushed.body.toString('latin1')).not.toContain(trade.matchingId)
    expect(browser.read(pushed.body)).toEqual({
      account: seller.memberId,
      kind: 'taken',
      side: 'seller',
      subject: trade.id,
      line: pushLine('taken', 'zh-CN'),
    })
    const { publicKey } = await system.must(pushState, { as: seller })
    const { audience, subject, isSigned } = vapidOf(pushed.headers.authorization, publicKey)
    expect({ audience, isSigned }).toEqual({ audience: service.origin, isSigned: true })
    expect(subject).toMatch(/^mailto:/)
  })

  it('is sent once, however many workers send, to every device that asked for its kind, and to no other', async () => {
    const other = await onAnotherDevice(seller)
    const [one, two] = [await subscribe(seller), await subscribe(other, ['paid'])]
    const trade = await take()
    const voucher = await uploadPicture(system, buyer)
    await system.must(payTrade, {
      as: buyer,
      params: { id: trade.id },
      body: { vouchers: [voucher], hash: drawHash() },
    })
    await system.job('notifications')
    await Promise.all(times(3, () => system.job('push')).map(turn => turn()))
    const kindsAt = (browser: Browser) =>
      service.got
        .filter(pushed => browser.subscription.endpoint.endsWith(pushed.path))
        .map(pushed => browser.read(pushed.body).kind)
        .sort()
    expect(kindsAt(one)).toEqual(['paid', 'taken'])
    expect(kindsAt(two)).toEqual(['paid'])
    expect(await messages()).toBe(0)
    // The notification in the app exists all the same.
    const { items } = await system.must(notificationList, { as: seller })
    expect(items.filter(item => item.subject === trade.id)).toHaveLength(2)
  })

  it('is not readable in the database', async () => {
    const { subscription } = await subscribe(seller)
    await take()
    const { rows } = await system.db.owner.query(
      `select encode(address, 'escape') || encode(message, 'escape') as text
       from push_message join push_subscription on push_subscription.id = subscription_id`,
    )
    expect(rows).toHaveLength(1)
    expect(rows[0].text).not.toContain(new URL(subscription.endpoint).pathname)
    expect(rows[0].text).not.toContain(subscription.keys.auth)
    expect(rows[0].text).not.toContain('taken')
  })
})

describe('a push service that does not accept a message', () => {
  it('is asked again after an error, four times, and no longer than the message is useful', async () => {
    await subscribe(seller)
    service.answer = 503
    await take()
    const triesAt = async (seconds: number) => {
      await system.shiftClock(seconds * 1000)
      await system.job('push')
      return service.got.length
    }
    expect([await triesAt(0), await triesAt(5), await triesAt(11)]).toEqual([1, 1, 2])
    expect([await triesAt(73), await triesAt(375)]).toEqual([3, 4])
    expect(await messages()).toBe(0)
    await take()
    await triesAt(375)
    service.got.length = 0
    expect(await triesAt(375 + 1_801)).toBe(0)
    expect(await messages()).toBe(0)
  })

  it('ends a subscription that is gone, and cannot redirect the request', async () => {
    await subscribe(seller)
    service.answer = 302
    service.headers = { location: `${service.origin}/elsewhere` }
    await take()
    await system.job('push')
    expect(service.got).toHaveLength(1)
    expect((await system.must(pushState, { as: seller })).kinds).toEqual([...all])
    service.answer = 410
    await take()
    await system.job('push')
    expect((await system.must(pushState, { as: seller })).kinds).toBeNull()
  })
})

describe('a message that cannot be sent', () => {
  it('is removed with its subscription when the browser subscribed with another key of the server', async () => {
    await subscribe(seller)
    const { rows } = await system.db.owner.query(
      'select session_id, address from push_subscription',
    )
    const sealing = openSealing(system.platform.secrets.fieldKey)
    const row = { sessionId: rows[0].session_id, address: rows[0].address }
    const vapidKey = openVapid(randomBytes(32), 'https://a.example').publicKey
    const address = { ...openAddress(sealing, row), vapidKey }
    await system.db.owner.query('update push_subscription set address = $1', [
      sealAddress(sealing, address, row.sessionId),
    ])
    await take()
    await system.job('push')
    expect(service.got).toEqual([])
    expect((await system.must(pushState, { as: seller })).kinds).toBeNull()
  })

  it('delays no other, and the log contains no address, key or account', async () => {
    const lines: unknown[] = []
    const { logger } = system.platform
    const spies = (['info', 'error'] as const).map(level =>
      vi.spyOn(logger, level).mockImplementation((...line) => void lines.push(line)),
    )
    const broken = await onAnotherDevice(seller)
    const [other, browser] = [await subscribe(broken), await subscribe(seller)]
    await system.db.owner.query(
      `update push_subscription set address = $1 where session_id <>
        (select session_id from push_subscription order by created_at desc limit 1)`,
      [randomBytes(64)],
    )
    await take()
    service.answer = 403
    await system.job('push')
    for (const spy of spies) spy.mockRestore()
    expect(service.got.map(pushed => browser.read(pushed.body).kind)).toEqual(['taken'])
    expect(await messages()).toBe(0)
    expect(lines).toHaveLength(2)
    const logged = JSON.stringify(lines)
    for (const { subscription } of [other, browser])
      for (const secret of [subscription.endpoint, ...Object.values(subscription.keys)])
        expect(logged).not.toContain(secret)
    expect(logged).not.toContain(seller.memberId)
  })
})

describe('a subscription', () => {
  it('gets no more messages once its session is revoked or its account is removed from the device', async () => {
    const [revoked, removed] = [await onAnotherDevice(seller), await onAnotherDevice(seller)]
    for (const as of [revoked, removed]) await subscribe(as)
    await take()
    expect(await messages()).toBe(2)
    await system.must(removeFromDevice, { as: removed, body: { deviceCode: removed.deviceCode } })
    await system.must(revokeOtherSessions, { as: seller })
    await system.job('push')
    expect(service.got).toEqual([])
    expect([await messages(), await subscriptions()]).toEqual([0, 0])
  })

  it('is deleted when its account is closed, and nobody else’s is', async () => {
    const leaver = await system.join('Leaver')
    await subscribe(leaver)
    await subscribe(buyer)
    await system.must(askClosing, { as: leaver, body: closingBody })
    expect((await system.ask(subscribeToPush, { as: leaver, body: choice() })).code).toBe(
      refusals.accountClosing.code,
    )
    await system.shiftClock(CLOSING_REST_DAYS * 86_400_000 + 60_000)
    await system.job('closings')
    const { rows } = await system.db.owner.query('select member_id from push_subscription')
    expect(rows).toEqual([{ member_id: buyer.memberId }])
  })

  it('ends with its session: a message that waited for another try is not sent', async () => {
    const other = await onAnotherDevice(seller)
    await subscribe(other)
    service.answer = 503
    await take()
    await system.job('push')
    expect(service.got).toHaveLength(1)
    await system.must(logout, { as: other })
    service.answer = 201
    await system.shiftClock(20_000)
    await system.job('push')
    expect(service.got).toHaveLength(1)
    expect(await messages()).toBe(0)
    expect(await subscriptions()).toBe(0)
  })

  it('of a session that is over is deleted without any new message', async () => {
    const other = await onAnotherDevice(seller)
    await subscribe(seller)
    await subscribe(other)
    await system.must(logout, { as: other })
    await system.job('push of sessions that are over')
    expect(await subscriptions()).toBe(1)
  })

  it('is one for a session, however many are requested at once; a later choice applies to waiting messages', async () => {
    await Promise.all(times(5, () => subscribe(seller)).map(one => one()))
    expect(await subscriptions()).toBe(1)
    const browser = await subscribe(seller)
    await take()
    await system.must(subscribeToPush, {
      as: seller,
      body: { ...browser.subscription, kinds: ['sent'] },
    })
    await system.job('push')
    expect(service.got).toEqual([])
  })

  it('is refused with a key that is none of the server', async () => {
    const strange = openVapid(randomBytes(32), '').publicKey
    const refused = await system.ask(subscribeToPush, {
      as: seller,
      body: { ...choice(), serverKey: strange },
    })
    expect(refused.code).toBe(refusals.pushKeyUnusable.code)
    const { publicKey } = await system.must(pushState, { as: seller })
    await system.must(subscribeToPush, { as: seller, body: { ...choice(), serverKey: publicKey } })
  })

  it('is ended only by its member', async () => {
    await subscribe(seller)
    await system.must(endPush, { as: buyer })
    expect((await system.must(pushState, { as: seller })).kinds).toEqual([...all])
    expect((await system.must(endPush, { as: seller })).kinds).toBeNull()
  })

  it('is refused unless its address is a browser’s push service and its key is valid', async () => {
    const { subscription } = drawBrowser(service.origin)
    const codeOf = async (changes: object) =>
      (
        await system.ask(subscribeToPush, {
          as: seller,
          body: { ...subscription, kinds: ['paid'], ...changes },
        })
      ).code
    for (const endpoint of [
      'http://127.0.0.1:22/',
      'https://169.254.169.254/latest/meta-data',
      'https://10.0.0.1/',
      'https://example.org/push',
      'https://fcm.googleapis.com.example.org/',
    ])
      expect(await codeOf({ endpoint }), endpoint).toBe(43901)
    expect(await codeOf({ endpoint: `https://fcm.googleapis.com/${'a'.repeat(1_000)}` })).toBe(
      40000,
    )
    const off = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url')
    expect(await codeOf({ keys: { ...subscription.keys, p256dh: off } })).toBe(43902)
    expect(await codeOf({ kinds: ['paid', 'paid'] })).toBe(40000)
  })
})

/** The claims in the header of RFC 8292, and whether the key has signed it. */
function vapidOf(header: string | undefined, publicKey: string) {
  const { t = '', k } = /^vapid t=(?<t>[^,]+), k=(?<k>.+)$/.exec(header ?? '')?.groups ?? {}
  const [head = '', claims = '', signature = ''] = t.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const key = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  const { aud, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'))
  return {
    audience: aud,
    subject: sub,
    isSigned:
      k === publicKey &&
      verify(
        'sha256',
        Buffer.from(`${head}.${claims}`),
        { key, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
  }
}
