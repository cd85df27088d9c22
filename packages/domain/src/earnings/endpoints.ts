import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { amountText, decimal, instant, pageOf, pageQuery, rule, wireId } from '../contract/wire.ts'
import { givenPaymentPassword } from '../identity/inputs.ts'
import { ruleVersionNumber } from '../rules/endpoints.ts'
import { investmentStops, shownStops } from '../subscriptions/stops.ts'
import { positionEvents, positionStatuses } from './position.ts'
import { citedPrompt, investmentKinds, promptChoices, promptModules, reopenings } from './prompt.ts'
import { bySource } from './sources.ts'

/** Locked coins that share the static pool. Quantities are in today's units. */
export const staticPosition = z.object({
  id: wireId('pos'),
  status: z.enum(positionStatuses),
  quantity: decimal,
  /** Quantity × guide price at opening, and the most that is ever paid; null until it opens. */
  openingValue: decimal.nullable(),
  cap: decimal.nullable(),
  paid: decimal,
  /** Settlements that it has shared in. */
  settlements: z.number().int(),
  kind: z.enum(investmentKinds).nullable(),
  /** The version of the rule book that was in force at the request. */
  ruleVersion: ruleVersionNumber,
  askedAt: instant,
  /** The cut-off whose settlement opens it, or opened it; null for a cancelled one. */
  opensAt: instant.nullable(),
  /** The cut-off whose settlement frees the coins, where that is decided. */
  freesAt: instant.nullable(),
  /** `cycle` and `term` only under older rules. */
  endReason: z.enum(['cancelled', 'asked', 'cycle', 'cap', 'term', 'wind_down']).nullable(),
  endedAt: instant.nullable(),
  /** What its owner may do now. */
  moves: z.array(z.enum(positionEvents)),
})

/** The question of an elimination to its owner: three equal answers, none of them required. Rule book 2.8. */
export const eliminationPrompt = z.object({
  id: wireId('prm'),
  module: z.enum(promptModules),
  reason: z.enum(['cap', 'term', 'round']),
  /** Coins that became free, in today's units; null when none were locked. */
  quantity: decimal.nullable(),
  openedAt: instant,
  /** What re-investing does to the round, and from which issued amount; null when no round was closed. */
  reopening: z.object({ kind: z.enum(reopenings), minimum: decimal }).nullable(),
})

/** What the activation page shows before any input. */
export const activationTerms = endpoint({
  id: 'earnings.activationTerms',
  path: '/api/earnings/activation-terms',
  summary: 'Static activation: price, minimum, cap and the next dates.',
  answer: z.object({
    guidePrice: decimal,
    available: decimal,
    minimum: decimal,
    /** The cap as a part of the opening value: 1.5. */
    capMultiple: decimal,
    /** Each settlement shares out the pool divided by this. */
    releaseDivisor: z.number().int(),
    /** The cut-off that opens what is requested now, and the first one that pays it and can free it. */
    opensAt: instant,
    firstUnlockAt: instant,
    prompts: z.array(eliminationPrompt),
    /** Why the caller cannot activate now; null when they can. */
    stopped: z.enum(shownStops).nullable(),
    /** Until when the caller has paused investing; null without a pause. */
    pausedUntil: instant.nullable(),
  }),
})

/** Locks coins at once; can be cancelled free of charge until the cut-off. */
export const activate = endpoint({
  id: 'earnings.activate',
  act: 'keep',
  stopsAt: 'announced',
  method: 'POST',
  path: '/api/earnings/positions',
  money: true,
  paymentPassword: true,
  summary: 'Lock LEAF so that they share the static pool from the settlement after next.',
  body: z.strictObject({
    quantity: amountText(),
    promptId: citedPrompt,
    paymentPassword: givenPaymentPassword,
  }),
  answer: staticPosition,
  refusals: [
    ...investmentStops,
    'investingPaused',
    'activationTooSmall',
    'insufficientBalance',
    'promptNotOpen',
    'paymentPasswordWrong',
    'paymentPasswordLocked',
  ],
})

/** Own positions, newest first. */
export const positionList = endpoint({
  id: 'earnings.positions',
  path: '/api/earnings/positions',
  summary: 'Own positions, newest first.',
  query: z.strictObject({
    ...pageQuery,
    /** Those with locked coins, or those that have ended. */
    show: z.enum(['locked', 'ended'], rule('choice')).optional(),
  }),
  answer: pageOf(staticPosition),
})

