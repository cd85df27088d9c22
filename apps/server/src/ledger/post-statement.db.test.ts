import { transferKinds } from '@banyan/domain'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { Refused } from '../platform/refused.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { changesOf, meet, times } from '../testing/meet.ts'
import { accountId } from './accounts.ts'
import { type DraftGroup, draftGroup } from './draft.ts'
import {
  type AccountName,
  checkInvariants,
  houseAccount,
  LedgerBug,
  memberAccount,
  openLedger,
  type TransferOrder,
} from './index.ts'
import { postByDecision, postByStatement } from './post.ts'

/**
 * The statement that posts a group beside the decision of the program: the same answer, the same
 * rows and the same balances, whatever is asked.
 */
const ledger = openLedger()
let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

const act = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.database.transaction().execute(work)

const accountsOf = (count: number): AccountName[] =>
  Array.from({ length: count }, () => memberAccount(newUuid(), 'USDT'))

class Undo extends Error {}

/** What a way of posting answers, and what it leaves in the tables; nothing of it stays. */
async function tried(accounts: readonly AccountName[], run: (tx: Tx) => Promise<unknown>) {
  let answer: unknown
  let rows: unknown = null
  await act(async tx => {
    answer = await run(tx).catch(failureOf)
    // After a constraint of the tables has failed, nothing more can be read.
    if (!String(answer).startsWith('failed')) rows = await tables(tx, accounts)
    throw new Undo()
  }).catch(error => {
    if (!(error instanceof Undo)) throw error
  })
  return { answer, rows }
}

function failureOf(error: unknown): string {
  if (error instanceof Refused) return `refused ${JSON.stringify(error.slots)}`
  if (error instanceof LedgerBug) return 'bug'
  return `failed by ${(error as { constraint?: string }).constraint}`
}

async function tables(tx: Tx, accounts: readonly AccountName[]) {
  const ids = accounts.map(accountId)
  return [
    await tx
      .selectFrom('ledgerAccount')
      .select(['id', 'owner', 'asset', 'kind', 'posted', 'held', 'overdraft', 'version', 'epoch'])
      .where('id', 'in', ids)
      .orderBy('id')
      .execute(),
    await tx
      .selectFrom('ledgerTransfer')
      .select(['id', 'groupId', 'debitAccount', 'creditAccount', 'asset', 'amount', 'kind'])
      .select(['reference', 'holdId', 'reverses', 'epoch', 'requestHash'])
      .select(['debitVersion', 'debitAfter', 'creditVersion', 'creditAfter'])
      .where('debitAccount', 'in', ids)
      .orderBy('id')
      .execute(),
  ]
}

/** Both ways, then one of them for good. */
async function compared(accounts: readonly AccountName[], group: DraftGroup, byStatement: boolean) {
  const statement = await tried(accounts, tx => postByStatement(tx, group))
  const decision = await tried(accounts, tx => postByDecision(tx, group))
  // Null: a split comes first, and the program goes on with the decision.
  if (statement.answer !== null) expect(statement).toEqual(decision)
  const post = byStatement && statement.answer !== null ? postByStatement : postByDecision
  await act(tx => post(tx, group)).catch(failureOf)
  return statement.answer
}

type Move = [from: number, to: number, amount: bigint, reference: number, named: boolean]
interface Ask {
  moves: Move[]
  epoch: number | null
  byStatement: boolean
}
const PLACES = 5
const place = fc.nat(PLACES - 1)
const move: fc.Arbitrary<Move> = fc
  .tuple(place, place, fc.bigInt(1n, 40n), fc.nat(30), fc.boolean())
  .filter(([from, to]) => from !== to)
const ask = fc.record<Ask>({
  moves: fc.array(move, { minLength: 1, maxLength: 5 }),
  epoch: fc.option(fc.nat(1), { freq: 4 }),
  byStatement: fc.boolean(),
})
const step = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({ type: fc.constant('post' as const), ask, coin: fc.boolean() }),
  },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('again' as const), back: fc.nat(9) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('hold' as const),
      coin: fc.boolean(),
      place: fc.integer({ min: 1, max: PLACES - 1 }),
      amount: fc.bigInt(1n, 30n),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('split' as const) }) },
)

/** One run: accounts of its own, and every group that was asked for. */
class Run {
  readonly name = newUuid()
  readonly members = Array.from({ length: PLACES - 2 }, newUuid)
  readonly asked: DraftGroup[] = []
  readonly answers: string[] = []

