import { createWithdrawal, refusals, withdrawalQueue, withdrawalTotals } from '@banyan/domain'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { openDeciding } from './deciding.fixture.ts'

let opened: Awaited<ReturnType<typeof openDeciding>>
let who: TestMember
/** Withdrawals of one member, oldest first. */
const created: { id: string; orderNumber: string; address: string; amount: string; at: string }[] =
  []
beforeAll(async () => {
  opened = await openDeciding()
  const { system, member } = opened
  await opened.ask(await member())
  who = await member()
  for (const amount of ['100', '250', '400']) {
    const address = privateKeyToAddress(generatePrivateKey())
    const body = { address, amount, remarks: null, paymentPassword: PAYMENT_PASSWORD }
    const { id, orderNumber } = await system.must(createWithdrawal, { as: who, body })
    created.push({ id, orderNumber, address, amount, at: '' })
  }
  for (const row of (await list({ account: who.accountId })).items) {
    const one = created.find(({ id }) => id === row.id)
    if (one) one.at = row.requestedAt
  }
})
afterAll(() => opened.system.close())

const list = (query: object) =>
  opened.system.must(withdrawalQueue, { as: opened.approvers.reviewer, query })
const idsOf = async (query: object) => (await list(query)).items.map(({ id }) => id)
const ids = (...places: number[]) => places.map(place => created[place]?.id)

describe('the operators’ list of withdrawals', () => {
  it('is narrowed by account, address, order number, amount, time and state, one or all of them', async () => {
    const account = who.accountId
    const [, second] = created
    expect(await idsOf({ account })).toEqual(ids(0, 1, 2))
    expect(await idsOf({ account: '00000001' })).toEqual([])
    expect(await idsOf({ address: second?.address })).toEqual(ids(1))
    expect(await idsOf({ address: second?.address.slice(0, 12).toLowerCase() })).toEqual(ids(1))
    expect(await idsOf({ order: second?.orderNumber })).toEqual(ids(1))
    expect(await idsOf({ account, least: '250' })).toEqual(ids(1, 2))
    expect(await idsOf({ account, least: '100.01', most: '399.99' })).toEqual(ids(1))
    expect(await idsOf({ account, from: second?.at })).toEqual(ids(1, 2))
    expect(await idsOf({ account, before: second?.at })).toEqual(ids(0))
    expect(await idsOf({ account, state: 'requested', most: '250' })).toEqual(ids(0, 1))
    expect(await idsOf({ account, state: 'paid' })).toEqual([])
  })

  it('is summed over all its pages under the same filters', async () => {
    const { system, approvers } = opened
    const totals = (query: object) =>
      system.must(withdrawalTotals, { as: approvers.treasurer, query })
    const account = who.accountId
    expect(await totals({ account })).toEqual({ count: 3, amount: '750' })
    expect(await totals({ account, least: '250' })).toEqual({ count: 2, amount: '650' })
    expect(await totals({ address: created[1]?.address })).toEqual({ count: 1, amount: '250' })
    expect(await totals({ account, state: 'paid' })).toEqual({ count: 0, amount: '0' })
    expect(await totals({ account: '00000001' })).toEqual({ count: 0, amount: '0' })
    const all = await totals({ which: 'all' })
    const { items, nextCursor } = await list({ which: 'all', limit: 100 })
    expect([all.count, nextCursor]).toEqual([items.length, null])
  })

  it('has what has ended only where it is asked for', async () => {
    await opened.system.db.owner.query(
      `update withdrawal set state = 'cancelled', closed_at = house_now() where order_number = $1`,
      [created[2]?.orderNumber],
    )
    expect(await idsOf({ account: who.accountId })).toEqual(ids(0, 1))
    expect(await idsOf({ account: who.accountId, which: 'all' })).toEqual(ids(0, 1, 2))
    expect(await idsOf({ account: who.accountId, state: 'cancelled' })).toEqual(ids(2))
  })

  it('goes on from page to page under its filters, and has each row once', async () => {
    const query = { account: who.accountId, which: 'all', limit: 1 }
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await list({ ...query, ...(cursor ? { cursor } : {}) })
      seen.push(...page.items.map(({ id }) => id))
      cursor = page.nextCursor ?? undefined
    } while (cursor)
    expect(seen).toEqual(ids(0, 1, 2))
  })

  it('has its checks and moves as the one withdrawal has them', async () => {
    const { approvers, read } = opened
    const [row] = (await list({ account: who.accountId })).items
    const one = await read(approvers.reviewer, row?.id ?? '')
    for (const name of ['accountId', 'checks', 'moves', 'expected', 'state'] as const)
      expect(row?.[name], name).toEqual(one[name])
  })

  it.each([
    { account: '12' },
    { address: 'javascript:' },
    { address: "0x' or 1=1" },
    { least: '-1' },
    { most: '1e9' },
    { from: 'yesterday' },
    { which: 'none' },
    { state: 'lost' },
  ])('refuses %j with a sentence', async query => {
    const { system, approvers } = opened
    const reply = await system.ask(withdrawalQueue, { as: approvers.reviewer, query })
    expect([reply.code, reply.msg]).toEqual([refusals.invalidInput.code, expect.any(String)])
  })
})
