import { ONE, type RedemptionKind, type RedemptionState, redemptionKinds } from '@banyan/domain'
import { canonicalJson } from '@banyan/economy'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  checkInvariants,
  houseAccount,
  memberAccount,
  openLedger,
  type TransferOrder,
} from '../ledger/index.ts'
import { migrations } from '../migrations.ts'
import { migrate } from '../platform/database/migrate.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { postingFunctions } from '../testing/posting-functions.ts'
import { checkRedemptions } from './check.ts'
import { redemptionId } from './names.ts'
import { burnOf, payOf } from './postings.ts'
import { postDeals } from './run.ts'
import { factsOfRun, type RedemptionRow, redemptionPage, undoOf } from './store.ts'

/** The last migration before an exchange and an undo became one table. */
const before = migrations.slice(
  0,
  migrations.findIndex(({ id }) => id === '2026-11-23-redemptions'),
)
const ledger = openLedger()

/**
 * Rows of both old tables: the state, the run that took them last, the epoch in which they ended.
 */
const olds = [
  { name: 'queued', state: 'queued', period: null },
  { name: 'waited', state: 'queued', period: '2026-11-20' },
  { name: 'settling', state: 'settling', period: '2026-11-21' },
  { name: 'done', state: 'done', period: '2026-11-20' },
  { name: 'cancelled', state: 'cancelled', period: null },
] as const satisfies readonly { name: string; state: RedemptionState; period: string | null }[]

interface Old {
  id: string
  kind: RedemptionKind
  memberId: string
  name: (typeof olds)[number]['name']
  state: RedemptionState
  period: string | null
  holdId: string
}

let db: TestDatabase
let client: pg.Client
let rows: Old[]
beforeEach(async () => {
  db = await openTestDatabase(before)
  await db.owner.query(postingFunctions)
  client = new pg.Client({ connectionString: db.url })
  await client.connect()
  rows = []
  await post([
    {
      from: houseAccount('USDT', 'EXT'),
      to: houseAccount('USDT', 'RESERVE'),
      amount: 10_000n * ONE,
      kind: 'income',
      reference: 'the reserve',
    },
  ])
  for (const kind of redemptionKinds) for (const old of olds) rows.push(await hold(kind, old))
  for (const row of rows) await end(row)
  for (const row of rows) await store(row)
  // Quantities of a run are in the units of its cut-off: one was before a split, the other after
  // it.
  await turns('2026-11-20', 100n * ONE, 0)
  await inTransaction(db.database, tx => ledger.split(tx, 2))
  await turns('2026-11-21', 200n * ONE, 1)
})
afterEach(async () => {
  await client.end()
  await db.close()
})

const post = (group: TransferOrder[]) => inTransaction(db.database, tx => ledger.post(tx, group))
const askedAt = (row: Pick<Old, 'name'>) => `2026-11-2${row.name === 'settling' ? 1 : 0}T09:00Z`

async function hold(kind: RedemptionKind, old: (typeof olds)[number]): Promise<Old> {
  const [id, memberId] = [newUuid(), newUuid()]
  const account = memberAccount(memberId, 'LEAF')
  const reference = redemptionId({ id, kind })
  await post([
    {
      from: houseAccount('LEAF', 'ISSUE'),
      to: account,
      amount: 100n * ONE,
      kind: 'subscription_issue',
      reference: newUuid(),
    },
  ])
  const holdId = await inTransaction(db.database, tx =>
    ledger.hold(tx, { account, amount: 100n * ONE, kind, reference }),
  )
  return { ...old, id, kind, memberId, holdId }
}

async function end(row: Old): Promise<void> {
  if (row.state === 'cancelled')
    await inTransaction(db.database, tx => ledger.voidHold(tx, row.holdId))
  if (row.state === 'done')
    await inTransaction(db.database, tx =>
      ledger.endHolds(
        tx,
        [{ holdId: row.holdId, group: [burnOf({ ...row, quantity: 100n * ONE, epoch: 0 })] }],
        payOf(row, { pay: 99n * ONE }),
      ),
    )
}

