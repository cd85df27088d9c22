import {
  type AnswerOf,
  formatAmount,
  type SolvencyState,
  solvency,
  solvencyAddresses,
} from '@banyan/domain'
import { solvencyRatio } from '@banyan/economy'
import type { AddressHolding } from '../deposits/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { houseNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { type Route, route } from '../platform/http/route.ts'
import { type Evidence, solvencyStateAt } from './decide.ts'
import type { Figures } from './reading.ts'
import { type Check, newestCheck, newestReadings, type ReadingRow } from './store.ts'

/** Economy, "Honesty and safety" 4. */
const DAYS_SHOWN = 90

/** What is held and owed, for everyone. */
export const solvencyRoutes = (
  database: Database,
  {
    addressHoldings,
    paysInFull,
  }: {
    addressHoldings(reader: Database, after: number, limit: number): Promise<AddressHolding[]>
    paysInFull(reader: Database): Promise<boolean>
  },
): Route[] => [
  route(solvency, async () => {
    const rows = await newestReadings(database, DAYS_SHOWN)
    const checkAt = (i: number) => newestCheck(rows.slice(i))
    const [newest] = rows
    const covers = await paysInFull(database)
    return {
      newest: newest
        ? {
            ...presentNewest(newest, checkAt(0), await houseNow(database)),
            // What was reported since the reading is not to be waited for.
            ...(covers ? {} : { state: 'short' as const }),
            paysInFull: covers,
          }
        : null,
      days: rows.map((row, i) =>
        presentStanding(row, solvencyStateAt(row.readAt, evidenceOf(row, checkAt(i)))),
      ),
    }
  }),
  route(solvencyAddresses, async ({ query, locale }) => {
    const after = readCursor(query.cursor, ['integer'], locale)
    const from = after === null ? -1 : Number(after[0])
    const rows = await addressHoldings(database, from, query.limit + 1)
    const shown = rows.slice(0, query.limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    return {
      items: shown.map(({ address, held, block, readAt }) => ({
        ...{ address, block },
        held: held === null ? null : formatAmount(held),
        readAt: readAt?.toISOString() ?? null,
      })),
      nextCursor: last ? writeCursor([`${last.derivationIndex}`]) : null,
    }
  }),
]

type Answer = AnswerOf<typeof solvency>
const figuresOf = (row: ReadingRow): Figures => row.figures as unknown as Figures

function evidenceOf(row: ReadingRow, check: Check | null): Evidence {
  const { custody, owed, red, readAt } = row
  const { addresses, read, oldestReadAt } = figuresOf(row).chain
  const asked = oldestReadAt === null ? null : new Date(oldestReadAt)
  return { custody, owed, red, readAt, check, chain: { addresses, read, oldestReadAt: asked } }
}

function presentStanding(row: ReadingRow, state: SolvencyState): Answer['days'][number] {
  const ratio = solvencyRatio(row.custody, row.owed)
  return {
    ...{ period: row.period, state },
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
  const { held, owes, coin, chain } = figuresOf(row)
  return {
    ...presentStanding(row, solvencyStateAt(now, evidenceOf(row, check))),
    readAt: row.readAt.toISOString(),
    ...{ held, owes, coin, red: row.red },
    chain: chain.addresses === 0 ? null : chain,
    check: check && { breaches: check.breaches, checkedAt: check.checkedAt.toISOString() },
  }
}
