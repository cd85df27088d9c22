import { createHash } from 'node:crypto'
import {
  cancelForecast,
  getForecast,
  type Locale,
  proposalForecast,
  startForecast,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import {
  canonicalJson,
  editionOf,
  inNewestEdition,
  NO_VERSION_BEFORE,
  type Parameters,
  versionText,
  type WrittenNumbers,
} from '@banyan/economy'
import type { Operators } from '../operators/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { operatorRoute, type Route } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import type { NumbersOfBoth, Rules } from '../rules/index.ts'
import type { Treasury } from '../treasury/index.ts'
import { presentForecast } from './present.ts'
import {
  endForecast,
  endGone,
  type ForecastRow,
  findForecast,
  findOfNumbers,
  findRunning,
  insertForecast,
} from './store.ts'

export interface ForecastContext {
  database: Database
  rules: Pick<Rules, 'numbersAfter' | 'numbersOfDraft'>
  treasury: Pick<Treasury, 'recorded' | 'lastVersion'>
  recordAct: Operators['recordAct']
  /** Begins to compute a forecast that has been stored. */
  run: (row: ForecastRow) => void
  /** Ends one that this process computes. */
  stop: (id: string) => void
}

export const forecastRoutes = (context: ForecastContext): Route[] => [
  operatorRoute(startForecast, async ({ body, caller, locale }) => {
    const row = await inTransaction(context.database, async tx => {
      const both = await numbersOf(context, tx, body, locale)
      const last = await context.treasury.lastVersion(tx)
      if (last === null || !isNewest(last)) refuse('forecastNotPossible')
      const stored = await store(tx, both, { days: body.days, startedBy: caller.name })
      await context.recordAct(tx, caller, {
        action: 'start forecast',
        object: wireIdOf('rfc', stored.id),
        after: { days: body.days, numbersHash: stored.numbersHash.toString('hex') },
      })
      return stored
    })
    context.run(row)
    return presentForecast(row, locale)
  }),

  operatorRoute(getForecast, async ({ params, locale }) => {
    const row = await findForecast(context.database, uuidOf(params.id))
    return row ? presentForecast(row, locale) : refuse('notFound')
  }),

  operatorRoute(cancelForecast, async ({ params, caller, locale }) => {
    const id = uuidOf(params.id)
    const row = await inTransaction(context.database, async tx => {
      const isEnded = await endForecast(tx, id, { state: 'cancelled' })
      if (isEnded)
        await context.recordAct(tx, caller, { action: 'cancel forecast', object: params.id })
      return (await findForecast(tx, id)) ?? refuse('notFound')
    })
    context.stop(id)
    return presentForecast(row, locale)
  }),

  operatorRoute(proposalForecast, async ({ params, locale }) => {
    const both = await context.rules.numbersOfDraft(context.database, uuidOf(params.id))
    if (!both) return refuse('notFound')
    const row = await findOfNumbers(context.database, hashOfNumbers(both))
    return { forecast: row ? presentForecast(row, locale) : null }
  }),
]

type Asked = { numbers: WrittenNumbers; days: number } | { proposalId: string; days: number }

async function numbersOf(
  { rules }: ForecastContext,
  tx: Tx,
  asked: Asked,
  locale: Locale,
): Promise<NumbersOfBoth> {
  if ('numbers' in asked) return rules.numbersAfter(tx, asked.numbers, locale)
  return (await rules.numbersOfDraft(tx, uuidOf(asked.proposalId))) ?? refuse('notFound')
}

/** A run under rules of an older form has an input of another form. */
const isNewest = (p: Parameters): boolean => editionOf(p) === editionOf(inNewestEdition(p))

/** The same for the same change of the same version, whenever it is proposed. */
function hashOfNumbers({ before, after }: NumbersOfBoth): Buffer {
  const { effectiveAt: _, ...numbers } = after
  return createHash('sha256')
    .update(`${before.version} ${canonicalJson(numbers)}`)
    .digest()
}

const textOf = (parameters: Parameters): string =>
  versionText({ parameters, difference: { zh: '', en: '' }, previousHash: NO_VERSION_BEFORE })

/** Stores a forecast as under way; refuses `forecastUnderWay` while there is another. */
async function store(
  tx: Tx,
  both: NumbersOfBoth,
  { days, startedBy }: { days: number; startedBy: string },
): Promise<ForecastRow> {
  await endGone(tx)
  const row = await insertForecast(tx, {
    id: newUuid(),
    basedOn: both.before.version,
    numbersBefore: textOf(inNewestEdition(both.before)),
    numbersAfter: textOf(both.after),
    numbersHash: hashOfNumbers(both),
    days,
    startedBy,
    startedAt: await systemNow(tx),
    total: days * 2,
  })
  if (row) return row
  return refuse('forecastUnderWay', { by: (await findRunning(tx))?.startedBy ?? '' })
}
