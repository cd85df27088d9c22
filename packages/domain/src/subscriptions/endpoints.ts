import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { amountText, decimal, instant, pageOf, pageQuery, rule, wireId } from '../contract/wire.ts'
import { citedPrompt, investmentKinds } from '../earnings/prompt.ts'
import { givenPaymentPassword } from '../identity/inputs.ts'

export const subscriptionStatuses = [
  'pending',
  'issued',
  'part_issued',
  'cancelled',
  'refunded',
] as const

export const subscription = z.object({
  id: wireId('sub'),
  orderNumber: z.string(),
  amount: decimal,
  /** Coins issued; null until a settlement has filled the order. */
  quantity: decimal.nullable(),
  filled: decimal.nullable(),
  guidePrice: decimal.nullable(),
  status: z.enum(subscriptionStatuses),
  /** Set by the house. It changes no price, no limit and no earning. */
  kind: z.enum(investmentKinds),
  /** The first cut-off that can fill this order. */
  dealsAt: instant,
  cancellable: z.boolean(),
  placedAt: instant,
})

/** The round under way and what the caller may still subscribe. */
export const subscriptionRound = endpoint({
  id: 'subscriptions.round',
  path: '/api/subscriptions/round',
  summary: 'The round under way: price, capacity, demand, own limit, cut-off.',
  answer: z.object({
    guidePrice: decimal,
    capacity: decimal,
    demand: decimal,
    purchasable: decimal,
    minimum: decimal,
    step: decimal,
    nextCutoff: instant,
    /** True while the caller's first order would wait 24 hours. */
    firstOrderWaits: z.boolean(),
  }),
})

/** Holds the amount; the order deals at the next guide price. */
export const placeSubscription = endpoint({
  id: 'subscriptions.place',
  method: 'POST',
  path: '/api/subscriptions',
  money: true,
  paymentPassword: true,
  summary: 'Subscribe to LEAF at the next guide price.',
  body: z.strictObject({
    amount: amountText(2),
    /** The open prompt of an own elimination that this answers. */
    promptId: citedPrompt,
    paymentPassword: givenPaymentPassword,
  }),
  answer: subscription,
  refusals: [
    'subscriptionTooSmall',
    'subscriptionOverLimit',
    'insufficientBalance',
    'promptNotOpen',
    'paymentPasswordWrong',
    'paymentPasswordLocked',
  ],
})

/** Free while pending. */
export const cancelSubscription = endpoint({
  id: 'subscriptions.cancel',
  method: 'POST',
  path: '/api/subscriptions/:id/cancel',
  money: true,
  summary: 'Cancel a pending subscription; the held amount comes back.',
  params: z.strictObject({ id: wireId('sub') }),
  answer: subscription,
  refusals: ['subscriptionSettling'],
})

/** Own subscriptions, newest first. */
export const subscriptionList = endpoint({
  id: 'subscriptions.list',
  path: '/api/subscriptions',
  summary: 'Own subscriptions, newest first.',
  query: z.strictObject({
    ...pageQuery,
    status: z.enum(subscriptionStatuses, rule('choice')).optional(),
  }),
  answer: pageOf(subscription),
})
