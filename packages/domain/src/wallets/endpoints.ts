import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, pageOf, pageQuery, rule } from '../contract/wire.ts'
import { assets } from '../money/amount.ts'
import { statementGroupNames, transferKinds } from './transfer-kinds.ts'

/** A member's coins by state: spendable, held by an open order, activated, in market escrow. */
export const assetBalance = z.object({
  asset: z.enum(assets),
  available: decimal,
  frozen: decimal,
  locked: decimal,
  escrow: decimal,
  /** The sum of the four, valued in USDT at the exit price for LEAF. */
  value: decimal,
})

/** Own balances and limits. */
export const walletSummary = endpoint({
  id: 'wallets.summary',
  path: '/api/wallets/summary',
  summary: 'Own balances per asset, their value and the limits.',
  answer: z.object({
    assets: z.array(assetBalance),
    totalValue: decimal,
    tradingLimit: decimal,
    purchasable: decimal,
    maxInvestment: decimal,
  }),
})

/**
 * What the caller has put in and taken out, all time, in USDT. Market payments go from member to
 * member outside the platform and are included as well: a member who only buys there has put in no
 * less.
 */
export const moneyFlows = endpoint({
  id: 'wallets.flows',
  path: '/api/wallets/flows',
  summary: 'What the caller put in and took out, and what it comes to.',
  answer: z.object({
    recharged: decimal,
    paidToSellers: decimal,
    totalIn: decimal,
    withdrawn: decimal,
    gotFromBuyers: decimal,
    totalOut: decimal,
    /** In minus out; negative when more was taken out. */
    net: decimal,
    /** The current balance, LEAF at the exit price. */
    totalValue: decimal,
    /** The current balance, plus out, minus in: fees, losses and falling prices are all in it. */
    result: decimal,
  }),
})

export const statementLine = z.object({
  id: z.string(),
  at: instant,
  asset: z.enum(assets),
  account: z.enum(['available', 'locked', 'escrow']),
  kind: z.enum(transferKinds),
  amount: decimal,
  balanceAfter: decimal,
  reference: z.string(),
})

/** Own ledger lines, newest first. */
export const statement = endpoint({
  id: 'wallets.statement',
  path: '/api/wallets/statement',
  summary: 'Own ledger lines with the balance after each.',
  query: z.strictObject({
    ...pageQuery,
    asset: z.enum(assets, rule('choice')).optional(),
    group: z.enum(statementGroupNames, rule('choice')).optional(),
    /** From this instant on, and before that one. */
    from: z.iso.datetime(rule('instant')).optional(),
    to: z.iso.datetime(rule('instant')).optional(),
  }),
  answer: pageOf(statementLine),
})
