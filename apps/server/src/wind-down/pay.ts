import { createHash } from 'node:crypto'
import { windDownMachine } from '@banyan/domain'
import {
  canonicalPieces,
  type WindDownInput,
  type WindDownOutcome,
  windDown,
} from '@banyan/economy'
import {
  type CreditBatch,
  type HouseAccountKind,
  houseAccount,
  type TransferOrder,
} from '../ledger/index.ts'
import type { Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { WindDownContext } from './context.ts'
import { inputOf } from './freeze.ts'
import { notifyEverybody } from './notice.ts'
import { SecondFault, type WindDownHashes } from './second.ts'
import * as store from './store.ts'

/** The computations differ or one fails, or the books do not match them: nothing more is posted. */
export class WindDownStopped extends Error {
  override name = 'WindDownStopped'
}

/** A wind-down with frozen input and an outcome on which two computations agree. */
interface Agreed {
  row: store.AnnouncedRow
  run: store.RunRow
  input: WindDownInput
  outcome: WindDownOutcome
}

/** The reference of a wind-down in the ledger. */
export const settlementOf = ({ id }: Pick<store.AnnouncedRow, 'id'>): string => `wind-down:${id}`

/**
 * The steps in their order, each of which can be stopped at any point and continues there. Rule
 * book 2.17.
 */
const steps: readonly ((context: WindDownContext, agreed: Agreed) => Promise<void>)[] = [
  unlock,
  (context, agreed) =>
    credit(context, agreed, {
      kind: 'wind_down_static',
      from: 'POOL.static',
      credits: byMember(agreed.input.positions, agreed.outcome.ofStatic),
    }),
  postOnce(toReserve),
  burn,
  postOnce(burnSeed),
  (context, agreed) =>
    credit(context, agreed, {
      kind: 'wind_down_coins',
      from: 'RESERVE',
      credits: byMember(agreed.input.holders, agreed.outcome.ofCoins),
    }),
  postOnce(({ row, outcome }) => move(row, 'RESERVE', 'RISK', outcome.toRisk)),
  (context, agreed) =>
    credit(context, agreed, {
      kind: 'wind_down_risk',
      from: 'RISK',
      credits: byMember(agreed.input.holders, agreed.outcome.ofRisk),
    }),
  postOnce(({ row, outcome }) => move(row, 'RISK', 'OPS', outcome.dust)),
  (context, agreed) => inTransaction(context.database, tx => finish(context, tx, agreed)),
]

/**
 * Pays everybody their frozen part, to the end; it can be stopped at any point and continues there.
 * @throws WindDownStopped when the two computations differ or one fails, or the books do not match
 * them: a person must look.
 */
export async function pay(context: WindDownContext, row: store.AnnouncedRow): Promise<void> {
  const agreed = await agree(context, row)
  for (const step of steps) await step(context, agreed)
}

/**
 * Computes the outcome: twice before anything is posted, afterwards against the recorded hashes.
 */
async function agree(context: WindDownContext, row: store.AnnouncedRow): Promise<Agreed> {
  const { database } = context
  const run = await store.findRun(database, row.id)
  if (!run) throw new Error(`the books of wind-down ${row.id} are not frozen`)
  const input = await inputOf(database, row, run)
  const recorded = await store.findOutcome(database, row.id)
  const expected = recorded
    ? { input: recorded.inputHash.toString('hex'), result: recorded.resultHash.toString('hex') }
    : await orStop(() => context.recount(bytesOf(input)))
  const outcome = await orStop(() => windDown(input))
  const own = { input: hashOf(input), result: hashOf(outcome) }
  for (const what of ['input', 'result'] as const)
    if (own[what] !== expected[what])
      throw new WindDownStopped(
        `The wind-down is stopped: its ${what} has the hash ${own[what]}, and ${expected[what]} where it was worked out apart. Nothing more of it is posted.`,
      )
  if (!recorded) await inTransaction(database, tx => record(tx, row.id, outcome, own))
  return { row, run, input, outcome }
}

async function orStop<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof SecondFault)) throw error
    throw new WindDownStopped(
      `The wind-down is stopped: it cannot be worked out: ${error.message}. Nothing of it is posted.`,
    )
  }
}

/** The canonical text in UTF-8, produced on demand. */
function* bytesOf(fact: object): Generator<Buffer> {
  for (const piece of canonicalPieces(fact)) yield Buffer.from(piece)
}

function hashOf(fact: object): string {
  const hash = createHash('sha256')
  for (const bytes of bytesOf(fact)) hash.update(bytes)
  return hash.digest('hex')
}

/** Records the agreed hashes before a single unit moves. */
async function record(
  tx: Tx,
  id: string,
  outcome: WindDownOutcome,
  hashes: WindDownHashes,
): Promise<void> {
  const { weight, toReserve, reserve, exitPrice, toRisk, risk, riskBy, riskWeight } = outcome
  await store.insertOutcome(tx, {
    windDownId: id,
    inputHash: Buffer.from(hashes.input, 'hex'),
    resultHash: Buffer.from(hashes.result, 'hex'),
    weight,
    staticRest: toReserve.poolStatic,
    opsRest: toReserve.ops,
    paidFrom: reserve,
    exitPrice,
    toRisk,
    risk,
    riskBy,
    riskWeight,
    dust: outcome.dust,
    ops: outcome.ops,
    computedAt: await systemNow(tx),
  })
}

