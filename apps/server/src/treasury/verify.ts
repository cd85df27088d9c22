import { formatAmount } from '@banyan/domain'
import type { Books } from '@banyan/economy'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { liftLimit } from '../platform/database/patience.ts'
import { eachStep, type Run, type SummedKind } from '../settlement/index.ts'
import { booksNow } from './books.ts'
import type { SettlementContext } from './context.ts'

/** Accounts that only a run changes: after it they must be exactly as the run computed. */
const onlyRuns = ['reserve', 'outstanding', 'poolStatic', 'poolDynamic', 'risk'] as const

/**
 * The differences between the books and the run, before it is published: R, N and the pools by
 * their accounts, and every kind of payment by the sum of its transfers. Empty when all agrees.
 */
export async function whatDiffers(context: SettlementContext, tx: Tx, run: Run): Promise<string[]> {
  await liftLimit(tx, '60s')
  return [...(await accountsThatDiffer(context, tx, run)), ...(await sumsThatDiffer(tx, run))]
}

async function accountsThatDiffer(context: SettlementContext, tx: Tx, run: Run): Promise<string[]> {
  const now = await booksNow(context.ledger, tx)
  const { books, split } = run.result
  // The split is the last step, and has not happened yet.
  const wanted: Books = { ...books, outstanding: split?.before ?? books.outstanding }
  return onlyRuns
    .filter(name => now[name] !== wanted[name])
    .map(name => difference(name, wanted[name], now[name]))
}

/** Sums of the run's transfers that the outcome determines, by kind and reference. */
async function sumsThatDiffer(tx: Tx, { period, result }: Run): Promise<string[]> {
  const { rows } = await sql<{ kind: string; amount: bigint }>`
    select kind, sum(amount) as amount from (
      select kind, amount from ledger_transfer
      where kind in ('static_earning', 'dynamic_earning', 'loss_share', 'income_release')
        and reference >= ${`run:${period}/`} and reference < ${`run:${period}0`}
      union all
      select block.kind, abs(line.amount)
      from ledger_transfer_block block cross join lateral unnest(block.amounts) as line (amount)
      where block.kind in ('static_earning', 'dynamic_earning', 'loss_share')
        and block.settlement = ${`run:${period}`}) transfer
    group by kind`.execute(tx)
  const posted = (kind: string) => rows.find(row => row.kind === kind)?.amount ?? 0n
  const sums: Partial<Record<SummedKind, bigint>> = {}
  for (const step of eachStep) Object.assign(sums, step.sums?.(result))
  const wanted = (kind: SummedKind) => sums[kind] ?? 0n
  return summedKinds
    .filter(kind => posted(kind) !== wanted(kind))
    .map(kind => difference(kind, wanted(kind), posted(kind)))
}

const summedKinds: readonly SummedKind[] = [
  'static_earning',
  'dynamic_earning',
  'income_release',
  'loss_share',
]

const difference = (name: string, wanted: bigint, booked: bigint): string =>
  `${name} is ${formatAmount(booked)} in the books and ${formatAmount(wanted)} by the run`
