import * as domain from '@banyan/domain'
import type { z } from 'zod'
import type { Operators, PayoutKey } from '../operators/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { operatorMoneyRoute, operatorRoute, type Route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { openStates } from './address-store.ts'
import { approveWithdrawal, type GivenApproval, refuseWithdrawal } from './decisions.ts'
import { type OperatorViewContext, operatorView, queuedViews } from './operator-view.ts'
import { payoutStatusView } from './payout-status.ts'
import { type ListFilter, listedPage, listedTotals, memberOf } from './queue-store.ts'
import { findWithdrawal } from './store.ts'

/** What the operators' calls need. */
export interface OperatorContext
  extends OperatorViewContext,
    Pick<Operators, 'payoutKeys' | 'registerPayoutKey'> {
  /** A signer is set in the settings, and a chain is connected. */
  connected: boolean
}

type Approving = {
  params: { id: string }
  body: { signature: string; note: string | null; reason: string | null }
}

/** The operators' calls about withdrawals. */
export function withdrawalOperatorRoutes(database: Database, context: OperatorContext): Route[] {
  const approve = (
    tx: Tx,
    call: Approving & { caller: Parameters<typeof approveWithdrawal>[2] },
    decision: GivenApproval['decision'],
  ) => {
    const given = { decision, id: domain.uuidOf(call.params.id), ...call.body }
    return approveWithdrawal(context, tx, call.caller, given)
  }
  return [
    operatorRoute(domain.withdrawalQueue, async ({ query, caller, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const filter = await filterOf(database, query)
      const page = { after, limit: query.limit }
      const rows = filter ? await listedPage(database, filter, page) : []
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      return {
        items: await queuedViews(context, database, shown, caller),
        nextCursor: last ? writeCursor([last.requestedAt.toISOString(), last.id]) : null,
      }
    }),
    operatorRoute(domain.withdrawalTotals, async ({ query }) => {
      const filter = await filterOf(database, query)
      const { count, amount } = filter
        ? await listedTotals(database, filter)
        : { count: 0, amount: 0n }
      return { count, amount: domain.formatAmount(amount) }
    }),
    operatorRoute(domain.withdrawalForOperator, async ({ params, caller }) => {
      const row = await findWithdrawal(database, domain.uuidOf(params.id))
      return row ? operatorView(context, database, row, caller) : refuse('notFound')
    }),
    operatorMoneyRoute(domain.reviewWithdrawal, async (tx, call) =>
      operatorView(context, tx, await approve(tx, call, 'review'), call.caller),
    ),
    operatorMoneyRoute(domain.releaseWithdrawal, async (tx, call) =>
      operatorView(context, tx, await approve(tx, call, 'release'), call.caller),
    ),
    operatorMoneyRoute(domain.refuseWithdrawal, async (tx, { params, body, caller }) => {
      const asked = { id: domain.uuidOf(params.id), reason: body.reason }
      return operatorView(context, tx, await refuseWithdrawal(context, tx, caller, asked), caller)
    }),
    operatorMoneyRoute(domain.registerPayoutKey, async (tx, { caller, body }) =>
      presentKey(await context.registerPayoutKey(tx, caller, body.publicKey)),
    ),
    operatorRoute(domain.payoutStatus, () => payoutStatusView(database, context)),
    operatorRoute(domain.payoutKeyList, async () => ({
      items: (await context.payoutKeys(database)).map(presentKey),
    })),
  ]
}

/** What a query narrows the list to; null where no member has its account. */
async function filterOf(
  database: Database,
  query: z.output<typeof domain.withdrawalTotals.query>,
): Promise<ListFilter | null> {
  const { state, which, account, least, most, address, order, from, before } = query
  const memberId = account === undefined ? undefined : await memberOf(database, account)
  if (memberId === null) return null
  return {
    states: state ? [state] : which === 'open' ? openStates : null,
    memberId,
    address,
    order,
    least: least === undefined ? undefined : domain.parseAmount(least),
    most: most === undefined ? undefined : domain.parseAmount(most),
    from,
    before,
  }
}

const presentKey = (key: PayoutKey) => ({ ...key, registeredAt: key.registeredAt.toISOString() })
