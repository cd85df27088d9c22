import { z } from 'zod'
import { decimal, instant, wireId } from '../contract/wire.ts'
import { tradeStages, tradeStates } from '../otc/trade.ts'
import { withdrawalStages } from '../withdrawals/withdrawal.ts'

/** The maximum of the member's own matters in an automatic answer. */
export const MATTERS_SHOWN = 4

/** Whom a case or a trade waits for, from its member's view. */
export const awaitedParties = ['me', 'other', 'arbitrator', 'administrator'] as const
export type AwaitedParty = (typeof awaitedParties)[number]

/** A matter of the member's that was in progress when the answer was written. */
export const serviceMatter = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('recharge'),
    id: wireId('dep'),
    amount: decimal,
    confirmations: z.number().int(),
    needed: z.number().int(),
  }),
  z.object({
    kind: z.literal('withdrawal'),
    id: wireId('wdr'),
    orderNumber: z.string(),
    amount: decimal,
    stage: z.enum(withdrawalStages),
  }),
  z.object({
    kind: z.literal('trade'),
    id: wireId('trd'),
    matchingId: z.string(),
    side: z.enum(['buy', 'sell']),
    stage: z.enum(tradeStages),
    state: z.enum(tradeStates),
    awaited: z.enum(awaitedParties),
    deadline: instant.nullable(),
  }),
  z.object({
    kind: z.literal('case'),
    tradeId: wireId('trd'),
    caseNumber: z.string(),
    side: z.enum(['buy', 'sell']),
    stage: z.enum(tradeStages),
    awaited: z.enum(awaitedParties),
    deadline: instant.nullable(),
  }),
])
export type ServiceMatter = z.infer<typeof serviceMatter>

/** The server's automatic answer: facts, which each reader sees in their own language. */
export const automaticAnswer = z.object({
  /** Whether it was within the opening hours. */
  isOpen: z.boolean(),
  matters: z.array(serviceMatter),
})
export type AutomaticAnswer = z.infer<typeof automaticAnswer>
