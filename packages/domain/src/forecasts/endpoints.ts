import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, period, rule, wireId } from '../contract/wire.ts'
import { ruleWriters, writtenNumbers } from '../rules/operator-endpoints.ts'

/** The most days that a forecast computes. */
export const forecastDays = { least: 1, most: 90, usual: 30 } as const

export const forecastStates = ['running', 'done', 'failed', 'cancelled'] as const
export type ForecastState = (typeof forecastStates)[number]

/**
 * Why a forecast failed. `differs`: the last settlement computed again is not the published one;
 * `interrupted`: its process ended; `faulty`: it could not be computed.
 */
export const forecastFaults = ['differs', 'tooLarge', 'tooLong', 'interrupted', 'faulty'] as const
export type ForecastFault = (typeof forecastFaults)[number]

/** One computed day, USDT. */
const figures = z.object({
  staticPay: decimal,
  dynamicPay: decimal,
  fees: decimal,
  poolStatic: decimal,
  poolDynamic: decimal,
  reserve: decimal,
  price: decimal,
})
export type ForecastFiguresText = z.infer<typeof figures>

export const forecastView = z.object({
  id: wireId('rfc'),
  state: z.enum(forecastStates),
  fault: z.enum(forecastFaults).nullable(),
  /** The version that the proposed numbers follow. */
  basedOn: z.number().int(),
  startedBy: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  /** Days that were asked for. */
  days: z.number().int(),
  /** Computed days of both sides, of all of them. */
  progress: z.object({ done: z.number().int(), total: z.number().int() }),
  result: z
    .object({
      /** SHA-256 of everything that it was computed from. */
      inputHash: z.string(),
      /** The last settled day, from which it goes on. */
      settled: period,
      /** The days whose acts of members are repeated. */
      recorded: z.object({ from: period, to: period, days: z.number().int() }),
      days: z.array(z.object({ period, now: figures, proposed: figures })),
      /** Where it ended early: a split, or more left than was there. */
      stopped: z
        .object({ side: z.enum(['now', 'proposed']), reason: z.enum(['split', 'accounts']) })
        .nullable(),
      members: z.object({
        paid: z.number().int(),
        less: z.number().int(),
        more: z.number().int(),
        lessUsdt: decimal,
        moreUsdt: decimal,
      }),
      /** Changed numbers that no settlement reads: it cannot show what they do. */
      notReflected: z.array(z.object({ name: z.string(), title: z.string() })),
    })
    .nullable(),
})
export type ForecastView = z.infer<typeof forecastView>

const days = z
  .number(rule('forecastDays'))
  .int(rule('forecastDays'))
  .min(forecastDays.least, rule('forecastDays'))
  .max(forecastDays.most, rule('forecastDays'))
  .default(forecastDays.usual)
const params = z.strictObject({ id: wireId('rfc') })

export const startForecast = endpoint({
  ...ruleWriters,
  id: 'operator.startForecast',
  method: 'POST',
  path: '/api/operator/rules/forecasts',
  summary:
    'Compute the next days under the present and under proposed numbers, from the books as they are; one at a time, and nothing is changed by it.',
  body: z.union([
    z.strictObject({ numbers: writtenNumbers, days }),
    z.strictObject({ proposalId: wireId('prp'), days }),
  ]),
  answer: forecastView,
  refusals: ['rulesObjected', 'forecastUnderWay', 'forecastNotPossible'],
})

export const getForecast = endpoint({
  ...ruleWriters,
  id: 'operator.forecast',
  path: '/api/operator/rules/forecasts/:id',
  summary: 'One forecast with its progress and its result.',
  params,
  answer: forecastView,
})

export const cancelForecast = endpoint({
  ...ruleWriters,
  id: 'operator.cancelForecast',
  method: 'POST',
  path: '/api/operator/rules/forecasts/:id/cancel',
  summary: 'Stop a forecast that is under way.',
  params,
  answer: forecastView,
})

export const proposalForecast = endpoint({
  ...ruleWriters,
  id: 'operator.proposalForecast',
  path: '/api/operator/proposals/:id/forecast',
  summary: 'The newest forecast of exactly the numbers of a proposal; null where nobody made one.',
  params: z.strictObject({ id: wireId('prp') }),
  answer: z.object({ forecast: forecastView.nullable() }),
})
