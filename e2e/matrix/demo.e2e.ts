import { expect, test } from 'vitest'
import { memberAt, sharedProduct } from './scene.ts'

/* The state of the demonstration when a visitor arrives. */
const product = sharedProduct()

test('the chart moves a little both ways: one income, one booked loss, and no growth that tempts', async () => {
  const member = await memberAt(product, 0)
  const { history } = await member.get('/api/pricing/guide')
  const prices: number[] = history.map((one: { price: string }) => Number(one.price))
  expect(Math.max(...prices) / Math.min(...prices)).toBeLessThan(1.02)
  const moves = prices.slice(1).map((price, i) => price - (prices[i] as number))
  expect(moves.some(move => move > 0)).toBe(true)
  // The part of the loss that the reserve bore.
  expect(moves.filter(move => move < 0)).toHaveLength(1)
  const { items } = await member.get('/api/treasury/receipts?limit=50')
  const booked = items.flatMap((one: { booked: { kind: string } | null }) => one.booked ?? [])
  const kinds = booked.map((one: { kind: string }) => one.kind)
  expect(kinds.sort()).toEqual(['founding', 'income'])
})

test('a printed account is asked about network pay that has reached the cap of its round, small as it is', async () => {
  const member = await memberAt(product, 9)
  const { prompts } = await member.get('/api/earnings/static-summary')
  const asked = { module: 'dynamic', reason: 'round', reopening: expect.anything() }
  expect(prompts).toContainEqual(expect.objectContaining(asked))
  const { round } = await member.get('/api/earnings/dynamic-summary')
  expect(round.cap).toBe('0.4')
  const { items } = await member.get('/api/earnings/dynamic?limit=100')
  expect(items.map((one: { cap: string | null }) => one.cap)).toContain('round')
  // Six weeks lie in two quarters at most.
  const paid = items.reduce(
    (sum: number, one: { amount: string }) => sum + Math.round(Number(one.amount) * 1_000_000),
    0,
  )
  expect(paid).toBeGreaterThanOrEqual(400_000)
  expect(paid).toBeLessThanOrEqual(800_000)
})

test('printed accounts have trades that wait for an action, and withdrawals of every kind', async () => {
  const statusesAt = async (place: number, path: string): Promise<string[]> => {
    const { items } = await (await memberAt(product, place)).get(path)
    return items.map((one: { status: string }) => one.status)
  }
  const open = '/api/otc/trades?open=true'
  for (const place of [3, 5]) expect(await statusesAt(place, open)).toContain('in_arbitration')
  // A trade that is not released in time goes to arbitration by itself a day later.
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