  accounts(coin: boolean): AccountName[] {
    return coin
      ? [
          houseAccount('LEAF', 'ISSUE'),
          houseAccount('LEAF', 'SEED'),
          ...this.members.map(m => memberAccount(m, 'LEAF')),
        ]
      : [
          houseAccount('USDT', 'EXT'),
          houseAccount('USDT', 'RISK'),
          ...this.members.map(m => memberAccount(m, 'USDT')),
        ]
  }

  async step(drawn: typeof step extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
    if (drawn.type === 'split') return void (await act(tx => ledger.split(tx, 2)).catch(failureOf))
    if (drawn.type === 'hold') {
      const account = this.accounts(drawn.coin)[drawn.place] as AccountName
      const order = {
        account,
        amount: drawn.amount,
        kind: 'exchange',
        reference: newUuid(),
      } as const
      return void (await act(tx => ledger.hold(tx, order)).catch(failureOf))
    }
    if (drawn.type === 'again') {
      const group = this.asked.at(-1 - drawn.back)
      if (group) await this.post(group, true)
      return
    }
    const names = this.accounts(drawn.coin)
    const orders = drawn.ask.moves.map(
      ([from, to, amount, reference, named]): TransferOrder => ({
        from: names[from] as AccountName,
        to: names[to] as AccountName,
        amount,
        kind: 'otc_release',
        reference: `${this.name}/${reference}`,
        ...(named ? { id: newUuid() } : {}),
        ...(drawn.ask.epoch === null ? {} : { epoch: drawn.ask.epoch }),
      }),
    )
    try {
      await this.post(draftGroup(orders), drawn.ask.byStatement)
    } catch (error) {
      // One reference twice in a group is found before any of the two.
      if (!(error instanceof LedgerBug)) throw error
    }
  }

  async post(group: DraftGroup, byStatement: boolean): Promise<void> {
    this.asked.push(group)
    const all = [...this.accounts(true), ...this.accounts(false)]
    this.answers.push(String(await compared(all, group, byStatement)).split(' ')[0] as string)
  }
}

describe('the statement that posts', () => {
  it('answers and writes what the decision does, for any group', { timeout: 120_000 }, async () => {
    const answers: string[] = []
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 30, maxLength: 60 }),
      async steps => {
        const run = new Run()
        for (const one of steps) await run.step(one)
        answers.push(...run.answers)
      },
    )
    await fc.assert(property, { numRuns: 6 })
    for (const answer of ['done', 'replayed', 'refused', 'bug', 'null'])
      expect(answers.filter(one => one === answer).length, answer).toBeGreaterThan(0)
    expect(await checkInvariants(db.database)).toEqual([])
  })

  it('gives the last unit that is not held, and not one more', async () => {
    const [a, b] = [memberAccount(newUuid(), 'USDT'), memberAccount(newUuid(), 'USDT')]
    const order = (amount: bigint, back = false): TransferOrder => ({
      from: back ? b : a,
      to: back ? a : b,
      amount,
      kind: 'otc_release',
      reference: newUuid(),
    })
    const from = { from: houseAccount('USDT', 'EXT'), to: a, kind: 'recharge' } as const
    await act(tx => ledger.post(tx, [{ ...from, amount: 100n, reference: newUuid() }]))
    const held = { account: a, amount: 30n, kind: 'withdrawal', reference: newUuid() } as const
    await act(tx => ledger.hold(tx, held))
    for (const group of [
      [order(71n)],
      [order(71n), order(71n, true)],
      [order(70n), order(1n, true)],
    ])
      await compared([a, b], draftGroup(group), false)
    expect(await ledger.balance(db.database, a)).toEqual({ posted: 31n, held: 30n })
    expect(await compared([a, b], draftGroup([order(1n)]), true)).toBe('done')
    expect(await compared([a, b], draftGroup([order(1n)]), true)).toMatch(
      '"needed":"0.000001","available":"0"',
    )
  })

  it('fails like the decision on an account that older books have closed', async () => {
    const [a, b] = [memberAccount(newUuid(), 'USDT'), memberAccount(newUuid(), 'USDT')]
    await act(tx => ledger.lock(tx, [a, b]))
    await db.owner.query('update ledger_account set closed_at = house_now() where id = $1', [
      accountId(b),
    ])
    const from = { from: houseAccount('USDT', 'EXT'), kind: 'recharge', amount: 1n } as const
    for (const to of [a, b])
      await compared([a, b], draftGroup([{ ...from, to, reference: newUuid() }]), true)
    expect((await ledger.balance(db.database, a)).posted).toBe(1n)
    expect((await ledger.balance(db.database, b)).posted).toBe(0n)
  })

  it('takes every kind of transfer that a caller may post', async () => {
    const b = memberAccount(newUuid(), 'USDT')
    const own = ['split', 'reversal', 'static_earning', 'dynamic_earning']
    for (const kind of transferKinds.filter(one => !own.includes(one))) {
      const order = {
        from: houseAccount('USDT', 'EXT'),
        to: b,
        amount: 1n,
        kind,
        reference: newUuid(),
      }
      expect(await compared([b], draftGroup([order]), true), kind).toBe('done')
    }
  })

  it('has plans that are pinned: it reads by index with statistics of an empty table', async () => {
    await act(async tx => {
      const before = await scans(tx)
      for (const to of accountsOf(20)) {
        const order = {
          from: houseAccount('USDT', 'EXT'),
          to,
          amount: 1n,
          kind: 'recharge',
        } as const
        const group = draftGroup([{ ...order, reference: newUuid() }])
        expect(await postByStatement(tx, group)).toBe('done')
        expect(await postByStatement(tx, group)).toBe('replayed')
      }
      expect(await scans(tx)).toEqual(before)
    })
  })
})

