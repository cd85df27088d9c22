import { formatAmount } from '@banyan/domain'
import { until } from '@banyan/tools/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectDatabase, connectPool } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { changesOf, meet, whileHeld } from '../testing/meet.ts'
import { linesOf } from './account-lines.fixture.ts'
import {
  type CreditBatch,
  checkInvariants,
  houseAccount,
  LedgerBug,
  memberAccount,
  openLedger,
  type StatementLine,
  settledTransfers,
} from './index.ts'

const ledger = openLedger()
const pool = houseAccount('USDT', 'POOL.static')
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
  await fill(100_000n)
})
afterAll(async () => {
  expect(await checkInvariants(db.database)).toEqual([])
  await db.close()
})

const fill = (amount: bigint) =>
  inTransaction(db.database, tx =>
    ledger.post(tx, [
      {
        from: houseAccount('USDT', 'EXT'),
        to: pool,
        amount,
        kind: 'genesis',
        reference: newUuid(),
      },
    ]),
  )
const owners = (count: number) => Array.from({ length: count }, newUuid).sort()
const batchOf = (members: readonly string[], amount = 1n): CreditBatch => ({
  settlementId: newUuid(),
  kind: 'static_earning',
  from: pool,
  credits: members.map(owner => ({ owner, amount })),
  chunkSize: 100,
})
const posted = async (owner: string) =>
  (await ledger.balance(db.database, memberAccount(owner, 'USDT'))).posted

const openedOf = async (members: readonly string[]): Promise<number> =>
  (
    await db.owner.query(
      'select count(*)::int as opened from ledger_account where owner = any($1)',
      [members],
    )
  ).rows[0].opened

/** Whether a transaction of credits waits for a lock. */
async function waiting(): Promise<boolean> {
  const { rowCount } = await db.owner.query(`
    select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%given (id, amount, place)%'`)
  return rowCount === 1
}

/**
 * Connections, one for each transaction. The first one that waits for a lock soon gives up, and
 * every later one waits as long as necessary.
 */
function poolThatGivesUpOnce() {
  const hurried = connectPool(db.url, { max: 3 })
  hurried.options.maxUses = 1
  const patient = `${hurried.options.options} -c lock_timeout=60s`
  hurried.options.options += ' -c lock_timeout=100ms'
  hurried.on('connect', client => {
    const query = client.query.bind(client) as (asked: unknown) => Promise<unknown>
    const noticed = (asked: unknown) =>
      query(asked).catch((error: unknown) => {
        hurried.options.options = patient
        throw error
      })
    client.query = noticed as typeof client.query
  })
  return { hurried, hasGivenUp: () => hurried.options.options === patient }
}

describe('debits of a shared loss', () => {
  const loss = houseAccount('USDT', 'LOSS')
  const balanceOfLoss = async () => (await ledger.balance(db.database, loss)).posted

  it('take from every member once, with both lines, also when the run stops halfway', async () => {
    const members = owners(350)
    await ledger.postCredits(db.database, batchOf(members, 5n))
    const before = await balanceOfLoss()
    const batch = {
      settlementId: newUuid(),
      kind: 'loss_share' as const,
      to: loss,
      chunkSize: 100,
      debits: members.map(owner => ({ owner, amount: 2n })),
    }
    const broken = function* () {
      for (const [place, debit] of batch.debits.entries()) {
        if (place === 220) throw new Error('the run is killed')
        yield debit
      }
    }
    await expect(ledger.postDebits(db.database, { ...batch, debits: broken() })).rejects.toThrow(
      'killed',
    )
    const done = { posted: 150, replayed: 200, total: 700n }
    expect(await ledger.postDebits(db.database, batch)).toEqual(done)
    expect(await Promise.all(members.map(posted))).toEqual(members.map(() => 3n))
    expect(await balanceOfLoss()).toBe(before + 700n)
    const lines = await linesOf(db.owner, loss)
    expect(lines.slice(0, 2).map(line => [line.kind, line.amount, line.balanceAfter])).toEqual([
      ['loss_share', 2n, before + 700n],
      ['loss_share', 2n, before + 698n],
    ])
  })

  it('are a bug when a balance is too small, and take nothing then', async () => {
    const [member] = owners(1) as [string]
    await ledger.postCredits(db.database, batchOf([member], 5n))
    const batch = { settlementId: newUuid(), kind: 'loss_share' as const, to: loss }
    const debits = [{ owner: member, amount: 6n }]
    await expect(ledger.postDebits(db.database, { ...batch, debits })).rejects.toThrow(LedgerBug)
    expect(await posted(member)).toBe(5n)
  })
})

