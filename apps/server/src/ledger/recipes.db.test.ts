import { type Asset, redemptionKinds, type TransferKind, transferKinds } from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { verifyBooks } from '../accountant/index.ts'
import { activationOf, unlockOf } from '../earnings/postings.ts'
import { freeze, giveBack, release } from '../otc/postings.ts'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { burnOf, payOf } from '../redemptions/postings.ts'
import { openingMoves } from '../settlement/02-losses-and-income/moves.ts'
import { feeMoves } from '../settlement/04-fee-coins/moves.ts'
import { issueOf, paymentOf } from '../subscriptions/postings.ts'
import { openTestDatabase, type TestDatabase } from '../testing/database.ts'
import { coverOf, foundingMoves, refundOf } from '../treasury/booking.ts'
import { costOf } from '../treasury/costs.ts'
import { incomeOf } from '../treasury/income.ts'
import { captureOf, payoutOf, returnOf } from '../withdrawals/postings.ts'
import {
  type AccountName,
  type CreditBatch,
  checkInvariants,
  type HoldOrder,
  houseAccount,
  houseAccountKinds,
  memberAccount,
  memberAccountKinds,
  openLedger,
  sealBooks,
  type TransferOrder,
} from './index.ts'
import { chartOfPage, type Recipe, recipesOfPage, type Step } from './recipes.fixture.ts'

/** docs/ledger.md is the fixture: its steps are done, and the results must be as it states. */
const ledger = openLedger()
const recipes = recipesOfPage()
const members: Readonly<Record<string, string>> = { Ann: newUuid(), Ben: newUuid() }
const everybody = chartOfPage().flatMap(({ assets, owner, kind }) =>
  assets.flatMap(asset =>
    owner === 'house' ? [kind] : Object.keys(members).map(name => `${name} \`${kind}\` ${asset}`),
  ),
)

let db: TestDatabase
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.close())

/** An account as the page writes it: `EXT`, or Ann `available` USDT. */
function accountOf(text: string): AccountName {
  const own = /^(\w+) `(\w+)` (\w+)$/.exec(text)
  if (!own) {
    const asset = chartOfPage().find(one => one.owner === 'house' && one.kind === text)?.assets[0]
    if (!asset) throw new Error(`the chart of the page has no ${text}`)
    return houseAccount(asset, text as Parameters<typeof houseAccount>[1])
  }
  const [, name = '', kind, asset] = own
  const member = members[name]
  if (!member) throw new Error(`the page has no member ${name}`)
  return memberAccount(member, asset as Asset, kind as (typeof memberAccountKinds)[number])
}

const orderOf = (step: Step): TransferOrder => ({
  from: accountOf(step.from),
  to: accountOf(step.to),
  amount: step.amount,
  kind: step.kind as TransferKind,
  reference: step.reference,
})

const holds = new Map<string, string>()

/** Carries out one step of a recipe in one transaction: its rows are one group. */
async function doStep(rows: readonly Step[]): Promise<void> {
  const [first] = rows
  if (first?.does === 'tell') await ledger.writeSplitLines(db.database, 100)
  else if (first?.kind === 'static_earning' || first?.kind === 'dynamic_earning')
    await ledger.postCredits(db.database, settlementOf(first.kind, rows))
  else if (first) await db.database.transaction().execute(tx => doWithin(tx, first, rows))
}

/** The payments of a run come as one list. */
function settlementOf(kind: CreditBatch['kind'], rows: readonly Step[]): CreditBatch {
  const [{ from, reference }] = rows as [Step]
  return {
    kind,
    from: accountOf(from),
    settlementId: reference.split('/')[0] ?? '',
    credits: rows.map(({ to, amount }) => ({ owner: accountOf(to).owner, amount })),
  }
}

async function doWithin(tx: Tx, first: Step, rows: readonly Step[]): Promise<void> {
  if (rows.some(row => row.does !== first.does))
    throw new Error('the rows of a step must have one action')
  if (first.does === 'hold') await placeHold(tx, first)
  else if (first.does === 'split') await ledger.split(tx, 2)
  else if (first.does === 'void') await ledger.voidHold(tx, holdOf(first))
  else if (first.does === 'take') await ledger.postHold(tx, holdOf(first), rows.map(orderOf))
  else await ledger.post(tx, rows.map(orderOf))
}

async function placeHold(tx: Tx, { from, amount, kind, reference }: Step): Promise<void> {
  const order = { account: accountOf(from), amount, kind: kind as HoldOrder['kind'], reference }
  holds.set(reference, await ledger.hold(tx, order))
}

function holdOf({ reference }: Step): string {
  const id = holds.get(reference)
  if (!id) throw new Error(`no hold ${reference} was placed`)
  return id
}

/** The expected balance of each account that the chart allows. */
const expected = new Map(everybody.map(account => [account, { posted: 0n, held: 0n }]))

async function balances(): Promise<Record<string, unknown>> {
  const read = everybody.map(async account => [
    account,
    await ledger.balance(db.database, accountOf(account)),
  ])
  return Object.fromEntries(await Promise.all(read))
}

/** Both members' newest lines, oldest first; as many of each as the recipe states. */
async function newLines(recipe: Recipe): Promise<Recipe['statement']> {
  const lines: Recipe['statement'] = []
  for (const [name, member] of Object.entries(members)) {
    const before = counted.get(name) ?? 0
    const page = await ledger.statement(db.database, member, { limit: 100 })
    const own = page.lines.toReversed()
    lines.push(
      ...own.slice(before).map(line => ({
        account: `${name} \`${line.account}\` ${line.asset}`,
        kind: line.kind,
        amount: line.amount,
        balanceAfter: line.balanceAfter,
      })),
    )
    counted.set(name, own.length)
  }
  // The page lists a recipe's lines in their order; the account distinguishes the two members'
  // lines.
  const place = (line: Recipe['statement'][number]) =>
    recipe.statement.findIndex(one => one.account === line.account && one.kind === line.kind)
  return lines
    .map((line, number) => ({ line, number }))
    .sort((a, b) => place(a.line) - place(b.line) || a.number - b.number)
    .map(({ line }) => line)
}
const counted = new Map<string, number>()

