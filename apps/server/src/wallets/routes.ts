import {
  type AnswerOf,
  formatAmount,
  inputRuleText,
  moneyFlows,
  statement,
  statementGroups,
  walletSummary,
} from '@banyan/domain'
import { type Balance, isStatementCursor } from '../ledger/index.ts'
import { Batches, type Outcome, outcomeOf } from '../platform/batches.ts'
import type { Database } from '../platform/database/connect.ts'
import { type Route, route } from '../platform/http/route.ts'
import { refuseInput } from '../platform/refused.ts'
import type { WalletDeps } from './deps.ts'
import { presentHolding, presentLine } from './present.ts'
import { holdingsOf, worthOf } from './value.ts'

type Summary = AnswerOf<typeof walletSummary>
/** What a member has, as the member reads it. */
export type Wealth = Pick<Summary, 'assets' | 'totalValue'>

/** The summaries of members who ask at once are read together. */
export const walletRoutes = (database: Database, context: WalletDeps): Route[] => {
  const summaries = new Batches<string, Summary>((_, memberIds) =>
    summariesOf(database, context, memberIds),
  )
  return [
    route(walletSummary, ({ caller: { memberId } }) => summaries.ask('summaries', memberId)),
    ...otherRoutes(database, context),
  ]
}

/** What these members have and may do, in a fixed number of queries. */
async function summariesOf(
  database: Database,
  context: WalletDeps,
  memberIds: readonly string[],
): Promise<Outcome<Summary>[]> {
  const asked = [...new Set(memberIds)]
  const [balances, guide, trading, subscription] = await Promise.all([
    context.ledger.balancesAmong(database, asked),
    context.prices.guide(database),
    context.limits.trading(database, asked),
    context.limits.subscription(database, asked),
  ])
  return memberIds.map(memberId =>
    outcomeOf(() => {
      const limits = subscription.get(memberId)
      if (!limits) throw new Error(`nothing is known of member ${memberId}`)
      return {
        ...wealthOf(balances.get(memberId), guide),
        tradingLimit: formatAmount(trading.get(memberId) ?? 0n),
        purchasable: formatAmount(limits.purchasable),
        maxInvestment: formatAmount(limits.maxInvestment),
      }
    }),
  )
}

const otherRoutes = (database: Database, context: WalletDeps): Route[] => [
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
export function wealthOf(
  balances: readonly Balance[] | undefined,
  { exitPrice }: { exitPrice: bigint },
): Wealth {
  const holdings = holdingsOf(balances ?? [], exitPrice)
  return { assets: holdings.map(presentHolding), totalValue: formatAmount(worthOf(holdings)) }
}
