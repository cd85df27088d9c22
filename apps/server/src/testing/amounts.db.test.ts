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

/** Texts that are no amount in any asset: security.md T7. */
const noAmounts: readonly unknown[] = [
  '',
  ' ',
  '\t',
  '\n',
  '\u0000',
  '\u00a0',
  '\ufeff',
  '\u200b',
  '.',
  '-',
  '+',
  ',',
  'e',
  '∞',
  '-1',
  '-0',
  '-0.01',
  '−1',
  '+1',
  '--1',
  '1-',
  '(1)',
  '0',
  '0.0',
  '0.00',
  '00',
  '00.01',
  '01',
  '0001',
  '1.',
  '.5',
  '1..2',
  '1.2.3',
  '1,0',
  '1,000',
  '1,000.00',
  '1 000',
  '1_000',
  "1'000",
  '1/2',
  '50%',
  '1e3',
  '1E3',
  '1e-18',
  '1e309',
  '1e+2',
  '0x10',
  '0b1',
  '0o7',
  '1n',
  'NaN',
  'Infinity',
  '-Infinity',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '1;',
  "1'--",
  '$1',
  '0.000000000000000001',
  '1.0000001',
  '0.0000009',
  '1.12345678',
  '1.0000000',
  '１２３',
  '１',
  '１.５',
  '٣',
  '१',
  '²',
  '½',
  '一',
  'Ⅳ',
  '1．5',
  '1。5',
  '1٫5',
  '10\u0660',
  String(2n ** 256n),
  '9'.repeat(16),
  '1000000000000000',
  '9'.repeat(400),
  '1'.repeat(20_000),
  '1\u0000',
  '\u00001',
  '1\u202e',
  '\u202e1',
  '1\ud800',
  '\udc001',
  '1\n2',
  '1\r',
  ' 1',
  '1 ',
  '1\t',
  'a1',
  '1a',
  0,
  1,
  -1,
  0.5,
  1e21,
  1e-7,
  2 ** 53,
  null,
  true,
  false,
  [],
  ['1'],
  [[1]],
  {},
  { amount: '1' },
  { toString: '1' },
  { valueOf: 1 },
  ['1', '1'],
  { length: 1, 0: '1' },
]
/** Three decimals: valid for a coin, but too many for a typed USDT amount. */
const tooFineForUsdt = ['1.001', '10.000', '0.005', '10.123456', '0.000001']

interface Property {
  pattern?: string
  /** For a field that is an amount or something else. */
  anyOf?: Property[]
}
/**
 * Every amount field of a body, by call, read from the document, so that none can be forgotten
 * here.
 */
async function amountFields(): Promise<Map<string, { field: string; decimals: number }[]>> {
  const response = await fetch(`${system.url}/api/openapi.json`)
  const { paths } = (await response.json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  const fields = new Map<string, { field: string; decimals: number }[]>()
  for (const operation of Object.values(paths).flatMap(item => Object.values(item))) {
    const schema = operation.requestBody?.content['application/json']?.schema
    const decimalsOf = Object.entries(schema?.properties ?? {}).flatMap(([field, property]) => {
      const pattern = [property, ...(property.anyOf ?? [])].find(one => one.pattern)?.pattern
      const decimals = /^\^\(0\|.*\\d\{1,(\d)\}\)\?\$$/.exec(pattern ?? '')?.[1]
      return decimals === undefined ? [] : [{ field, decimals: Number(decimals) }]
    })
    if (decimalsOf.length > 0) fields.set(operation.operationId, decimalsOf)
  }
  return fields
}
interface Operation {
  operationId: string
  requestBody?: {
    content: Record<string, { schema: { properties?: Record<string, Property> } } | undefined>
  }
}

const sixDecimals = (...fields: string[]) => fields.map(field => ({ field, decimals: 6 }))

describe('a text that is no amount', () => {
  it('is refused at the field, in every amount of every call, and nothing changes', async () => {
    const fields = await amountFields()
    expect(Object.fromEntries(fields)).toEqual({
      'earnings.activate': [{ field: 'quantity', decimals: 6 }],
      'otc.changeOrder': sixDecimals('price', 'minQuantity', 'maxQuantity'),
      'otc.publish': sixDecimals('quantity', 'price', 'minQuantity', 'maxQuantity'),
      'otc.publishBuy': sixDecimals('quantity', 'price', 'minQuantity', 'maxQuantity'),
      'otc.take': sixDecimals('quantity'),
      'otc.takeBuy': sixDecimals('quantity'),
      'redemptions.exchange': sixDecimals('quantity'),
      'subscriptions.place': [{ field: 'amount', decimals: 2 }],
      'withdraw.create': [{ field: 'amount', decimals: 2 }],
      'withdraw.quote': [{ field: 'amount', decimals: 2 }],
    })
    expect(new Set(noAmounts).size).toBeGreaterThanOrEqual(100)
    const calls = await goodCalls(system, scene)
    const before = await system.facts()
    for (const { endpoint, asking } of calls)
      for (const { field, decimals } of fields.get(endpoint.id) ?? []) {
        const corpus = decimals === 2 ? [...noAmounts, ...tooFineForUsdt] : noAmounts
        for (const amount of corpus) {
          const reply = await system.ask(endpoint, {
            ...asking,
            body: { ...asking.body, [field]: amount },
          })
          const about = `${endpoint.id} ${field} ${JSON.stringify(amount)?.slice(0, 60)}`
          expect([reply.status, reply.code], about).toEqual([200, 40000])
          expect(
            reply.data.issues.map((issue: { path: string }) => issue.path),
            about,
          ).toEqual([expect.stringContaining(field)])
        }
        const { [field]: _, ...without } = asking.body
        expect((await system.ask(endpoint, { ...asking, body: without })).code).toBe(40000)
      }
    expect(await system.facts()).toBe(before)
  })

  it('as JSON that only looks like a number is malformed or refused, never a fault', async () => {
    const { buyer } = scene
    const before = await system.facts()
    for (const literal of [
      'NaN',
      'Infinity',
      '1e309',
      '-1e309',
      '01',
      '1.',
      '0x10',
      '1_0',
      "'1'",
    ]) {
      const reply = await system.send('POST', '/api/withdrawals/quote', {
        token: buyer.token,
        raw: `{"address":"0x8617E340B3D01FA5F11F306F4090FD50E238070D","amount":${literal}}`,
        headers: { 'content-type': 'application/json' },
      })
      expect(reply.code, literal).toBe(40000)
    }
    expect(await system.facts()).toBe(before)
  })

  it('is also the largest possible one, which is refused because of the member’s balance', async () => {
    const calls = await goodCalls(system, scene)
    const before = await system.facts()
    for (const { endpoint, asking } of calls) {
      const amounts = (await amountFields()).get(endpoint.id)
      if (!amounts) continue
      const most = Object.fromEntries(amounts.map(({ field }) => [field, '999999999999990']))
      const reply = await system.ask(endpoint, { ...asking, body: { ...asking.body, ...most } })
      expect([reply.status, reply.code >= 41000], `${endpoint.id} ${reply.code}`).toEqual([
        200,
        true,
      ])
    }
    expect(await system.facts()).toBe(before)
  })
})