const ofPosition = z.strictObject({ id: wireId('pos') })

export const cancelActivation = endpoint({
  id: 'earnings.cancelActivation',
  act: 'keep',
  stopsAt: 'paying',
  method: 'POST',
  path: '/api/earnings/positions/:id/cancel',
  money: true,
  summary: 'Cancel an activation before its cut-off; the coins are free at once.',
  params: ofPosition,
  answer: staticPosition,
  refusals: ['positionSettling'],
})

export const askUnlock = endpoint({
  id: 'earnings.askUnlock',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/earnings/positions/:id/unlock',
  summary: 'Ask to unlock: the next settlement pays the position once more and frees it.',
  params: ofPosition,
  answer: staticPosition,
  refusals: ['positionSettling'],
})

export const keepPosition = endpoint({
  id: 'earnings.keepPosition',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/earnings/positions/:id/keep',
  summary: 'Take back the wish to unlock, before its cut-off.',
  params: ofPosition,
  answer: staticPosition,
  refusals: ['positionSettling'],
})

/** Re-investing is not an answer here: an order that cites the prompt answers it. */
export const answerPrompt = endpoint({
  id: 'earnings.answerPrompt',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/earnings/prompts/:id',
  summary: 'Answer the prompt of an elimination: nothing but the prompt changes.',
  params: z.strictObject({ id: wireId('prm') }),
  body: z.strictObject({
    choice: z.enum(promptChoices, rule('choice')).exclude(['reinvest'], rule('choice')),
  }),
  answer: z.object({}),
  refusals: ['promptNotOpen'],
})

/** One settlement from the caller's view. */
export const staticEarning = z.object({
  /** The earning's id in the passport. */
  id: z.string(),
  period: z.string(),
  at: instant,
  /** POOL.static before the pay, and the part of it that this settlement offered: pool ÷ divisor. */
  pool: decimal,
  divisor: z.number().int(),
  released: decimal,
  /** All activated coins, and the caller's. */
  weight: decimal,
  ownWeight: decimal,
  /** Own weight as a part of all weight, in percent, rounded down. */
  sharePercent: decimal,
  amount: decimal,
  positions: z.number().int(),
  /** Own positions that were eliminated in it. */
  eliminated: z.number().int(),
})

/** Settlements in which the caller had coins activated, newest first, zeros included. */
export const staticEarningList = endpoint({
  id: 'earnings.static',
  path: '/api/earnings/static',
  summary: 'Own static earnings per settlement, newest first, zeros included.',
  query: z.strictObject({ ...pageQuery, show: z.enum(['all', 'paid'], rule('choice')).optional() }),
  answer: pageOf(staticEarning),
})

/** What was actually paid in the last days. It promises nothing. */
export const realisedResult = z.object({
  days: z.number().int(),
  /** The number of settlements in these days, and of those that paid the caller nothing. */
  settlements: z.number().int(),
  ownZeros: z.number().int(),
  own: decimal,
  /** Paid to all members. */
  everyone: decimal,
  /** LEAF activated by all members in these settlements, on average, in today's units. */
  activated: decimal,
  /** The average pay of an activated LEAF in one of these settlements: all pay ÷ all LEAF that shared. */
  perLeaf: decimal,
})

export const staticResults = endpoint({
  id: 'earnings.staticResults',
  path: '/api/earnings/static-results',
  summary: 'Realised static results of the last 7, 30 and 90 settlements, zeros included.',
  answer: z.object({ results: z.array(realisedResult) }),
})

/** Static earnings as shown by Home and Community. */
export const staticSummary = endpoint({
  id: 'earnings.staticSummary',
  path: '/api/earnings/static-summary',
  summary: 'Own static earnings at a glance.',
  answer: z.object({
    /**
     * The last settlement; null before the first. `sources`: the origins of its amount; null where
     * they are not recorded.
     */
    last: z
      .object({ id: z.string(), at: instant, amount: decimal, sources: bySource.nullable() })
      .nullable(),
    locked: decimal,
    /** Of the open positions together. */
    paid: decimal,
    cap: decimal,
    positions: z.number().int(),
    prompts: z.array(eliminationPrompt),
  }),
})