/** The row as the earlier program stored it. */
async function store({ kind, ...row }: Old): Promise<void> {
  const isDone = row.state === 'done'
  const closedAt = isDone || row.state === 'cancelled' ? '2026-11-20T16:00:02Z' : null
  const subscriptionId = newUuid()
  if (kind === 'undo')
    await client.query(
      `insert into subscription (id, order_number, member_id, amount, hold_id, state, placed_at, ripe_at,
        period, filled, quantity, guide_price, closed_at, idempotency_key, kind, rule_version, deal_version)
      values ($1, $2, $3, $4, $5, 'issued', '2026-11-18', '2026-11-19', '2026-11-19', $4, $6, 1, '2026-11-19',
        'of the subscription', 'first', 1, 1)`,
      [subscriptionId, `S${row.id}`, row.memberId, `${110n * ONE}`, newUuid(), `${100n * ONE}`],
    )
  const [table, asked, own] =
    kind === 'exchange'
      ? ['exchange', 'placed_at', { order_number: `E${row.id}` }]
      : [
          'subscription_undo',
          'asked_at',
          { subscription_id: subscriptionId, fill: `${110n * ONE}` },
        ]
  const columns: Record<string, unknown> = {
    id: row.id,
    member_id: row.memberId,
    hold_id: row.holdId,
    state: row.state,
    quantity: `${100n * ONE}`,
    epoch: 0,
    period: row.period,
    closed_at: closedAt,
    [asked as string]: askedAt(row),
    idempotency_key: 'the same for both',
    rule_version: 1,
    ended_quantity: closedAt && `${100n * ONE}`,
    ...(own as object),
    ...(isDone && { exit_price: `${ONE}`, pay: `${99n * ONE}`, deal_version: 1 }),
    ...(isDone && kind === 'exchange' && { gross: `${100n * ONE}`, fee: `${ONE}` }),
  }
  const names = Object.keys(columns)
  await client.query(
    `insert into ${table} (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()})`,
    Object.values(columns),
  )
}

/** What a cut-off assigned to its run, as the earlier program stored it. */
async function turns(period: string, quantity: bigint, epoch: number): Promise<void> {
  const given = [period, `${quantity}`, epoch]
  await client.query(
    `insert into exchange_turn select $1, id, member_id, $2, $3, placed_at from exchange where period = $1`,
    given,
  )
  await client.query(
    `insert into subscription_undo_turn
      select $1, id, member_id, $2, $3, fill, asked_at from subscription_undo where period = $1`,
    given,
  )
}

/** The facts of a run as the earlier program read them. */
async function factsBefore(period: string) {
  interface Turn {
    id: string
    member_id: string
    quantity: string
    fill?: string
  }
  const units = ({ id, member_id: memberId, quantity, fill }: Turn) => ({
    id,
    memberId,
    quantity: BigInt(quantity),
    ...(fill !== undefined && { fill: BigInt(fill) }),
  })
  const exchanges = await client.query(
    `select exchange_id as id, member_id, quantity::text from exchange_turn
      where period = $1 order by placed_at, exchange_id`,
    [period],
  )
  const undos = await client.query(
    `select undo_id as id, member_id, quantity::text, fill::text from subscription_undo_turn
      where period = $1 order by asked_at, undo_id`,
    [period],
  )
  return canonicalJson({ exchanges: exchanges.rows.map(units), undos: undos.rows.map(units) })
}

const pageOf = async ({ memberId }: Old): Promise<RedemptionRow> => {
  const [row] = await redemptionPage(db.database, memberId, undefined, { after: null, limit: 9 })
  if (!row) throw new Error(`${memberId} has nothing left`)
  return row
}
const rowOf = (kind: RedemptionKind, name: Old['name']): Old => {
  const row = rows.find(row => row.kind === kind && row.name === name)
  if (!row) throw new Error(`there was no ${kind} ${name}`)
  return row
}

