import {
  type AnswerOf,
  custodyAddresses,
  formatAmount,
  type SolvencyState,
  solvency,
  solvencyAddresses,
  solvencyDays,
} from '@banyan/domain'
import { solvencyRatio } from '@banyan/economy'
import type { AddressHolding, PublishedHolding } from '../deposits/index.ts'
import { readForAll } from '../platform/batches.ts'
import type { ChainConfig } from '../platform/config.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { type Route, route } from '../platform/http/route.ts'
import { type Evidence, solvencyStateAt } from './decide.ts'
import type { Figures } from './reading.ts'
import { type Check, newestCheck, newestCheckOf, newestReadings, type ReadingRow } from './store.ts'

/** What the routes read of other modules. */
export interface SolvencyReads {
  rechargeHoldings(
    reader: Database,
    after: number,
    limit: number,
  ): Promise<(AddressHolding & { derivationIndex: number })[]>
  publishedHoldings(reader: Database): Promise<PublishedHolding[]>
  /** Do the platform's own accounts cover what is missing? Rule book 2.17. */
  paysInFull(reader: Database | Tx): Promise<boolean>
  redSince(reader: Database): Promise<Date | null>
}

/** What is held and owed, for everyone. */
export const solvencyRoutes = (
  database: Database,
  chain: ChainConfig | null,
  reads: SolvencyReads,
): Route[] => {
  const summaries = readForAll(() => summaryOf(database, reads))
  return [
    route(solvency, () => summaries.ask('summary', null)),
    ...detailRoutes(database, chain, reads),
  ]
}

/** The newest reading, and one for each of the last days. */
async function summaryOf(
  database: Database,
  { paysInFull, redSince }: SolvencyReads,
): Promise<Answer> {
  const [rows, check, covers, since, now] = await Promise.all([
    newestReadings(database, solvencyDays),
    newestCheck(database),
    paysInFull(database),
    redSince(database),
    systemNow(database),
  ])
  const checkAt = (i: number) => (i === 0 ? check : newestCheckOf(rows.slice(i)))
  const [newest] = rows
  return {
    newest: newest
      ? {
          ...presentNewest(newest, checkAt(0), now),
          // What was reported since the reading is not to be waited for.
          ...(covers ? {} : { state: 'short' as const }),
          paysInFull: covers,
        }
      : null,
    redSince: since?.toISOString() ?? null,
    days: rows.map((row, i) =>
      presentReading(row, solvencyStateAt(row.readAt, evidenceOf(row, checkAt(i)))),
    ),
  }
}

const detailRoutes = (
  database: Database,
  chain: ChainConfig | null,
  {
    rechargeHoldings,
    publishedHoldings,
  }: Pick<SolvencyReads, 'rechargeHoldings' | 'publishedHoldings'>,
): Route[] => [
  route(solvencyAddresses, async ({ query, locale }) => {
    const after = readCursor(query.cursor, ['integer'], locale)
    const from = after === null ? -1 : Number(after[0])
    const rows = await rechargeHoldings(database, from, query.limit + 1)
    const shown = rows.slice(0, query.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    return {
      items: shown.map(presentHolding),
      nextCursor: last ? writeCursor([`${last.derivationIndex}`]) : null,
    }
  }),
  route(custodyAddresses, async () => ({
    chain: chain && { chainId: chain.chainId, token: chain.usdt, decimals: chain.usdtDecimals },
    items: (await publishedHoldings(database)).map(holding => ({
      use: holding.use,
      ...presentHolding(holding),
      publishedAt: holding.publishedAt.toISOString(),
      replacedAt: holding.replacedAt?.toISOString() ?? null,
    })),
  })),
]

const presentHolding = ({ address, held, block, readAt }: AddressHolding) => ({
  address,
  block,
  held: held === null ? null : formatAmount(held),
  readAt: readAt?.toISOString() ?? null,
})

type Answer = AnswerOf<typeof solvency>

/** Older readings, before custody was read from the chain, say where money came from: nothing of that is proven. */
const figuresOf = (row: ReadingRow): Figures => {
  const figures = row.figures as unknown as Figures
  if (row.blockNumber !== null || figures.chain === null) return figures
  const zero = formatAmount(0n)
  return { ...figures, held: [], chain: null, missing: zero, unproven: zero }
}

const evidenceOf = (row: ReadingRow, check: Check | null): Evidence => {
  const { custody, owed, red, readAt, blockNumber } = row
  return { custody, owed, red, readAt, blockNumber, check }
}

function presentReading(row: ReadingRow, state: SolvencyState): Answer['days'][number] {
  // Without the chain there is nothing to lay beside what is owed.
  const ratio = row.blockNumber === null ? null : solvencyRatio(row.custody, row.owed)
  return {
    period: row.period,
    state,
    custody: formatAmount(row.custody),
    owed: formatAmount(row.owed),
    ratio: ratio === null ? null : formatAmount(ratio, 6),
  }
}

function presentNewest(
  row: ReadingRow,
  check: Check | null,
  now: Date,
): Omit<NonNullable<Answer['newest']>, 'paysInFull'> {
  const { held, owes, coin, chain, missing, unproven } = figuresOf(row)
  return {
    ...presentReading(row, solvencyStateAt(now, evidenceOf(row, check))),
    readAt: row.readAt.toISOString(),
    held,
    owes,
    coin,
    chain,
    missing,
    unproven,
    red: row.red,
    check: check && { breaches: check.breaches, checkedAt: check.checkedAt.toISOString() },
  }
}
