import {
  formatAmount,
  inputRuleText,
  moneyFlows,
  statement,
  statementGroups,
  walletSummary,
} from '@banyan/domain'
import { isStatementCursor } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { refuseInput } from '../platform/refused.ts'
import type { WalletDeps } from './deps.ts'
import { presentHolding, presentLine } from './present.ts'
import { holdingsOf, worthOf } from './value.ts'

export const walletRoutes = (database: Database, context: WalletDeps): Route[] => [
  route(walletSummary, async ({ caller: { memberId } }) => {
    const [wealth, tradingLimit, subscription] = await Promise.all([
      wealthOf(database, context, memberId),
      context.limits.tradingLimit(database, memberId),
      context.limits.subscription(database, memberId),
    ])
    return {
      ...wealth,
      tradingLimit: formatAmount(tradingLimit),
      purchasable: formatAmount(subscription.purchasable),
      maxInvestment: formatAmount(subscription.maxInvestment),
    }
  }),

  route(moneyFlows, async ({ caller: { memberId } }) => {
    const [balances, guide, outside, market] = await Promise.all([
      context.ledger.balances(database, memberId),
      context.prices.guide(database),
      context.ledger.totals(database, memberId),
      context.marketPayments(database, memberId),
    ])
    const totalValue = worthOf(holdingsOf(balances, guide.exitPrice))
    const totalIn = outside.totalIn + market.paid
    const totalOut = outside.totalOut + market.got
    return {
      recharged: formatAmount(outside.totalIn),
      paidToSellers: formatAmount(market.paid),
      totalIn: formatAmount(totalIn),
      withdrawn: formatAmount(outside.totalOut),
      gotFromBuyers: formatAmount(market.got),
      totalOut: formatAmount(totalOut),
      net: formatAmount(totalIn - totalOut),
      totalValue: formatAmount(totalValue),
      result: formatAmount(totalValue + totalOut - totalIn),
    }
  }),

  route(statement, async ({ caller: { memberId }, query, locale }) => {
    if (query.cursor !== undefined && !isStatementCursor(query.cursor))
      return refuseInput([{ path: 'cursor', message: inputRuleText('cursor', locale) }])
    const { from, to, group, ...rest } = query
    const page = await context.ledger.statement(database, memberId, {
      ...rest,
      kinds: group && statementGroups[group],
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
    })
    return { items: page.lines.map(presentLine), nextCursor: page.nextCursor }
  }),
]

/** A member's balances per asset, and what they are worth together. */
export async function wealthOf(
  database: Database,
  { ledger, prices }: Pick<WalletDeps, 'ledger' | 'prices'>,
  memberId: string,
) {
  const [balances, guide] = await Promise.all([
    ledger.balances(database, memberId),
    prices.guide(database),
  ])
  const holdings = holdingsOf(balances, guide.exitPrice)
  return { assets: holdings.map(presentHolding), totalValue: formatAmount(worthOf(holdings)) }
}
