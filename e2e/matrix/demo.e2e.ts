import { expect, test } from 'vitest'
import { Caller } from './caller.ts'
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

/** What every row of a list has under a name. */
const each = (items: Record<string, unknown>[], name: string) => items.map(one => one[name])

/** An operator of the demonstration, signed in. */
function operator(name: string): Promise<Caller> {
  const account = product.demoOperators.find(one => one.name === `demo-${name}`)
  if (!account) throw new Error(`the start prints no demo-${name}`)
  return Caller.openOperator(product.consoleUrl, account)
}

test('arbitrators find a case at each stage that waits for one, and each is drawn for somebody', async () => {
  const lists: { items: Record<string, unknown>[] }[] = await Promise.all(
    [1, 2, 3, 4].map(async number =>
      (await operator(`arbitrator-${number}`)).get('/api/operator/cases'),
    ),
  )
  const rows = lists.flatMap(({ items }) => items)
  for (const stage of ['opened', 'first_opinion', 'disagreed', 'review_opened'])
    expect(each(rows, 'state')).toContain(stage)
  for (const { id } of rows)
    expect(
      each(
        rows.filter(one => one.id === id),
        'drawn',
      ),
    ).toContain(true)
})

test('a withdrawal waits for a review with a reason, and another one for its release', async () => {
  const reviewer = await operator('reviewer')
  const requested = await reviewer.get('/api/operator/withdrawals?state=requested')
  const failed = { check: 'newAccount', ok: false }
  expect(requested.items).toContainEqual(
    expect.objectContaining({ checks: expect.arrayContaining([failed]) }),
  )
  const treasurer = await operator('treasurer')
  const reviewed = await treasurer.get('/api/operator/withdrawals?state=reviewed')
  expect(reviewed.items[0].moves).toContain('release')
})

test('what one operator has proposed waits for another: a receipt, a version of the rules, a freeze', async () => {
  const mayApprove = async (name: string): Promise<string[]> => {
    const one = await operator(name)
    const { items } = await one.get('/api/operator/proposals?state=open')
    return items
      .filter(({ moves }: { moves: string[] }) => moves.includes('approve'))
      .map(({ subject }: { subject: { kind: string } }) => subject.kind)
      .sort()
  }
  expect(await mayApprove('treasurer-2')).toEqual(['account_freeze', 'receipt'])
  expect(await mayApprove('administrator-2')).toEqual(['account_freeze', 'rules'])
  const { items } = await (await memberAt(product, 0)).get('/api/treasury/receipts?booked=no')
  expect(each(items, 'amount').sort()).toEqual(['18', '30'])
})

test('support finds a conversation and feedback without an answer, a draft and a scheduled notice', async () => {
  const support = await operator('support')
  const waiting = await support.get('/api/operator/service/conversations?view=waiting')
  expect(waiting.items).toHaveLength(1)
  const feedback = await support.get('/api/operator/feedback?state=open')
  expect(feedback.items).toHaveLength(1)
  const notices = await support.get('/api/operator/notices')
  expect(each(notices.items, 'state')).toEqual(expect.arrayContaining(['draft', 'scheduled']))
})
