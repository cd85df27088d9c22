import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { amountText, decimal, instant, pageOf, pageQuery, rule, wireId } from '../contract/wire.ts'
import { citedPrompt, investmentKinds } from '../earnings/prompt.ts'
import { givenPaymentPassword } from '../identity/inputs.ts'
import { ruleVersionNumber } from '../rules/endpoints.ts'
import { investmentStops, purchasableBounds, shownStops } from './stops.ts'

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
  /** What was asked for, where a shared loss has cut the amount since; else null. */
  asked: decimal.nullable(),
  /** Coins issued; null until a settlement has filled the order. */
  quantity: decimal.nullable(),
  filled: decimal.nullable(),
  /** What came back of the amount; null until it has ended. */
  refunded: decimal.nullable(),
  guidePrice: decimal.nullable(),
  status: z.enum(subscriptionStatuses),
  /** Set by the platform. It changes no price and no limit; and no earning, but that a dynamic re-investment can open a round again where the rules have that. */
  kind: z.enum(investmentKinds),
  /** The version of the rule book by whose limits it was placed. */
  ruleVersion: ruleVersionNumber,
  /** The version by which a settlement dealt it; null until one has. */
  dealVersion: ruleVersionNumber.nullable(),
  /** The first cut-off that can fill this order. */
  dealsAt: instant,
  cancellable: z.boolean(),
  /** How long it waits before it can deal, by the rules that it was placed under. */
  waitMs: z.number().int(),
  /** True while an order from before the first issue waits so long. */
  coolingOff: z.boolean(),
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
    /** What of the capacity nobody has asked for yet; beyond it all members are raised together. */
    remaining: decimal,
    purchasable: decimal,
    minimum: decimal,
    step: decimal,
    nextCutoff: instant,
    /** The first cut-off that would fill an order that is placed now. */
    dealsAt: instant,
    /** How long an order that is placed now waits before it can deal: 0 as soon as coins have been issued to the caller. */
    waitMs: z.number().int(),
    /** Why the caller cannot subscribe now; null when they can. */
    stopped: z.enum(shownStops).nullable(),
    /** Until when the caller has paused investing; null while they have not. */
    pausedUntil: instant.nullable(),
  }),
})

/** Holds the amount; the order deals at the next guide price. */
export const placeSubscription = endpoint({
  id: 'subscriptions.place',
  act: 'keep',
  stopsAt: 'announced',
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
    ...investmentStops,
    'investingPaused',
    'riskQuestionsOpen',
    'insufficientBalance',
    'promptNotOpen',
    'lossBeingShared',
    'paymentPasswordWrong',
    'paymentPasswordLocked',
  ],
})

/** Free while pending. */
export const cancelSubscription = endpoint({
  id: 'subscriptions.cancel',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/subscriptions/:id/cancel',
  money: true,
  summary: 'Cancel a pending subscription; the held amount comes back.',
  params: z.strictObject({ id: wireId('sub') }),
  answer: subscription,
  refusals: ['subscriptionSettling', 'lossBeingShared'],
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

/** What a member may have issued in the window, micro-precise decimals of USDT. */
export const investmentLimits = z.object({
  /** What the rule book allows this member now. */
  highest: decimal,
  /** The member's own lower limit in force; null without one. */
  own: decimal.nullable(),
  /** How long a higher own limit waits before it is in force. */
  raiseWaitMs: z.number().int(),
  /** A higher own limit that comes into force later; null without one. */
  raising: z.object({ amount: decimal, from: instant }).nullable(),
  /** The smaller of the two. */
  maxInvestment: decimal,
  /** Days for which what was put in counts. */
  windowDays: z.number().int(),
  /** What is used of it: issued fills of the window, subscriptions that wait, and market buys. */
  issued: decimal,
  open: decimal,
  marketBuys: decimal,
  /** What may still be put in, by subscribing or on the market. */
  left: decimal,
  /** What one round takes of the member's orders, and what it has. */
  round: z.object({ most: decimal, used: decimal }),
  available: decimal,
  /** What may be subscribed now, and the limit that makes it so. */
  purchasable: decimal,
  binds: z.enum(purchasableBounds),
  /** Until when the member has paused investing; null while they have not. */
  pausedUntil: instant.nullable(),
})

/** Own limits and how much of them is used. */
export const investmentLimit = endpoint({
  id: 'subscriptions.limit',
  path: '/api/subscriptions/limit',
  summary:
    'The maximum investment: by the rule book, as lowered by the member, and what is used of it.',
  answer: investmentLimits,
})

/** Lower at once, higher after the wait of the rule book; a new wish replaces one that is not in force yet. */
export const setInvestmentLimit = endpoint({
  id: 'subscriptions.setLimit',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/subscriptions/limit',
  summary: 'Lower the own maximum investment at once, or raise it after the wait of the rule book.',
  body: z.strictObject({
    amount: z.string(rule('required')).regex(/^(0|[1-9]\d{0,8})$/, rule('wholeUsdt')),
  }),
  answer: investmentLimits,
  refusals: ['limitAboveHighest'],
})

/** Days for which a member may pause investing. */
export const pauseDays = [1, 7, 30] as const
export type PauseDays = (typeof pauseDays)[number]

/** No subscription, no activation, nothing bought on the market until it ends: it can be made longer, never shorter. */
export const pauseInvesting = endpoint({
  id: 'subscriptions.pause',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/subscriptions/pause',
  summary: `Pause subscribing, activating and buying for ${pauseDays.join(', ')} days; it cannot be ended early.`,
  body: z.strictObject({ days: z.literal(pauseDays, rule('choice')) }),
  answer: investmentLimits,
  refusals: ['pauseHolds'],
})
