import type { Ledger } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import type { Route } from '../platform/http/route.ts'
import type { DynamicPayPart, ReopeningPart } from '../settlement/index.ts'
import { closeDynamicRound, dynamicFactsOfRun, type FactsContext } from './dynamic-facts.ts'
import { type DynamicRouteContext, dynamicRoutes } from './dynamic-routes.ts'
import { type DynamicPayContext, postDynamicPay } from './dynamic-run.ts'
import type { Reader } from './dynamic-store.ts'
import { networkPayOf } from './paid.ts'
import { reinvestmentsOf } from './reinvestment-store.ts'
import { closeReinvestments, postReopenings } from './reopening.ts'

/** The functions of other modules that network pay calls, even while the module is off. */
export interface DynamicDeps
  extends FactsContext,
    Omit<DynamicRouteContext, 'database'>,
    Pick<DynamicPayContext, 'recordEffective' | 'openPrompts'> {
  ledger: Ledger
  /** The module's switch: frozen into each run at its cut-off. */
  enabled: boolean
}

/** Network pay. Rule book 2.7. */
export interface DynamicPay extends DynamicPayPart, ReopeningPart {
  routes: Route[]
  /** Everything that network pay ever paid to these members; those that it paid nothing are left out. */
  networkPayOf(reader: Reader, memberIds: readonly string[]): Promise<Map<string, bigint>>
}

export const openDynamicPay = (database: Database, context: DynamicDeps): DynamicPay => ({
  routes: dynamicRoutes({ database, ...context }),
  closeRound: async (tx, run) => {
    const { period, parameters, isVolumeStopped } = run
    const enabled = context.enabled && !isVolumeStopped
    await closeDynamicRound(tx, { period, enabled, pairBps: parameters.pairBps })
    await closeReinvestments(tx, run)
  },
  factsOfRun: (reader, run) => dynamicFactsOfRun(context, reader, run),
  reinvestmentsOf,
  postReopenings: run => postReopenings(database, run),
  postPay: run => postDynamicPay({ database, ...context }, run),
  networkPayOf,
})
