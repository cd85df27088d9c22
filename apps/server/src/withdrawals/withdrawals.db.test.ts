import {
  type AnswerOf,
  createWithdrawal as createEndpoint,
  type Endpoint,
  uuidOf,
  type withdrawalAddressList,
} from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { houseAccount, memberAccount, openLedger } from '../ledger/index.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { once } from '../platform/http/idempotency.ts'
import type { Call, Caller, Route } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { ringOf } from '../platform/key-ring.ts'
import type { Platform } from '../platform/module.ts'
import { Refused } from '../platform/refused.ts'
import { openSealing } from '../platform/sealing.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { changesOf, meet, times } from '../testing/meet.ts'
import { checkWithdrawals, openWithdrawals } from './index.ts'
import type { WireWithdrawal } from './present.ts'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const OTHER = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
const OURS = '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB'
const DAY = 24 * 3_600_000

const ledger = openLedger()
/** What only operators' calls need: decisions.db.test.ts covers those. */
const undecided = {
  hasStrayed: async () => false,
  payoutStop: async () => null,
  isFrozen: async () => false,
  securityChangedAt: async () => null,
  troublesOf: async () => ({ openCases: 0, faults: 0 }),
  openRecharges: async () => 0,
  accountIdOf: async () => '',
  joinedAmong: async () => new Map(),
  casesAgainst: async () => new Map(),
  areNear: async () => false,
  recordAct: async () => {},
  payoutKeyOf: async () => null,
  payoutKeys: async () => [],
  registerPayoutKey: async () => {
    throw new Error('this test has no operators')
  },
}
const sealing = openSealing(ringOf(Buffer.alloc(32)))
let db: TestDatabase
let routes: Map<string, Route>

beforeAll(async () => {
  db = await openTestDatabase()
  const platform = {
    config: { chain: null },
    database: db.database,
    pool: db.pool,
    logger: pino({ level: 'silent' }),
  } as unknown as Platform
  const ownAddress = async (_: unknown, address: string) => address === OURS
  const { module } = openWithdrawals(platform, {
    ledger,
    parameters: async () => parametersV1,
    ownAddress,
    isWoundDown: async () => false,
    freezes: async () => ({ withdrawals: null }),
    frozenAmong: async () => new Map(),
    emailCodeNeeded: async () => false,
    spendEmailCode: async () => {},
    enterBalances: async () => {},
    paysInFull: async () => true,
    transfersOut: null,
    ...undecided,
  })
  routes = new Map(module.routes?.map(route => [route.endpoint.id, route]))
})
afterAll(() => db.close())

/** A call as the dispatcher makes it, from the validated input to the checked answer. */
async function call(
  id: string,
  memberId: string,
  given: { params?: unknown; query?: unknown; body?: unknown } = {},
  key: string = newUuid(),
): Promise<unknown> {
  const route = routes.get(id)
  if (!route) throw new Error(`no route ${id}`)
  const { endpoint } = route
  const input = {
    params: endpoint.params.parse(given.params ?? {}),
    query: endpoint.query.parse(given.query ?? {}),
    body: endpoint.body.parse(given.body ?? {}),
    caller: { memberId, sessionId: newUuid() },
    locale: 'en',
    ip: '127.0.0.1',
  } as Call<Endpoint> & { caller: Caller }
  const fingerprint = Buffer.from(JSON.stringify([given.params, given.body]))
  const act = { memberId, operation: id, key, fingerprint }
  const answer =
    route.kind === 'plain'
      ? await route.handle(input)
      : (await once(db.database, sealing, act, tx => route.handle(tx, input, key))).answer
  return endpoint.answer.parse(answer)
}

async function memberWith(amount: bigint): Promise<string> {
  const id = newUuid()
  const order = {
    from: houseAccount('USDT', 'EXT'),
    to: memberAccount(id, 'USDT'),
    amount,
    kind: 'recharge' as const,
    reference: newUuid(),
  }
  await inTransaction(db.database, tx => ledger.post(tx, [order]))
  return id
}

const create = (memberId: string, amount: string, address = ADDRESS, key?: string) => {
  const body = { address, amount, remarks: null, paymentPassword: '271828' }
  return call('withdraw.create', memberId, { body }, key) as Promise<WireWithdrawal>
}
const cancel = (memberId: string, id: string) =>
  call('withdraw.cancel', memberId, { params: { id } }) as Promise<WireWithdrawal>