/** How often this connection has read a table in full since its last report. */
async function scans(tx: Tx): Promise<unknown[]> {
  const { rows } = await sql`
    select relname, seq_scan from pg_stat_xact_user_tables
    where relname in ('ledger_account', 'ledger_transfer_single') order by 1`.execute(tx)
  return rows
}

describe('a post', () => {
  const order = (to: AccountName, amount = 5n): TransferOrder => ({
    from: houseAccount('LEAF', 'ISSUE'),
    to,
    amount,
    kind: 'subscription_issue',
    reference: newUuid(),
  })

  it('is done once, refused whole, and replayed', async () => {
    const [a, b] = [memberAccount(newUuid(), 'LEAF'), memberAccount(newUuid(), 'LEAF')]
    const first = [order(a)]
    expect(await act(tx => ledger.post(tx, first))).toBe('done')
    expect(await act(tx => ledger.post(tx, first))).toBe('replayed')
    const tooMuch: TransferOrder[] = [
      { ...order(b, 5n), from: a },
      { ...order(b, 1n), from: a },
    ]
    await expect(act(tx => ledger.post(tx, tooMuch))).rejects.toThrow('insufficientBalance')
    expect((await ledger.balance(db.database, a)).posted).toBe(5n)
    expect((await ledger.balance(db.database, b)).posted).toBe(0n)
  })

  it('writes the lines of a split first, where its accounts lack them', async () => {
    const [a, b] = [memberAccount(newUuid(), 'LEAF'), memberAccount(newUuid(), 'LEAF')]
    await act(tx => ledger.post(tx, [order(a)]))
    await act(tx => ledger.split(tx, 2))
    expect(await act(tx => ledger.post(tx, [{ ...order(b, 10n), from: a }]))).toBe('done')
    expect((await ledger.balance(db.database, b)).posted).toBe(10n)
    while ((await ledger.writeSplitLines(db.database, 100)) > 0);
    expect(await checkInvariants(db.database)).toEqual([])
  })
})

describe('posts, holds and locks that cross', () => {
  it('never deadlock, also where they open the accounts', async () => {
    const members = accountsOf(6)
    const ops = houseAccount('USDT', 'OPS')
    const ext = houseAccount('USDT', 'EXT')
    const give = (from: AccountName, to: AccountName): TransferOrder => ({
      from,
      to,
      amount: 1n,
      kind: 'otc_release',
      reference: newUuid(),
    })
    await act(tx => ledger.post(tx, [{ ...give(ext, ops), amount: 1_000n }]))
    // Without the retries of the programs: a deadlock shows as an error here.
    const side = (i: number): Promise<unknown> => {
      const turned = [...members.slice(i % 6), ...members.slice(0, i % 6)]
      const names = i % 2 === 0 ? turned : turned.reverse()
      if (i % 4 === 0) return act(tx => ledger.lock(tx, names))
      if (i % 4 === 1)
        return act(tx => postByDecision(tx, draftGroup(names.map(to => give(ops, to)))))
      return act(tx =>
        ledger.post(
          tx,
          names.map(to => give(ops, to)),
        ),
      )
    }
    await Promise.all(
      await meet(
        db,
        changesOf('ledger_account'),
        times(40, i => side(i)),
        { waiting: 20 },
      ),
    )
    const balances = await Promise.all(members.map(one => ledger.balance(db.database, one)))
    expect(balances.map(({ posted }) => posted)).toEqual(members.map(() => 30n))
  })
})