it('every exchange and undo, in each state, becomes the same redemption', async () => {
  await migrate(client, migrations)
  for (const row of rows) {
    const ended = row.state === 'done' || row.state === 'cancelled'
    const isDone = row.state === 'done'
    const fee = row.kind === 'exchange' ? ONE : 0n
    expect(await pageOf(row), `${row.kind} ${row.name}`).toMatchObject({
      id: row.id,
      kind: row.kind,
      memberId: row.memberId,
      holdId: row.holdId,
      state: row.state,
      period: row.period,
      askedAt: new Date(askedAt(row)),
      idempotencyKey: 'the same for both',
      ruleVersion: 1,
      orderNumber: expect.stringMatching(row.kind === 'exchange' ? /^E/ : /^U26112[01]0000000\d$/),
      fill: row.kind === 'undo' ? 110n * ONE : null,
      // An open one is shown in the units after the split, an ended one in those of its end.
      shownQuantity: (ended ? 100n : 200n) * ONE,
      closedAt: ended ? new Date('2026-11-20T16:00:02Z') : null,
      exitPrice: isDone ? ONE : null,
      dealVersion: isDone ? 1 : null,
      pay: isDone ? 99n * ONE : null,
      fee: isDone ? fee : null,
      gross: isDone ? 99n * ONE + fee : null,
    })
  }
  expect(await undoOf(db.database, rowOf('undo', 'cancelled').memberId)).toBeUndefined()
  expect(await undoOf(db.database, rowOf('undo', 'done').memberId)).toMatchObject({ state: 'done' })
  expect(await checkRedemptions(db.database)).toEqual([])
  expect(await checkInvariants(db.database)).toEqual([])
})

it('the check finds an undo with another fill than its subscription’s, or with another kind than its hold’s', async () => {
  await migrate(client, migrations)
  const tamper = async (set: string, { id }: Old) => {
    await client.query(`update redemption set ${set} where id = $1`, [id])
    return (await checkRedemptions(db.database)).map(one => one.what).join('\n')
  }
  expect(await tamper('fill = fill + 1', rowOf('undo', 'queued'))).toContain('whole fill')
  const asExchange = `kind = 'exchange', fill = null, subscription_id = null, idempotency_key = 'new'`
  expect(await tamper(asExchange, rowOf('undo', 'settling'))).toContain('has no hold')
})

it('the facts of each run have the same bytes, and a run that was under way continues', async () => {
  const periods = ['2026-11-20', '2026-11-21'] as const
  const facts = await Promise.all(periods.map(factsBefore))
  await migrate(client, migrations)
  const carried = await Promise.all(periods.map(period => factsOfRun(db.database, period)))
  expect(carried.map(canonicalJson)).toEqual(facts)
  expect(carried.map(({ exchanges, undos }) => [exchanges.length, undos.length])).toEqual([
    [2, 2],
    [1, 1],
  ])
  const settling = redemptionKinds.map(kind => rowOf(kind, 'settling'))
  const pay = 50n * ONE
  const deal = { quantity: 200n * ONE, gross: pay, fee: 0n, pay }
  const deals = new Map(settling.map(({ id }) => [id, { id, ...deal }]))
  const outcome = { period: '2026-11-21', ruleVersion: 1, exitPrice: ONE / 4n, deals }
  const settled = await inTransaction(db.database, tx => postDeals(ledger, tx, outcome, 9))
  expect(settled).toBe(2)
  for (const row of settling)
    expect(await pageOf(row)).toMatchObject({ state: 'done', pay, endedQuantity: 200n * ONE })
  expect(await checkRedemptions(db.database)).toEqual([])
  expect(await checkInvariants(db.database)).toEqual([])
})