const balance = (memberId: string) => ledger.balance(db.database, memberAccount(memberId, 'USDT'))
const refusalName = (error: unknown) =>
  error instanceof Refused ? error.refusal : `not a refusal: ${String(error)}`
/** The lock that every movement of money takes. */
const balances = changesOf('ledger_account')
/** The outcomes of so many concurrent calls of the same act. */
const outcomes = async (howMany: number, act: () => Promise<unknown>) =>
  (await Promise.allSettled(await meet(db, balances, times(howMany, act)))).map(end =>
    end.status === 'fulfilled' ? 'done' : refusalName(end.reason),
  )
const count = (names: string[], name: string) => names.filter(one => one === name).length
const shiftClock = (ms: number) =>
  sql`insert into house_clock (shift) values (${ms} * interval '1 millisecond')
    on conflict (only_row) do update set shift = excluded.shift`.execute(db.database)
const clockBack = () => sql`delete from house_clock`.execute(db.database)

describe('a withdrawal request', () => {
  it('freezes its amount and is under review', async () => {
    const member = await memberWith(100_000_000n)
    const order = await create(member, '40', ADDRESS.toLowerCase())
    expect(order).toMatchObject({
      address: ADDRESS,
      amount: '40',
      fee: '1',
      expected: '39',
      status: 'under_review',
      reason: null,
      cancellable: true,
      stage: 'requested',
      waits: { for: 'address', until: order.approvableFrom, cause: null },
      payout: null,
      decisions: [],
    })
    expect(order.steps).toEqual([{ stage: 'requested', at: order.requestedAt }])
    expect(Date.parse(order.approvableFrom) - Date.parse(order.requestedAt)).toBe(DAY)
    expect(await balance(member)).toEqual({ posted: 100_000_000n, held: 40_000_000n })
    expect(await checkWithdrawals(db.database)).toEqual([])
  })

  it('is announced to its member, with the wallets', async () => {
    const member = await memberWith(100_000_000n)
    const order = await create(member, '40')
    const rows = await db.database
      .selectFrom('outbox')
      .select(['topic', 'subject'])
      .where('memberId', '=', member)
      .orderBy('topic')
      .execute()
    expect(rows).toEqual([
      { topic: 'wallets', subject: null },
      { topic: 'withdrawals', subject: order.id },
    ])
  })

  it('cancelled gives the whole amount back and shows as refused by the member', async () => {
    const member = await memberWith(100_000_000n)
    const { id } = await create(member, '40')
    const closed = await cancel(member, id)
    expect(closed).toMatchObject({ status: 'refused', reason: 'cancelled', cancellable: false })
    expect(closed).toMatchObject({ stage: 'cancelled', waits: null })
    expect(closed.steps.map(step => step.stage)).toEqual(['requested', 'cancelled'])
    expect(await call('withdraw.read', member, { params: { id } })).toEqual(closed)
    expect(await balance(member)).toEqual({ posted: 100_000_000n, held: 0n })
    await expect(cancel(member, id)).rejects.toThrow('withdrawalSettled')
    expect(await checkWithdrawals(db.database)).toEqual([])
  })

  it('of another member is not found, and so not cancelled', async () => {
    const member = await memberWith(100_000_000n)
    const { id } = await create(member, '40')
    await expect(cancel(await memberWith(1n), id)).rejects.toThrow('notFound')
    expect((await balance(member)).held).toBe(40_000_000n)
  })

  it('refused leaves nothing behind', async () => {
    const member = await memberWith(100_000_000n)
    await expect(create(member, '40', OURS)).rejects.toThrow('withdrawalAddressOwn')
    await expect(create(member, '100.01')).rejects.toThrow('insufficientBalance')
    expect(await balance(member)).toEqual({ posted: 100_000_000n, held: 0n })
    const list = (await call('withdraw.list', member)) as { items: unknown[] }
    expect(list.items).toEqual([])
  })

  it('with the same key is made once and gets the same answer', async () => {
    const member = await memberWith(100_000_000n)
    const key = newUuid()
    const asked = times(3, () => create(member, '40', ADDRESS, key))
    const answers = await Promise.all(await meet(db, balances, asked))
    expect(new Set(answers.map(answer => answer.id)).size).toBe(1)
    expect((await balance(member)).held).toBe(40_000_000n)
  })

  it('is not made again by a key that the server has deleted', async () => {
    const member = await memberWith(100_000_000n)
    const key = newUuid()
    await create(member, '40', ADDRESS, key)
    await db.database.deleteFrom('idempotencyKey').where('key', '=', key).execute()
    await expect(create(member, '40', ADDRESS, key)).rejects.toThrow('keyReused')
    expect((await balance(member)).held).toBe(40_000_000n)
  })
})

