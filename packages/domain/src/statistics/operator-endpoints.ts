import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, period, rule } from '../contract/wire.ts'

/** So many days may be read at once. */
export const mostStatisticsDays = 400

/** Members of a day and what they did; counted once after the day's settlement. */
const day = z.object({
  period,
  /** At the day's end, without the platform's own accounts. */
  members: z.number().int(),
  joined: z.number().int(),
  /** Who traded, recharged or took out on that day. */
  active: z.number().int(),
  recharges: z.number().int(),
  recharged: decimal,
  /** Paid out on the chain. */
  withdrawals: z.number().int(),
  withdrawn: decimal,
  /** Trades whose fee the day's settlement took. */
  trades: z.number().int(),
  /** USDT that was paid for them. */
  volume: decimal,
  /** Fees of the market in USDT, as the settlement redeemed them. */
  tradeFees: decimal,
  withdrawalFees: decimal,
  /** What the settlement paid members. */
  staticPaid: decimal,
  dynamicPaid: decimal,
  /** Income from outside that it released. */
  released: decimal,
  /** The books after it, as everybody reads them. */
  reserve: decimal,
  poolStatic: decimal,
  poolDynamic: decimal,
  income: decimal,
  ops: decimal,
  risk: decimal,
  price: decimal,
})

/** How many days a pool lasts if every day takes as much as the mean of the last seven; null without takings. */
const lasts = z.number().int().nullable()

/** The days' figures, newest first. */
export const dayStatistics = endpoint({
  id: 'statistics.days',
  path: '/api/operator/statistics/days',
  access: 'operator',
  roles: ['reviewer', 'treasurer', 'administrator'],
  summary:
    'Figures of each settled day, newest first: members, money in and out, trades, fees, pay, pools, and how long the pools last.',
  query: z.strictObject({
    days: z.coerce
      .number(rule('limit'))
      .int(rule('limit'))
      .min(1, rule('limit'))
      .max(mostStatisticsDays, rule('limit'))
      .default(90),
  }),
  answer: z.object({
    items: z.array(day),
    runway: z.object({ poolStatic: lasts, poolDynamic: lasts, income: lasts }),
  }),
})
