import { expect, test } from 'vitest'
import { memberAt, sharedProduct } from './scene.ts'

/* What a visitor of the demonstration finds. */
const product = sharedProduct()

test('the chart moves a little both ways: one income, one booked loss, and no growth that tempts', async () => {
  const member = await memberAt(product, 0)
  const { history } = await member.get('/api/pricing/guide')
  const prices: number[] = history.map((one: { price: string }) => Number(one.price))
  expect(Math.max(...prices) / Math.min(...prices)).toBeLessThan(1.02)
  const moves = prices.slice(1).map((price, i) => price - (prices[i] as number))
  expect(moves.some(move => move > 0)).toBe(true)
  // As much as the reserve bore of the loss.
  expect(moves.filter(move => move < 0)).toHaveLength(1)
  const { items } = await member.get('/api/treasury/receipts?limit=50')
  const booked = items.flatMap((one: { booked: { kind: string } | null }) => one.booked ?? [])
  const kinds = booked.map((one: { kind: string }) => one.kind)
  expect(kinds.sort()).toEqual(['founding', 'income'])
})

test('printed accounts have trades that wait for somebody, and withdrawals of every kind', async () => {
  const statusesAt = async (place: number, path: string): Promise<string[]> => {
    const { items } = await (await memberAt(product, place)).get(path)
    return items.map((one: { status: string }) => one.status)
  }
  const open = '/api/otc/trades?open=true'
  for (const place of [3, 5]) expect(await statusesAt(place, open)).toContain('in_arbitration')
  // One that is not released in time goes to arbitration by itself a day later.
  const overdue = expect.arrayContaining([
    expect.stringMatching(/^(release_timeout|in_arbitration)$/),
  ])
  for (const place of [4, 6]) expect(await statusesAt(place, open)).toEqual(overdue)
  expect(await statusesAt(1, '/api/withdrawals')).toEqual(['refused'])
  expect(await statusesAt(3, '/api/withdrawals')).toEqual(['under_review'])
  expect(await statusesAt(0, '/api/withdrawals')).toEqual(['adopted'])
  expect(await statusesAt(5, '/api/withdrawals')).toEqual(['refused'])
  const [paid] = (await (await memberAt(product, 0)).get('/api/withdrawals')).items
  expect(paid).toMatchObject({
    stage: 'done',
    payout: { transaction: expect.stringMatching(/^0x/) },
  })
})