describe('races', () => {
  it('twenty requests of 60 % of a balance: one is made', async () => {
    const member = await memberWith(100_000_000n)
    const names = await outcomes(20, () => create(member, '60'))
    expect(count(names, 'done')).toBe(1)
    expect(count(names, 'insufficientBalance')).toBe(19)
    expect(await balance(member)).toEqual({ posted: 100_000_000n, held: 60_000_000n })
    expect(await checkWithdrawals(db.database)).toEqual([])
  })

  it('ten requests of 900 from a balance of 100,000: the rolling limit accepts two', async () => {
    const member = await memberWith(100_000_000_000n)
    const names = await outcomes(10, () => create(member, '900'))
    expect(count(names, 'done')).toBe(2)
    expect(count(names, 'withdrawalOverLimit')).toBe(8)
    expect((await balance(member)).held).toBe(1_800_000_000n)
  })

  it('ten cancellations of one request: one gives the money back', async () => {
    const member = await memberWith(100_000_000n)
    const { id } = await create(member, '60')
    const names = await outcomes(10, () => cancel(member, id))
    expect(count(names, 'done')).toBe(1)
    expect(count(names, 'withdrawalSettled')).toBe(9)
    expect(await balance(member)).toEqual({ posted: 100_000_000n, held: 0n })
    expect(await checkWithdrawals(db.database)).toEqual([])
  })
})

describe('limits and time', () => {
  it('a request counts for 24 hours and a cancelled one not at all', async () => {
    const member = await memberWith(10_000_000_000n)
    const leftToday = async () =>
      ((await call('withdraw.terms', member)) as { leftToday: string }).leftToday
    const { id } = await create(member, '1500')
    expect(await leftToday()).toBe('500')
    await expect(create(member, '500.01')).rejects.toThrow('withdrawalOverLimit')
    await cancel(member, id)
    expect(await leftToday()).toBe('2000')
    await create(member, '2000')
    expect(await leftToday()).toBe('0')
    await shiftClock(DAY - 60_000)
    expect(await leftToday()).toBe('0')
    await shiftClock(DAY + 60_000)
    expect(await leftToday()).toBe('2000')
    await clockBack()
  })

  it('an address is new until its first valid request is 24 hours old', async () => {
    const member = await memberWith(1_000_000_000n)
    const isNew = async (address: string) => {
      const quote = await call('withdraw.quote', member, { body: { address, amount: '10' } })
      return (quote as { newAddress: boolean }).newAddress
    }
    await create(member, '10')
    const { id } = await create(member, '10', OTHER)
    await cancel(member, id)
    expect([await isNew(ADDRESS), await isNew(OTHER)]).toEqual([true, true])
    await shiftClock(DAY + 1_000)
    expect([await isNew(ADDRESS), await isNew(OTHER)]).toEqual([false, true])
    const known = await create(member, '10')
    expect(known.approvableFrom).toBe(known.requestedAt)
    await clockBack()
  })
})

describe('own addresses', () => {
  const addresses = async (member: string) =>
    ((await call('withdraw.addresses', member)) as AnswerOf<typeof withdrawalAddressList>).items
  const remove = (member: string, address: string) =>
    call('withdraw.removeAddress', member, { body: { address } })

  it('are added by the first withdrawal and removed by its cancellation', async () => {
    const member = await memberWith(1_000_000_000n)
    const { id, requestedAt, approvableFrom } = await create(member, '10')
    expect(await addresses(member)).toEqual([
      {
        address: ADDRESS,
        label: null,
        addedAt: requestedAt,
        usableFrom: approvableFrom,
        isUsable: false,
        lastRequestedAt: requestedAt,
        timesPaid: 0,
        removable: false,
      },
    ])
    await cancel(member, id)
    expect(await addresses(member)).toEqual([])
    await expect(remove(member, ADDRESS)).rejects.toThrow('withdrawalAddressUnknown')
  })

  it('are named by their member, and removed once nothing is open', async () => {
    const member = await memberWith(1_000_000_000n)
    const { id } = await create(member, '10')
    const body = { address: ADDRESS.toLowerCase(), label: 'Ledger' }
    expect(await call('withdraw.labelAddress', member, { body })).toMatchObject({ label: 'Ledger' })
    const other = await memberWith(1n)
    await expect(call('withdraw.labelAddress', other, { body })).rejects.toThrow('AddressUnknown')
    await expect(remove(member, ADDRESS)).rejects.toThrow('withdrawalAddressInUse')
    await db.database
      .updateTable('withdrawal')
      .set({ state: 'paid', closedAt: new Date() })
      .where('id', '=', uuidOf(id))
      .execute()
    expect(await addresses(member)).toMatchObject([{ timesPaid: 1, removable: true }])
    await remove(member, ADDRESS)
    expect(await addresses(member)).toEqual([])
    await shiftClock(DAY + 1_000)
    const again = await create(member, '10')
    expect(Date.parse(again.approvableFrom) - Date.parse(again.requestedAt)).toBe(DAY)
    await clockBack()
  })
})

