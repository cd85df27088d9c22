import { type Endpoint, inputRuleText, moneyFlows, statement, walletSummary } from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import type { Call } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import type { Platform } from '../platform/module.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { openWallets } from './index.ts'

const ledger = openLedger()
const member = newUuid()
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  const usdt = memberAccount(member, 'USDT')
  const leaf = memberAccount(member, 'LEAF')
  await db.database.transaction().execute(async tx => {
    await ledger.post(tx, [
      {
        from: houseAccount('USDT', 'EXT'),
        to: usdt,
        amount: 250_500_000n,
        kind: 'recharge',
        reference: 'r',
      },
      {
        from: houseAccount('LEAF', 'ISSUE'),
        to: leaf,
        amount: 100_000_000n,
        kind: 'subscription_issue',
        reference: 's',
      },
    ])
    await ledger.post(tx, [
      {
        from: leaf,
        to: memberAccount(member, 'LEAF', 'escrow'),
        amount: 40_400_000n,
        kind: 'otc_freeze',
        reference: 'o',
      },
    ])
    await ledger.hold(tx, {
      account: usdt,
      amount: 50_000_000n,
      kind: 'withdrawal',
      reference: 'w',
    })
    const paid = await ledger.hold(tx, {
      account: usdt,
      amount: 20_000_000n,
      kind: 'withdrawal',
      reference: 'p',
    })
    await ledger.postHold(tx, paid, [
      {
        from: usdt,
        to: houseAccount('USDT', 'EXT'),
        amount: 19_000_000n,
        kind: 'withdrawal',
        reference: 'p',
      },
      {
        from: usdt,
        to: houseAccount('USDT', 'OPS'),
        amount: 1_000_000n,
        kind: 'withdrawal_fee',
        reference: 'p',
      },
    ])
  })
})
afterAll(() => db.close())

/**
 * Calls the module's handler as the dispatcher does: input through the endpoint, answer against its
 * schema.
 */
async function call(
  endpoint: Endpoint,
  query: unknown = {},
  memberId = member,
  { module } = open(),
) {
  const called = module.routes?.find(one => one.endpoint === endpoint)
  if (called?.kind !== 'plain') throw new Error('there is no such route')
  const answer = await called.handle({
    params: {},
    query: endpoint.query.parse(query),
    body: {},
    caller: { memberId, sessionId: newUuid() },
    locale: 'en',
    ip: '127.0.0.1',
  } as Call<Endpoint> & { caller: { memberId: string; sessionId: string } })
  return endpoint.answer.parse(answer)
}

/** The module, with limits that differ from member to member. */
const open = () =>
  openWallets({ database: db.database } as Platform, {
    ledger,
    prices: { guide: async () => ({ price: 1_035_001n, exitPrice: 1_035_000n }) },
    marketPayments: async (_, memberId) =>
      memberId === member ? { paid: 100_000_000n, got: 30_000_000n } : { paid: 0n, got: 0n },
    limits: {
      trading: async (_, ids) => {
        batches.push(ids)
        return new Map(ids.map(id => [id, id === member ? 1_000_000_000n : 7_000_000n]))
      },
      subscription: async (_, ids) =>
        new Map(
          ids.map(id => [
            id,
            id === member
              ? { purchasable: 180_500_000n, maxInvestment: 5_000_000_000n }
              : { purchasable: 0n, maxInvestment: 9_000_000n },
          ]),
        ),
    },
  })
/** The members of each reading of limits. */
const batches: (readonly string[])[] = []

