import { createHash } from 'node:crypto'
import { canonicalJson } from '@banyan/economy'
import type { Logger } from 'pino'
import { inSnapshot } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Treasury } from '../treasury/index.ts'
import { type Computing, computeForecast, type ForecastBounds, ForecastFailed } from './compute.ts'
import { resultText } from './present.ts'
import { endForecast, type ForecastRow, seenForecast } from './store.ts'

export interface RunContext {
  database: Database
  logger: Logger
  treasury: Pick<Treasury, 'recorded'>
  bounds: ForecastBounds
}

/** Its process shows that it is alive this often, and finds out whether somebody has cancelled it. */
const SEEN_MS = 1_000

/** Computes one forecast to its end, and stores how it ended. Never throws. */
export async function runForecast(
  context: RunContext,
  row: ForecastRow,
  onComputing: (computing: Computing) => void,
): Promise<void> {
  const { database, logger } = context
  try {
    await endForecast(database, row.id, {
      state: 'done',
      ...(await computed(context, row, onComputing)),
    })
  } catch (error) {
    const why = error instanceof ForecastFailed ? error.why : 'faulty'
    // Somebody has ended it already.
    if (why === 'cancelled') return
    logger.error({ err: error, forecast: row.id }, 'a forecast failed')
    await endForecast(database, row.id, { state: 'failed', fault: why }).catch(lost =>
      logger.error({ err: lost }, 'the end of a forecast was not stored'),
    )
  }
}

async function computed(
  { database, treasury, bounds }: RunContext,
  row: ForecastRow,
  onComputing: (computing: Computing) => void,
): Promise<{ result: string; done: number }> {
  let done = 0
  let computing: Computing | null = null
  let isWanted = true
  const alive = setInterval(() => {
    seenForecast(database, row.id, done)
      .then(wanted => {
        isWanted = wanted
        if (!wanted) computing?.stop('cancelled')
      })
      .catch(() => undefined)
  }, SEEN_MS)
  try {
    // One instant of the books, which this transaction cannot change.
    const recorded = await inSnapshot(database, tx => treasury.recorded(tx, row.days))
    if (!isWanted) throw new ForecastFailed('cancelled')
    if (!recorded || recorded.days.length === 0)
      throw new ForecastFailed('faulty', 'nothing is settled')
    computing = computeForecast(
      { before: row.numbersBefore, after: row.numbersAfter, recorded, count: row.days },
      bounds,
      days => {
        done = days
      },
    )
    onComputing(computing)
    const given = await computing.computed
    const inputHash = createHash('sha256')
      .update(recorded.hashes.input)
      .update(canonicalJson(recorded.days))
      .update(row.numbersHash)
      .update(`${row.days}`)
      .digest('hex')
    const { input, days } = recorded
    const about = { inputHash, settled: input.period, recorded: days.map(({ period }) => period) }
    return { result: resultText(about, given), done: row.total }
  } finally {
    clearInterval(alive)
  }
}