describe('reading', () => {
  it('a quote shows what would arrive and changes nothing', async () => {
    const member = await memberWith(100_000_000n)
    const body = { address: ADDRESS.toLowerCase(), amount: '25.5' }
    expect(await call('withdraw.quote', member, { body })).toEqual({
      address: ADDRESS,
      amount: '25.5',
      fee: '1',
      expected: '24.5',
      newAddress: true,
      leftToday: '2000',
    })
    expect((await balance(member)).held).toBe(0n)
  })

  it('the list is paged by key and filtered by status', async () => {
    const member = await memberWith(1_000_000_000n)
    const ids: string[] = []
    for (let i = 0; i < 5; i++) ids.unshift((await create(member, `${10 + i}`)).id)
    await cancel(member, ids[1] as string)
    type Page = { items: WireWithdrawal[]; nextCursor: string | null }
    const page = (query: object) => call('withdraw.list', member, { query }) as Promise<Page>
    const seen: string[] = []
    let cursor: string | null | undefined
    do {
      const { items, nextCursor } = await page(cursor ? { limit: '2', cursor } : { limit: '2' })
      seen.push(...items.map(item => item.id))
      cursor = nextCursor
    } while (cursor)
    expect(seen).toEqual(ids)
    const refused = await page({ status: 'refused' })
    expect(refused.items.map(item => item.id)).toEqual([ids[1]])
    expect((await page({ status: 'adopted' })).items).toEqual([])
    for (const bad of ['x', 'W10', Buffer.from('["a","b"]').toString('base64url')]) {
      await expect(page({ cursor: bad })).rejects.toThrow('invalidInput')
    }
    expect((await call('withdraw.list', newUuid())) as Page).toEqual({
      items: [],
      nextCursor: null,
    })
  })

  it('only well-formed amounts and addresses reach the module', () => {
    const body = { address: ADDRESS, amount: '10', remarks: null, paymentPassword: '271828' }
    const accepts = (change: object) =>
      createEndpoint.body.safeParse({ ...body, ...change }).success
    expect(accepts({})).toBe(true)
    for (const amount of ['0', '-1', '1e3', '10.001', '1,000', '１０', 'NaN', '', ' ']) {
      expect(accepts({ amount }), amount).toBe(false)
    }
    for (const address of ['', '0x', 'bc1q', `${ADDRESS}00`]) {
      expect(accepts({ address }), address).toBe(false)
    }
    expect(accepts({ fee: '0' })).toBe(false)
  })
})

describe('the check', () => {
  it('names a request whose hold is gone and a hold whose request is gone', async () => {
    const own = await openTestDatabase()
    try {
      const member = newUuid()
      const at = new Date()
      const id = newUuid()
      const facts = { id, orderNumber: 'W1', memberId: member, address: ADDRESS, remarks: null }
      const times = { approvableFrom: at, requestedAt: at }
      await own.database
        .insertInto('withdrawal')
        .values({
          ...facts,
          ...times,
          amount: 5n,
          fee: 1n,
          holdId: newUuid(),
          state: 'requested',
          idempotencyKey: 'k',
        })
        .execute()
      await inTransaction(own.database, async tx => {
        const to = memberAccount(member, 'USDT')
        const from = houseAccount('USDT', 'EXT')
        await ledger.post(tx, [{ from, to, amount: 9n, kind: 'recharge', reference: 'r' }])
        await ledger.hold(tx, { account: to, amount: 3n, kind: 'withdrawal', reference: 'lost' })
      })
      const breaches = await checkWithdrawals(own.database)
      expect(breaches.map(breach => breach.what)).toEqual([
        expect.stringContaining('has no hold'),
        expect.stringContaining('belongs to no withdrawal'),
      ])
    } finally {
      await own.close()
    }
  })
})