async function unlock({ database, earnings, chunk }: WindDownContext, { run }: Agreed) {
  while ((await inTransaction(database, tx => earnings.unlockAll(tx, run.period, chunk))) > 0);
}

/** Pays every member their part from one house account. */
async function credit(
  { database, ledger }: WindDownContext,
  { row }: Agreed,
  batch: Pick<CreditBatch, 'kind' | 'credits'> & { from: HouseAccountKind },
): Promise<void> {
  const from = houseAccount('USDT', batch.from)
  await ledger.postCredits(database, { ...batch, settlementId: settlementOf(row), from })
}

/**
 * The parts of each member together, in the order of the members' ids; without members who have
 * none.
 */
function byMember(
  rows: readonly { memberId: string }[],
  parts: readonly bigint[],
): { owner: string; amount: bigint }[] {
  const sums = new Map<string, bigint>()
  rows.forEach(({ memberId }, i) => {
    sums.set(memberId, (sums.get(memberId) ?? 0n) + (parts[i] ?? 0n))
  })
  return [...sums]
    .filter(([, amount]) => amount > 0n)
    .map(([owner, amount]) => ({ owner, amount }))
    .sort((a, b) => (a.owner < b.owner ? -1 : 1))
}

/** Every member's coins go back to the account that issued them. */
async function burn({ database, ledger }: WindDownContext, { row, input }: Agreed): Promise<void> {
  await ledger.postDebits(database, {
    settlementId: settlementOf(row),
    kind: 'wind_down_burn',
    to: houseAccount('LEAF', 'ISSUE'),
    debits: byMember(
      input.holders,
      input.holders.map(one => one.quantity),
    ),
  })
}

/** A step that is one group of transfers: a repeat changes nothing. */
function postOnce(moves: (agreed: Agreed) => TransferOrder[]) {
  return async ({ database, ledger }: WindDownContext, agreed: Agreed): Promise<void> => {
    const group = moves(agreed)
    if (group.length > 0) await inTransaction(database, tx => ledger.post(tx, group))
  }
}

function toReserve({ row, outcome: { toReserve: rest } }: Agreed): TransferOrder[] {
  return [
    ...move(row, 'POOL.static', 'RESERVE', rest.poolStatic),
    ...move(row, 'POOL.dynamic', 'RESERVE', rest.poolDynamic),
    ...move(row, 'INCOME', 'RESERVE', rest.income),
    ...move(row, 'OPS', 'RESERVE', rest.ops),
  ]
}

function burnSeed({ row, input: { seed: amount, epoch } }: Agreed): TransferOrder[] {
  if (amount === 0n) return []
  const [from, to] = [houseAccount('LEAF', 'SEED'), houseAccount('LEAF', 'ISSUE')]
  const reference = `${settlementOf(row)}/SEED`
  return [{ from, to, amount, epoch, kind: 'wind_down', reference }]
}

/** One transfer between house accounts; none for an amount of zero. */
function move(
  row: store.AnnouncedRow,
  payer: HouseAccountKind,
  payee: HouseAccountKind,
  amount: bigint,
): TransferOrder[] {
  if (amount === 0n) return []
  const [from, to] = [houseAccount('USDT', payer), houseAccount('USDT', payee)]
  return [{ from, to, amount, kind: 'wind_down', reference: `${settlementOf(row)}/${payer}` }]
}

/**
 * The accounts that a wind-down empties. LOSS is not one: a loss found during the payment does not
 * stop it.
 */
const emptied = [
  ...(['RESERVE', 'INCOME', 'POOL.static', 'POOL.dynamic', 'RISK'] as const).map(kind =>
    houseAccount('USDT', kind),
  ),
  ...(['ISSUE', 'FEE.coin', 'SEED', 'SPLIT'] as const).map(kind => houseAccount('LEAF', kind)),
]

/** Compares the books with the outcome, and then closes the platform. */
async function finish(context: WindDownContext, tx: Tx, { row, input, outcome }: Agreed) {
  const locked = await store.lockWindDown(tx, row.id)
  if (locked.state === 'closed') return
  if (locked.state !== 'paying' || !windDownMachine.step(locked.state, 'finish', 'clock')) return
  const differences = await whatDiffers(context, tx, { row, input, outcome })
  if (differences.length > 0)
    throw new WindDownStopped(
      `The wind-down is stopped before it is closed: ${differences.join('; ')}.`,
    )
  await store.saveWindDown(tx, row.id, { state: 'closed', closedAt: await systemNow(tx) })
  await notifyEverybody(tx)
}

async function whatDiffers(
  { ledger }: WindDownContext,
  tx: Tx,
  { row, input, outcome }: Omit<Agreed, 'run'>,
): Promise<string[]> {
  const posted = await store.postedSums(tx, settlementOf(row))
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, one) => all + one, 0n)
  const wanted = {
    wind_down_static: sum(outcome.ofStatic),
    wind_down_burn: sum(input.holders.map(one => one.quantity)),
    wind_down_coins: sum(outcome.ofCoins),
    wind_down_risk: sum(outcome.ofRisk),
  }
  const differences = Object.entries(wanted)
    .filter(([kind, amount]) => (posted.get(kind) ?? 0n) !== amount)
    .map(([kind, amount]) => `${kind} is ${posted.get(kind) ?? 0n} in the books and ${amount}`)
  for (const account of emptied) {
    const { posted: left } = await ledger.balance(tx, account)
    if (left !== 0n) differences.push(`${account.asset} ${account.kind} is ${left} and not empty`)
  }
  return differences
}
