import { type Asset, assets } from '@banyan/domain'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import {
  houseAccount,
  type LineFilter,
  memberAccount,
  openLedger,
  type StatementLine,
} from './index.ts'

/**
 * A statement with a filter beside the whole statement: the lines that match, in its order. The lines are of
 * every source: transfers, blocks of settlements, split lines that are written and split lines that are not.
 */
const ledger = openLedger()
const [owner, other] = [newUuid(), newUuid()]
let db: TestDatabase
let whole: StatementLine[]
beforeAll(async () => {
  db = await openTestDatabase()
  await fill()
  // Members ask by milliseconds: a line can then be of exactly the instant that is asked for.
  await db.owner.query(`set session_replication_role = replica;
    update ledger_transfer set posted_at = date_trunc('milliseconds', posted_at);
    update ledger_transfer_block set posted_at = date_trunc('milliseconds', posted_at);
    update ledger_epoch set began_at = date_trunc('milliseconds', began_at);
    reset session_replication_role`)
  whole = (await ledger.statement(db.database, owner, { limit: 100 })).lines
})
afterAll(() => db.close())

const act = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => db.database.transaction().execute(work)

let hours = 0
/** An hour later: lines of different acts have different instants. */
const later = () =>
  db.owner.query(
    `insert into house_clock (shift) values (make_interval(hours => $1))
      on conflict (only_row) do update set shift = excluded.shift`,
    [++hours],
  )

const pool = houseAccount('USDT', 'POOL.static')
async function pay(kind: 'static_earning' | 'dynamic_earning', amount: bigint): Promise<void> {
  const credits = [owner, other].sort().map(one => ({ owner: one, amount }))
  await ledger.postCredits(db.database, { settlementId: newUuid(), kind, from: pool, credits })
  await later()
}

async function recharge(to: string, amount: bigint): Promise<void> {
  const ext = { from: houseAccount('USDT', 'EXT'), kind: 'recharge', amount } as const
  await act(tx =>
    ledger.post(tx, [{ ...ext, to: memberAccount(to, 'USDT'), reference: newUuid() }]),
  )
  await later()
}

async function split(isWritten: boolean): Promise<void> {
  await act(tx => ledger.split(tx, 2))
  if (isWritten) while ((await ledger.writeSplitLines(db.database, 100)) > 0);
  await later()
}

async function fill(): Promise<void> {
  const coins = memberAccount(owner, 'LEAF')
  const own = { amount: 1_000n, reference: newUuid() }
  const outside = { from: houseAccount('USDT', 'EXT'), to: pool, kind: 'genesis' } as const
  await act(tx => ledger.post(tx, [{ ...outside, ...own }]))
  for (const one of [owner, other]) {
    await recharge(one, 500n)
    const issue = { from: houseAccount('LEAF', 'ISSUE'), to: memberAccount(one, 'LEAF') }
    const order = { ...issue, amount: 90n, kind: 'subscription_issue', reference: one } as const
    await act(tx => ledger.post(tx, [order]))
    await later()
  }
  await pay('static_earning', 3n)
  await pay('dynamic_earning', 4n)
  await split(true)
  const freeze = { from: coins, to: { ...coins, kind: 'escrow' }, kind: 'otc_freeze' } as const
  await act(tx =>
    ledger.post(tx, [
      { ...freeze, amount: 20n, reference: 'one' },
      { ...freeze, amount: 5n, reference: 'two' },
    ]),
  )
  await later()
  await recharge(owner, 7n)
  await pay('static_earning', 5n)
  const debits = [owner, other].sort().map(one => ({ owner: one, amount: 2n }))
  const loss = { kind: 'loss_share', to: houseAccount('USDT', 'LOSS') } as const
  await ledger.postDebits(db.database, { ...loss, settlementId: newUuid(), debits })
  await later()
  await split(false)
  await recharge(other, 9n)
  await split(false)
}

interface Asked extends LineFilter {
  asset?: Asset | undefined
}

const matches = (line: StatementLine, { asset, kinds, from, to }: Asked): boolean =>
  (asset === undefined || line.asset === asset) &&
  (kinds?.includes(line.kind) ?? true) &&
  (from === undefined || line.at >= from) &&
  (to === undefined || line.at < to)

async function allPages(asked: Asked, limit: number): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  let cursor: string | undefined
  do {
    const page = await ledger.statement(db.database, owner, { ...asked, cursor, limit })
    expect(page.lines.length).toBeLessThanOrEqual(limit)
    lines.push(...page.lines)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return lines
}

describe('a statement', () => {
  it('has the lines of its owner alone, of every source', () => {
    const counted: Record<string, number> = {}
    for (const { kind } of whole) counted[kind] = (counted[kind] ?? 0) + 1
    expect(counted).toEqual({
      recharge: 2,
      subscription_issue: 1,
      static_earning: 2,
      dynamic_earning: 1,
      otc_freeze: 4,
      loss_share: 1,
      // One is written on one account; of the two later ones both accounts have a line to come.
      split: 5,
    })
  })

  it('with a filter is the whole one without the lines that do not match, in pages of any length', async () => {
    const instants = [...new Set(whole.map(line => line.at.getTime()))]
    const instant = fc
      .tuple(fc.constantFrom(...instants), fc.constantFrom(-1, 0, 1))
      .map(([at, ms]) => new Date(at + ms))
    const kinds = fc.subarray([...new Set(whole.map(line => line.kind))], { minLength: 1 })
    const asked = fc.record<Asked>({
      asset: fc.option(fc.constantFrom(...assets), { nil: undefined }),
      kinds: fc.option(kinds, { nil: undefined }),
      from: fc.option(instant, { nil: undefined }),
      to: fc.option(instant, { nil: undefined }),
    })
    await fc.assert(
      fc.asyncProperty(asked, fc.integer({ min: 1, max: 6 }), async (filter, limit) => {
        const expected = whole.filter(line => matches(line, filter))
        expect(await allPages(filter, limit)).toEqual(expected)
      }),
      { numRuns: 150 },
    )
  })

  it.each(['from', 'to'] as const)('counts a line of the very instant of `%s`', async bound => {
    for (const { at } of whole) {
      const filter = { [bound]: at }
      const expected = whole.filter(line => matches(line, filter))
      expect(await allPages(filter, 100)).toEqual(expected)
    }
  })
})