describe('the chart of accounts on the page', () => {
  it('is the ledger’s', () => {
    const ofPage = chartOfPage().flatMap(({ assets, owner, kind }) =>
      assets.map(asset => `${owner} ${asset} ${kind}`),
    )
    const ofHouse = Object.entries(houseAccountKinds).flatMap(([asset, kinds]) =>
      kinds.map(kind => `house ${asset} ${kind}`),
    )
    const ofMembers = ['USDT available', ...memberAccountKinds.map(kind => `LEAF ${kind}`)]
    expect(ofPage.sort()).toEqual([...ofHouse, ...ofMembers.map(one => `member ${one}`)].sort())
  })
})

/** A run in which every house account moves something. */
const busyRun = {
  period: '2026-11-22',
  epoch: 0,
  result: {
    losses: { risk: 1n, ops: 1n, income: 1n, poolStatic: 1n, reserve: 1n },
    release: { released: 2n, toStatic: 1n, toReserve: 1n },
    returned: { dynamicOff: 1n, staffShare: 1n, surplus: 1n },
    ownerless: { before: 1n, after: 1n },
    fees: { burned: 1n, toStatic: 1n, toDynamic: 1n, toOps: 1n, toRisk: 1n },
  },
} as unknown as Parameters<typeof feeMoves>[0]

describe('the recipes on the page', () => {
  it('are all read', () => {
    expect(recipes.length).toBeGreaterThanOrEqual(22)
    for (const recipe of recipes) {
      expect(recipe.steps.length, recipe.title).toBeGreaterThan(0)
      expect(recipe.afterwards.length, recipe.title).toBeGreaterThan(0)
    }
  })

  it('touch every account of the chart', () => {
    const touched = new Set(
      recipes.flatMap(({ steps }) => steps.flatMap(step => [step.from, step.to])),
    )
    const kindOf = (account: string) => accountOf(account).kind
    const kinds = new Set([...touched].filter(account => account !== '').map(kindOf))
    expect([...kinds].sort()).toEqual([...new Set(everybody.map(kindOf))].sort())
  })

  it('use the words of statements', () => {
    const words = recipes
      .flatMap(({ steps }) => steps.filter(step => step.does !== 'hold' && step.does !== 'void'))
      .map(step => step.kind)
    expect(words.filter(word => !transferKinds.some(kind => kind === word))).toEqual([])
  })

  it('are what the modules post', () => {
    const [id, sellerId, memberId] = [newUuid(), newUuid(), newUuid()]
    const escrowed = { sellerId, quantity: 100n, fee: 1n }
    const position = { id, memberId, quantity: 50n, epoch: 0 }
    const fill = { id, filled: 9n, refunded: 0n, quantity: 9n }
    const posted: readonly TransferOrder[] = [
      ...foundingMoves(id, 250_000000n, true),
      refundOf(id, 9n),
      coverOf(id, 9n),
      costOf(id, 9n),
      ...freeze(id, escrowed),
      ...release(id, memberId, escrowed),
      ...giveBack(`order:${id}`, escrowed),
      paymentOf({ id, memberId }, fill),
      issueOf({ id, memberId }, fill),
      activationOf(position),
      unlockOf(position),
      ...redemptionKinds.flatMap(kind => [
        burnOf({ id, kind, memberId, quantity: 9n, epoch: 0 }),
        ...payOf({ id, kind, memberId }, { pay: 9n }),
      ]),
      incomeOf({ id, amount: 9n }),
      ...[captureOf, payoutOf, returnOf].flatMap(of =>
        of({ id, memberId, amount: 100_000000n, fee: 1_000000n }),
      ),
      ...openingMoves(busyRun),
      ...feeMoves(busyRun),
    ]
    const shape = (order: TransferOrder) =>
      `${order.kind}: ${order.from.asset} ${order.from.kind} → ${order.to.kind}`
    const onPage = recipes
      .flatMap(({ steps }) => steps.filter(step => step.does === 'post' || step.does === 'take'))
      .map(step => shape(orderOf(step)))
    expect(posted.map(shape).filter(one => !onPage.includes(one))).toEqual([])
  })

  it.each(recipes.map(recipe => [recipe.title, recipe] as const))('%s', async (_, recipe) => {
    for (const number of new Set(recipe.steps.map(step => step.number)))
      await doStep(recipe.steps.filter(step => step.number === number))
    for (const { account, balance, held } of recipe.afterwards) {
      expect(expected.has(account), account).toBe(true)
      expected.set(account, { posted: balance, held })
    }
    expect(await balances()).toEqual(Object.fromEntries(expected))
    expect(await newLines(recipe)).toEqual(recipe.statement)
  })

  it('leave the books sound', async () => {
    expect(await checkInvariants(db.database)).toEqual([])
    expect(await sealBooks(db.database)).toBeGreaterThan(0)
    const accountant = await db.owner.connect()
    const lines: string[] = []
    const differences = await verifyBooks(accountant, { heads: [], files: [] }, line =>
      lines.push(line),
    )
    accountant.release()
    expect(lines.join('\n')).toContain('chain: ok')
    expect(differences).toBe(0)
  })
})