describe('credits of a settlement', () => {
  it('pay every member once, with a line and the balance after it on both sides', async () => {
    const members = owners(250)
    const before = (await ledger.balance(db.database, pool)).posted
    const done = await ledger.postCredits(db.database, batchOf(members, 3n))
    expect(done).toEqual({ posted: 250, replayed: 0, total: 750n })
    expect(await Promise.all(members.map(posted))).toEqual(members.map(() => 3n))
    const lines = await linesOf(db.owner, pool)
    expect(lines.slice(0, 2).map(line => [line.kind, line.amount, line.balanceAfter])).toEqual([
      ['static_earning', -3n, before - 750n],
      ['static_earning', -3n, before - 747n],
    ])
  })

  it('continue where they stopped when the run stops halfway', async () => {
    const members = owners(350)
    const batch = batchOf(members)
    const broken = function* () {
      for (const [place, owner] of members.entries()) {
        if (place === 220) throw new Error('the run is killed')
        yield { owner, amount: 1n }
      }
    }
    await expect(ledger.postCredits(db.database, { ...batch, credits: broken() })).rejects.toThrow(
      'killed',
    )
    expect(await ledger.postCredits(db.database, batch)).toEqual({
      posted: 150,
      replayed: 200,
      total: 350n,
    })
    expect(await ledger.postCredits(db.database, batch)).toMatchObject({ posted: 0, replayed: 350 })
    expect(await Promise.all(members.map(posted))).toEqual(members.map(() => 1n))
  })

  it('are one run also when two nodes run them at once', async () => {
    const members = owners(500)
    const batch = batchOf(members)
    const run = () => ledger.postCredits(db.database, batch)
    // One node works on two chunks: when three wait, both nodes are at work.
    const begun = await meet(db, changesOf('ledger_account'), [run, run], { waiting: 3 })
    const runs = await Promise.all(begun)
    expect(runs.map(run => run.posted).reduce((a, b) => a + b)).toBe(500)
    expect(await Promise.all(members.map(posted))).toEqual(members.map(() => 1n))
  })

  it('are refused in whole chunks when the pool cannot pay them', async () => {
    const members = owners(150)
    const batch = batchOf(members, 900_000n)
    await expect(ledger.postCredits(db.database, batch)).rejects.toThrow('insufficientBalance')
    expect(await posted(members[0] as string)).toBe(0n)
  })

  it('fail as a bug for different content or a member who occurs twice', async () => {
    const members = owners(100)
    const batch = batchOf(members)
    await ledger.postCredits(db.database, batch)
    const other = { ...batch, credits: members.map(owner => ({ owner, amount: 2n })) }
    await expect(ledger.postCredits(db.database, other)).rejects.toThrow('another content')
    const twice = batchOf([...members, members[0] as string])
    await expect(ledger.postCredits(db.database, twice)).rejects.toThrow(LedgerBug)
  })

  it('run beside payments of the same members at the same time', async () => {
    const members = owners(300)
    await ledger.postCredits(db.database, batchOf(members, 10n))
    const pay = (owner: string, other: string) =>
      inTransaction(db.database, tx =>
        ledger.post(tx, [
          {
            from: memberAccount(owner, 'USDT'),
            to: memberAccount(other, 'USDT'),
            amount: 1n,
            kind: 'otc_release',
            reference: newUuid(),
          },
        ]),
      )
    // Several at a time, not all: the pool limits the wait for a connection.
    const payments = Array.from({ length: 6 }, (_, caller) => async () => {
      for (let place = caller; place < 300; place += 6)
        await pay(members[place] as string, members[(place + 1) % 300] as string)
    })
    const credits = () => ledger.postCredits(db.database, batchOf(members))
    await Promise.all(await meet<unknown>(db, changesOf('ledger_account'), [credits, ...payments]))
    expect(await Promise.all(members.map(posted))).toEqual(members.map(() => 11n))
  })

  it('open new accounts while another transaction locks the pool', async () => {
    const members = owners(250)
    const [asked] = await whileHeld(
      db,
      tx => ledger.lock(tx, [pool]),
      async held => {
        const begun = held.begin(() => ledger.postCredits(db.database, batchOf(members)))
        // Both chunks have opened their accounts before the pool is unlocked.
        await until('accounts are opened', async () => (await openedOf(members)) >= 200)
        return [begun]
      },
    )
    expect(await asked).toEqual({ posted: 250, replayed: 0, total: 250n })
  })

  it('are tried again when the pool is locked for longer than they wait', async () => {
    const members = owners(100)
    await ledger.postCredits(db.database, batchOf(members))
    const { hurried, hasGivenUp } = poolThatGivesUpOnce()
    const [asked] = await whileHeld(
      db,
      tx => ledger.lock(tx, [pool]),
      async held => {
        const begun = held.begin(() =>
          ledger.postCredits(connectDatabase(hurried), batchOf(members)),
        )
        await until('they wait again', async () => hasGivenUp() && (await waiting()))
        return [begun]
      },
    )
    expect(await asked).toEqual({ posted: 100, replayed: 0, total: 100n })
    await hurried.end()
  })

  it('are given up where trying again is no help, and where it has not helped six times', async () => {
    const [closed, member] = owners(2) as [string, string]
    await inTransaction(db.database, tx => ledger.lock(tx, [memberAccount(closed, 'USDT')]))
    await db.owner.query('update ledger_account set closed_at = house_now() where owner = $1', [
      closed,
    ])
    const toClosed = ledger.postCredits(db.database, batchOf([closed, member]))
    await expect(toClosed).rejects.toThrow('closed_is_empty')
    expect(await posted(member)).toBe(0n)

    await ledger.postCredits(db.database, batchOf([member]))
    const hurried = connectPool(db.url, { max: 3 })
    hurried.options.options += ' -c lock_timeout=50ms'
    await whileHeld(
      db,
      tx => ledger.lock(tx, [pool]),
      async () => {
        const asked = ledger.postCredits(connectDatabase(hurried), batchOf([member]))
        await expect(asked).rejects.toMatchObject({ code: '55P03' })
        return []
      },
    )
    await hurried.end()
    expect(await posted(member)).toBe(1n)
  })

  it.each([1, 2, 64, 65, 100, 101, 165])(
    'to %i members are posted once, and then replayed, whatever the bounds of chunks and blocks are',
    async count => {
      const members = owners(count)
      const batch = batchOf(members)
      const done = { posted: count, replayed: 0, total: BigInt(count) }
      expect(await ledger.postCredits(db.database, batch)).toEqual(done)
      const again = { ...done, posted: 0, replayed: count }
      expect(await ledger.postCredits(db.database, batch)).toEqual(again)
      // A member before all of them, and one after, are other payments.
      const [first] = owners(1).map(owner => owner.replace(/^......../, '00000000'))
      const [last] = owners(1).map(owner => owner.replace(/^......../, 'ffffffff'))
      for (const owner of [first, last] as string[]) {
        const credits = [{ owner, amount: 1n }]
        const beside = await ledger.postCredits(db.database, { ...batch, credits })
        expect(beside).toEqual({ posted: 1, replayed: 0, total: 1n })
      }
    },
  )

  it('open as many accounts as a chunk has new members', async () => {
    const members = owners(1_001)
    const batch = { ...batchOf(members), chunkSize: 2_000 }
    expect(await ledger.postCredits(db.database, batch)).toMatchObject({ posted: 1_001 })
    expect(await openedOf(members)).toBe(1_001)
  })

  it('are refused with what they need and what is not held', async () => {
    const { posted: has, held } = await ledger.balance(db.database, pool)
    const order = { account: pool, kind: 'exchange', reference: newUuid() } as const
    const id = await inTransaction(db.database, tx => ledger.hold(tx, { ...order, amount: 7n }))
    const free = has - held - 7n
    const batch = batchOf(owners(1), free + 1n)
    const error = await ledger.postCredits(db.database, batch).catch(error => error)
    const slots = { needed: formatAmount(free + 1n), available: formatAmount(free) }
    expect(error.slots).toEqual({ asset: 'USDT', ...slots })
    await inTransaction(db.database, tx => ledger.voidHold(tx, id))
  })

  it('are a bug with an amount of zero or less, or a sum that no account can have', async () => {
    const members = owners(2)
    const half = 2n ** 62n
    for (const amounts of [[0n], [-1n], [1n, 0n], [half, half]]) {
      const credits = amounts.map((amount, place) => ({ owner: members[place] as string, amount }))
      const asked = ledger.postCredits(db.database, { ...batchOf([]), credits })
      await expect(asked, amounts.join()).rejects.toThrow(LedgerBug)
    }
    const most = [half, half - 1n].map((amount, place) => ({
      owner: members[place] as string,
      amount,
    }))
    const asked = ledger.postCredits(db.database, { ...batchOf([]), credits: most })
    await expect(asked).rejects.toThrow('insufficientBalance')
  })

  it('are a bug when they are not in the order of ids', async () => {
    const [one, other] = owners(2) as [string, string]
    await expect(ledger.postCredits(db.database, batchOf([other, one]))).rejects.toThrow(
      `${one} comes after ${other}`,
    )
  })

  it('with other chunk bounds are a bug and pay nobody twice', async () => {
    const members = owners(200)
    const batch = batchOf(members)
    const { credits } = batchOf(members.slice(100))
    await ledger.postCredits(db.database, { ...batch, credits })
    const whole = { ...batch, chunkSize: 150 }
    await expect(ledger.postCredits(db.database, whole)).rejects.toThrow('another content')
    expect(await Promise.all(members.slice(100).map(posted))).toEqual(Array(100).fill(1n))
  })

  it('leave out a member who was paid in a row of their own, before blocks existed', async () => {
    const members = owners(130)
    const batch = batchOf(members, 2n)
    const paid = members.filter((_, place) => place % 3 === 0)
    const inRows = () =>
      inTransaction(db.database, tx =>
        ledger.post(
          tx,
          paid.map(owner => ({
            from: pool,
            to: memberAccount(owner, 'USDT'),
            amount: 2n,
            kind: batch.kind,
            reference: `${batch.settlementId}/${owner}`,
          })),
        ),
      )
    await expect(inRows()).rejects.toThrow('paid_in_blocks')
    await db.owner.query('alter table ledger_transfer_bulk drop constraint paid_in_blocks')
    await inRows()
    expect(await ledger.postCredits(db.database, batch)).toMatchObject({ posted: 86 })
    expect(await ledger.postCredits(db.database, batch)).toMatchObject({ posted: 0, replayed: 86 })
    expect(await Promise.all(members.map(posted))).toEqual(members.map(() => 2n))
    for (const owner of members.slice(0, 6)) {
      const found = await settledTransfers(db.database, { ...batch, owner })
      expect(found.map(({ amount }) => amount)).toEqual([2n])
    }
  })

  it("are in their member's statement with the lines between them, page by page", async () => {
    const members = owners(150)
    const [member] = members.slice(70) as [string]
    const own = memberAccount(member, 'USDT')
    const given: bigint[] = []
    for (const amount of [5n, 6n, 7n]) {
      await ledger.postCredits(db.database, batchOf(members, amount))
      await ledger.postCredits(db.database, {
        ...batchOf([member], amount * 10n),
        kind: 'dynamic_earning',
      })
      const order = { from: houseAccount('USDT', 'EXT'), to: own, kind: 'recharge' as const }
      await inTransaction(db.database, tx =>
        ledger.post(tx, [{ ...order, amount, reference: newUuid() }]),
      )
      given.unshift(amount, amount * 10n, amount)
    }
    const seen: StatementLine[] = []
    let cursor: string | undefined
    do {
      const page = await ledger.statement(db.database, member, { limit: 2, cursor })
      seen.push(...page.lines)
      cursor = page.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen.map(line => line.amount)).toEqual(given)
    const sums = given.map((_, place) => given.slice(place).reduce((a, b) => a + b))
    expect(seen.map(line => line.balanceAfter)).toEqual(sums)
    expect(seen.find(line => line.kind === 'static_earning')?.reference).toMatch(`/${member}`)
    const onlyPay = { limit: 9, kinds: ['dynamic_earning' as const] }
    const pay = await ledger.statement(db.database, member, onlyPay)
    expect(pay.lines.map(line => line.amount)).toEqual([70n, 60n, 50n])
    const { rows } = await db.owner.query(
      'select distinct id from ledger_every_transfer where id = any($1)',
      [seen.map(line => line.transferId)],
    )
    expect(rows).toHaveLength(9)
  })

  it('are lines of the pool one by one', async () => {
    const members = owners(140)
    const before = (await ledger.balance(db.database, pool)).posted
    await ledger.postCredits(db.database, batchOf(members, 3n))
    const seen = (await linesOf(db.owner, pool)).slice(0, 140)
    const sums = members.map((_, place) => before - 420n + 3n * BigInt(place))
    expect(seen.map(line => line.balanceAfter)).toEqual(sums)
    expect(new Set(seen.map(line => line.transferId)).size).toBe(140)
  })

  it('are named in the order in which they begin, also when the clock goes back', async () => {
    await db.owner.query(
      "insert into ledger_settlement values ('static_earning', 'by a clock ahead', 'USDT', house_now() + interval '1 hour')",
    )
    const batch = batchOf(owners(1))
    await ledger.postCredits(db.database, batch)
    const { rows } = await db.owner.query(
      'select settlement from ledger_settlement order by began_at desc limit 2',
    )
    expect(rows.map(row => row.settlement)).toEqual([batch.settlementId, 'by a clock ahead'])
  })

  it('are found of one member, by kind and settlement', async () => {
    const members = owners(66)
    const batch = batchOf(members)
    const credits = members.map((owner, place) => ({ owner, amount: BigInt(place + 1) }))
    await ledger.postCredits(db.database, { ...batch, credits })
    const other = { ...batch, kind: 'dynamic_earning' as const, settlementId: newUuid() }
    await ledger.postCredits(db.database, other)
    const { kind, settlementId } = batch
    const found = async (owner: string, named: object = {}) =>
      (await settledTransfers(db.database, { kind, settlementId, owner, ...named })).map(
        ({ amount }) => amount,
      )
    for (const { owner, amount } of credits) expect(await found(owner)).toEqual([amount])
    const [member, stranger] = [members[0] as string, owners(1)[0] as string]
    expect(await found(stranger)).toEqual([])
    expect(await found(member, { kind: other.kind })).toEqual([])
    expect(await found(member, { settlementId: other.settlementId })).toEqual([])
    expect(await found(member, other)).toEqual([1n])
    const line = (await ledger.statement(db.database, member, { limit: 9 })).lines.find(
      one => one.kind === kind,
    )
    const [settled] = await settledTransfers(db.database, { kind, settlementId, owner: member })
    expect(settled).toEqual({ id: line?.transferId, postedAt: line?.at, amount: 1n })
  })

  it('of an empty list name no settlement', async () => {
    const batch = batchOf([])
    await ledger.postCredits(db.database, batch)
    const { rows } = await db.owner.query('select from ledger_settlement where settlement = $1', [
      batch.settlementId,
    ])
    expect(rows).toEqual([])
  })

  it('have no row of their own', async () => {
    const { rows } = await db.owner.query(
      "select count(*)::int as elsewhere from ledger_transfer where kind in ('dynamic_earning', 'loss_share')",
    )
    expect(rows[0].elsewhere).toBe(0)
  })
})