describe('the summary of own wallets', () => {
  it('shows where the money is, what it is worth, and the limits', async () => {
    expect(await call(walletSummary)).toEqual({
      assets: [
        {
          asset: 'USDT',
          available: '180.5',
          frozen: '50',
          locked: '0',
          escrow: '0',
          value: '230.5',
        },
        {
          asset: 'LEAF',
          available: '59.6',
          frozen: '0',
          locked: '0',
          escrow: '40.4',
          value: '103.5',
        },
      ],
      totalValue: '334',
      tradingLimit: '1000',
      purchasable: '180.5',
      maxInvestment: '5000',
    })
  })

  it('is read together for members who ask at once, and shows each their own', async () => {
    const opened = open()
    const [other, third] = [newUuid(), newUuid()]
    await db.database.transaction().execute(tx =>
      ledger.post(tx, [
        {
          from: houseAccount('USDT', 'EXT'),
          to: memberAccount(other, 'USDT'),
          amount: 3_000_000n,
          kind: 'recharge',
          reference: 'other',
        },
      ]),
    )
    const askers = [member, other, third, member]
    batches.length = 0
    const answers = await Promise.all(askers.map(id => call(walletSummary, {}, id, opened)))
    expect(batches).toEqual([[member, other, third]])
    const alone = [await call(walletSummary), await call(walletSummary, {}, other)]
    expect(answers).toEqual([alone[0], alone[1], expect.anything(), alone[0]])
    expect(answers).toMatchObject([
      { totalValue: '334', maxInvestment: '5000' },
      { totalValue: '3', maxInvestment: '9' },
      { totalValue: '0', maxInvestment: '9' },
      { totalValue: '334', maxInvestment: '5000' },
    ])
  })

  it('is all zero for a member who has moved nothing', async () => {
    expect(await call(walletSummary, {}, newUuid())).toMatchObject({ totalValue: '0' })
    expect(await call(moneyFlows, {}, newUuid())).toMatchObject({ totalIn: '0', result: '0' })
  })
})

test('deposits and withdrawals add up, with payments to members outside the platform', async () => {
  expect(await call(moneyFlows)).toEqual({
    recharged: '250.5',
    paidToSellers: '100',
    totalIn: '350.5',
    withdrawn: '19',
    gotFromBuyers: '30',
    totalOut: '49',
    net: '301.5',
    // 334 + 49 − 350.5: the fee of the withdrawal, and 66.5 of coins that cost nothing here.
    totalValue: '334',
    result: '32.5',
  })
})

describe('the statement of own wallets', () => {
  type Page = { items: { id: string; amount: string }[]; nextCursor: string | null }

  it('shows own lines newest first, each with an id of its own, page by page', async () => {
    const whole = (await call(statement)) as Page
    expect(whole.items.map(({ amount }) => amount)).toEqual([
      '-1',
      '-19',
      '40.4',
      '-40.4',
      '100',
      '250.5',
    ])
    expect(new Set(whole.items.map(({ id }) => id)).size).toBe(6)
    const first = (await call(statement, { limit: '4' })) as Page
    const rest = (await call(statement, { limit: '4', cursor: first.nextCursor })) as Page
    expect([...first.items, ...rest.items]).toEqual(whole.items)
    expect(rest.nextCursor).toBeNull()
  })

  it('can be filtered by asset, by kind and by time', async () => {
    const amounts = async (query: object) =>
      ((await call(statement, query)) as Page).items.map(({ amount }) => amount)
    expect(await amounts({ group: 'withdrawal' })).toEqual(['-1', '-19'])
    expect(await amounts({ group: 'market', asset: 'LEAF' })).toEqual(['40.4', '-40.4'])
    expect(await amounts({ group: 'market', asset: 'USDT' })).toEqual([])
    expect(await amounts({ group: 'split' })).toEqual([])
    const [now, hour] = [Date.now(), 3_600_000]
    const [before, after] = [now - hour, now + hour].map(at => new Date(at).toISOString())
    expect(await amounts({ from: before, to: after })).toHaveLength(6)
    expect(await amounts({ from: after })).toEqual([])
    expect(await amounts({ to: before })).toEqual([])
    const first = (await call(statement, { group: 'market', limit: '1' })) as Page
    const rest = (await call(statement, { group: 'market', cursor: first.nextCursor })) as Page
    expect([...first.items, ...rest.items].map(({ amount }) => amount)).toEqual(['40.4', '-40.4'])
  })

  it('shows nothing to anybody else', async () => {
    expect(await call(statement, {}, newUuid())).toEqual({ items: [], nextCursor: null })
  })

  it('refuses a cursor that it did not issue, with a text', async () => {
    await expect(call(statement, { cursor: 'nonsense' })).rejects.toMatchObject({
      refusal: 'invalidInput',
      data: { issues: [{ path: 'cursor', message: inputRuleText('cursor', 'en') }] },
    })
  })
})
