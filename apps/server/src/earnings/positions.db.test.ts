import { activate, activationTerms, positionMachine, positionStates } from '@banyan/domain'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { houseAccount } from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import type { Refused } from '../platform/refused.ts'
import { changesOf, meet, meetInTurn, systemLock, times, whileHeld } from '../testing/meet.ts'
import { refusalOf } from '../testing/members.ts'
import { type EarningsFixture, openEarningsSystem } from './earnings.fixture.ts'

// Cut-offs are at 16:00 UTC, 00:00 in the platform's zone. The platform is founded on 1 March.
const DAY = '2026-03-01'
let system: EarningsFixture
beforeEach(async () => {
  system = await openEarningsSystem('2026-03-01T08:00:00Z')
})
afterEach(() => system.db.close())

describe('an activation', () => {
  test('locks the coins at once and can be cancelled at no cost until the cut-off', async () => {
    const member = await system.addHolder('100')
    const position = await system.activate(member, '60')
    expect(position).toMatchObject({
      status: 'waiting',
      quantity: '60',
      openingValue: null,
      cap: null,
      paid: '0',
      opensAt: '2026-03-01T16:00:00.000Z',
      kind: null,
      moves: ['cancel'],
    })
    expect(await system.coins(member)).toMatchObject({ available: '40', locked: '60' })
    expect(await system.breaches()).toEqual([])

    const cancelled = await system.cancelActivation(member, position.id)
    expect(cancelled).toMatchObject({ status: 'cancelled', endReason: 'cancelled', moves: [] })
    expect(await system.coins(member)).toMatchObject({ available: '100', locked: '0' })
    expect(await refusalOf(system.cancelActivation(member, position.id))).toBe('stale')
    expect(await system.news()).toEqual(
      expect.arrayContaining([
        { memberId: member, topic: 'earnings', subject: position.id },
        { memberId: member, topic: 'wallets', subject: null },
      ]),
    )
    expect(await system.breaches()).toEqual([])
  })

  test('is refused below the minimum and above the available balance, and changes nothing', async () => {
    const member = await system.addHolder('30')
    expect(await refusalOf(system.activate(member, '9.999999'))).toBe('activationTooSmall 10')
    expect(await refusalOf(system.activate(member, '30.000001'))).toBe(
      'insufficientBalance LEAF 30.000001 30',
    )
    expect(await system.positions(member)).toEqual([])
  })

  test('is refused while custody is short of the books', async () => {
    const member = await system.addHolder('30')
    const shortfall = {
      from: houseAccount('USDT', 'LOSS'),
      to: houseAccount('USDT', 'EXT'),
      amount: 1n,
      kind: 'loss' as const,
      reference: newUuid(),
    }
    await inTransaction(system.database, tx => system.ledger.post(tx, [shortfall]))
    expect(await refusalOf(system.activate(member, '30'))).toBe('houseIsRed')
  })

  test('is refused where the law forbids the offer, and locked coins can still be unlocked', async () => {
    const member = await system.addHolder('60')
    const { id } = await system.activate(member, '30')
    await system.settleStatic(DAY)
    await system.db.owner.query(`update member set country = 'AQ' where id = $1`, [member])
    expect(await refusalOf(system.activate(member, '30'))).toBe('countryClosed')
    expect(await system.call(activationTerms, member)).toMatchObject({ stopped: 'countryClosed' })
    expect(await system.askUnlock(member, id)).toMatchObject({ status: 'unlocking' })
  })

  test("is the member's own: nobody else finds it", async () => {
    const [member, other] = [await system.addHolder('30'), await system.addHolder('30')]
    const { id } = await system.activate(member, '30')
    expect(await refusalOf(system.cancelActivation(other, id))).toBe('notFound')
    expect(await refusalOf(system.askUnlock(other, id))).toBe('notFound')
  })

  test('happens once under one key, and parallel ones never lock more than there is', async () => {
    const member = await system.addHolder('100')
    const key = newUuid()
    const balances = changesOf('ledger_account')
    const same = await Promise.allSettled(
      await meet(
        system.db,
        balances,
        times(8, () => system.activate(member, '40', { key })),
      ),
    )
    expect(same.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const parallel = await Promise.allSettled(
      await meet(
        system.db,
        balances,
        times(8, () => system.activate(member, '25')),
      ),
    )
    expect(parallel.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect(await system.coins(member)).toMatchObject({ available: '10', locked: '90' })
    expect(await system.breaches()).toEqual([])
  })
})

describe('the cut-off', () => {
  test('takes requests made before it, and none of them can be taken back', async () => {
    const member = await system.addHolder('100')
    const before = await system.activate(member, '60')
    await system.goPast(DAY)
    // The run is late: the position belongs to it all the same.
    expect(await refusalOf(system.cancelActivation(member, before.id))).toBe('positionSettling')
    const after = await system.activate(member, '40')
    await system.close(DAY)
    expect(await refusalOf(system.cancelActivation(member, before.id))).toBe('positionSettling')
    expect((await system.facts(DAY)).asked.map(({ quantity }) => quantity)).toEqual([60_000000n])
    expect(after.opensAt).toBe('2026-03-02T16:00:00.000Z')
    await system.cancelActivation(member, after.id)
  })

  test('waits for a request that was in time and commits late', async () => {
    const member = await system.addHolder('100')
    const route = (system.earnings.module.routes ?? []).find(one => one.endpoint === activate)
    if (route?.kind !== 'money') throw new Error('activating moves money')
    const call = {
      params: {},
      query: {},
      locale: 'en' as const,
      ip: '127.0.0.1',
      body: { quantity: '60', promptId: null, paymentPassword: '' },
      caller: { memberId: member, sessionId: '' },
    }
    const asked = (tx: Tx) => route.handle(tx, call, newUuid())
    const [closing] = await whileHeld(system.db, asked, async held => {
      await system.goPast(DAY)
      const begun = held.begin(() => system.close(DAY))
      await held.waiters(1)
      return [begun]
    })
    await closing
    expect((await system.facts(DAY)).asked).toHaveLength(1)
  })

  test('takes an unlock asked for before it into its run, and one asked for after it into the next', async () => {
    const member = await system.addHolder('100')
    const [early, late] = [await system.activate(member, '60'), await system.activate(member, '40')]
    await system.settleStatic(DAY)
    const asked = await system.askUnlock(member, early.id)
    expect(asked).toMatchObject({
      status: 'unlocking',
      freesAt: '2026-03-02T16:00:00.000Z',
      moves: ['keep'],
    })
    await system.goPast('2026-03-02')
    expect(await system.askUnlock(member, late.id)).toMatchObject({
      freesAt: '2026-03-03T16:00:00.000Z',
    })
    expect(await refusalOf(system.keep(member, early.id))).toBe('positionSettling')
    await system.close('2026-03-02')
    const { positions } = await system.facts('2026-03-02')
    expect([...positions.quantities]).toEqual([60_000000n, 40_000000n])
    expect([...positions.unlockAsked]).toEqual([1, 0])
    expect(await system.keep(member, late.id)).toMatchObject({ status: 'open', freesAt: null })
  })

  test('and a cancellation at the same instant: the first one wins and the books stay sound', async () => {
    const members = await Promise.all(Array.from({ length: 6 }, () => system.addHolder('20')))
    const positions = await Promise.all(members.map(member => system.activate(member, '20')))
    const cancels = positions.map(({ id }, i) => async () => {
      const cancelling = system.cancelActivation(members[i] as string, id)
      return cancelling.then(
        () => 'cancelled',
        (error: Refused) => error.refusal,
      )
    })
    const close = async () => {
      await system.close(DAY)
      return 'closed'
    }
    const sides = [...cancels.slice(0, 3), close, ...cancels.slice(3)]
    const results = await meetInTurn(system.db, systemLock('activationRound'), sides)
    expect(await Promise.all(results)).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
      'closed',
      'positionSettling',
      'positionSettling',
      'positionSettling',
    ])
    expect((await system.facts(DAY)).asked).toHaveLength(3)
    expect(await system.breaches()).toEqual([])
  })
})

