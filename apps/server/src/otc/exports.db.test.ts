import { orderExportPath, refusals, tradeExportPath } from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import type { TestMember } from '../testing/members.ts'
import { equip, offer, takePart } from '../testing/scene.ts'

let system: HttpSystem
let seller: TestMember
let buyer: TestMember
beforeAll(async () => {
  // A full bucket of six an hour; other limits are generous.
  system = await openHttpSystem({ rateLimitScale: 1 })
  seller = await system.join('=1+1')
  buyer = await system.join('+Bramble')
  await equip(system, seller)
})
afterAll(() => system.close())

const table = async (path: string, as: TestMember, language = 'zh-CN') => {
  const response = await fetch(system.url + path, {
    headers: { authorization: `Bearer ${as.token}`, 'accept-language': language },
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { response, bytes, lines: bytes.toString('utf8').replace('\ufeff', '').split('\r\n') }
}

describe('an export', () => {
  it('holds the caller’s own trades and orders, as text that no spreadsheet executes', async () => {
    const order = await offer(system, seller)
    const trades = [
      await takePart(system, buyer, order.id),
      await takePart(system, buyer, order.id),
    ]
    const sold = await table(tradeExportPath, seller)
    expect(sold.response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(sold.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(sold.lines[0]).toMatch(/^"匹配编号",/)
    expect(sold.lines.slice(1, 3).map(line => line.split(',')[0])).toEqual(
      trades.map(one => `"${one.matchingId}"`).reverse(),
    )
    expect(sold.lines[1]).toContain(`"'+Bramble"`)
    const bought = await table(tradeExportPath, buyer, 'en')
    expect(bought.lines[0]).toMatch(/^"Matching ID",/)
    expect(bought.lines[1]).toContain(`"'=1+1"`)
    const orders = await table(orderExportPath, seller)
    expect(orders.lines[1]).toContain(`"${order.orderNumber}"`)
    // 1.02 with 1 % conceded: the price in a table is also the one that is paid.
    for (const line of [sold.lines[1], bought.lines[1], orders.lines[1]])
      expect(line).toContain(`"1.009800"`)
    expect((await table(orderExportPath, buyer)).lines).toHaveLength(2)
  })

  it('is available six times in an hour, and only to its owner', async () => {
    const eager = await system.join('Eager')
    const codes: number[] = []
    for (let i = 0; i < 7; i++)
      codes.push((await table(i % 2 ? tradeExportPath : orderExportPath, eager)).response.status)
    expect(codes).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect((await system.send('GET', tradeExportPath)).code).toBe(refusals.sessionExpired.code)
  })
})
