import type { Operators } from '../operators/index.ts'
import type { Module, Platform } from '../platform/module.ts'
import type { Rules } from '../rules/index.ts'
import type { Treasury } from '../treasury/index.ts'
import { type Computing, type ForecastBounds, forecastBounds } from './compute.ts'
import { forecastRoutes } from './routes.ts'
import { runForecast } from './run.ts'
import type { ForecastRow } from './store.ts'

export type { Computed, FromForecast, ToForecast } from './computed.ts'

export interface ForecastDeps {
  rules: Pick<Rules, 'numbersAfter' | 'numbersOfDraft'>
  treasury: Pick<Treasury, 'recorded' | 'lastVersion'>
  recordAct: Operators['recordAct']
}

/** Forecasts: the next days computed under present and proposed numbers of the rule book. */
export function openForecasts(
  { database, logger }: Platform,
  { rules, treasury, recordAct }: ForecastDeps,
  bounds: ForecastBounds = forecastBounds,
): { module: Module } {
  const running = new Map<string, Computing>()
  let last: Promise<void> = Promise.resolve()
  let isClosing = false
  const begun = (id: string, computing: Computing): void => {
    if (isClosing) computing.stop('interrupted')
    running.set(id, computing)
  }
  const run = (row: ForecastRow): void => {
    const context = { database, logger, treasury, bounds }
    last = runForecast(context, row, computing => begun(row.id, computing)).finally(() =>
      running.delete(row.id),
    )
  }
  return {
    module: {
      routes: forecastRoutes({
        database,
        rules,
        treasury,
        recordAct,
        run,
        stop: id => running.get(id)?.stop('cancelled'),
      }),
      close: async () => {
        isClosing = true
        for (const computing of running.values()) computing.stop('interrupted')
        await last
      },
    },
  }
}