test('the database rejects every step that the machine does not have', async () => {
  const member = await system.addHolder('100')
  const { id } = await system.activate(member, '60')
  const uuid = id.slice(4)
  const client = await system.db.owner.connect()
  try {
    await client.query('begin')
    // This tests only the guard of steps: checks verify what else a state needs.
    const { rows } = await client.query<{ conname: string }>(
      `select conname from pg_constraint where conrelid = 'static_position'::regclass and contype = 'c'`,
    )
    for (const { conname } of rows)
      await client.query(`alter table static_position drop constraint ${conname}`)
    for (const from of positionStates) {
      const known = new Set(Object.values(positionMachine.table[from]).map(step => step?.to))
      for (const to of positionStates.filter(one => one !== from)) {
        await client.query('alter table static_position disable trigger static_position_step')
        await client.query('update static_position set state = $1 where id = $2', [from, uuid])
        await client.query('alter table static_position enable trigger static_position_step')
        await client.query('savepoint tried')
        const done = await client
          .query('update static_position set state = $1 where id = $2', [to, uuid])
          .then(
            () => true,
            () => false,
          )
        await client.query('rollback to tried')
        expect(done, `${from} to ${to}`).toBe(known.has(to))
      }
    }
  } finally {
    await client.query('rollback')
    client.release()
  }
})
