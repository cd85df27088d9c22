import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { bothLanguages, decimal, digest, instant, wireId } from '../contract/wire.ts'
import { windDownStates, windDownWaits } from './wind-down.ts'

/** The distribution, to the last unit; amounts are USDT unless stated otherwise. */
export const windDownOutcome = z.object({
  frozenAt: instant,
  /** SHA-256 of the canonical texts of the frozen input and of the result of two computations. */
  inputHash: digest,
  resultHash: digest,
  /** POOL.static before, and all LEAF in positions. */
  poolStatic: decimal,
  weight: decimal,
  /** What went to RESERVE before coins were paid. */
  toReserve: z.object({
    poolStatic: decimal,
    poolDynamic: decimal,
    income: decimal,
    ops: decimal,
  }),
  /** What all coins are paid from. */
  reserve: decimal,
  /** Outstanding LEAF, of which the founding's has no owner. */
  outstanding: decimal,
  seed: decimal,
  exitPrice: decimal,
  /** What RESERVE had left then. */
  toRisk: decimal,
  /** RISK with that rest, and the LEAF that it is shared by. */
  risk: decimal,
  riskBy: z.enum(['leastHeld', 'quantity', 'nobody']),
  riskWeight: decimal,
  /** The rest from rounding RISK; it goes to OPS. */
  dust: decimal,
  /** What stays with the platform. */
  ops: decimal,
  members: z.number().int(),
  positions: z.number().int(),
})

/** A wind-down as everybody reads it. */
export const windDownView = z.object({
  id: wireId('wdn'),
  state: z.enum(windDownStates),
  notice: bothLanguages,
  /** What OPS keeps at most for the costs of its last days, and the reason for the amount. */
  costs: decimal,
  evidence: z.string(),
  announcedAt: instant,
  /** When the notice ends. */
  dueAt: instant,
  /** From this instant until the announcement the smallest coin balance counts for RISK. */
  heldFrom: instant,
  cancelled: z.object({ at: instant, why: bothLanguages }).nullable(),
  /** What must still end after the notice; empty in every other state. */
  waitsFor: z.array(z.enum(windDownWaits)),
  /** Whether an alarm has stopped the payment until a person has checked it. */
  isStopped: z.boolean(),
  outcome: windDownOutcome.nullable(),
  closedAt: instant.nullable(),
})
export type WindDownView = z.infer<typeof windDownView>

/** Newest first. */
export const windDowns = endpoint({
  id: 'windDown.list',
  path: '/api/wind-down',
  access: 'public',
  summary: 'The wind-down: its notice, what it waits for and what was shared out; newest first.',
  answer: z.object({
    items: z.array(windDownView),
    /** Why the rule book proposes a wind-down now; null when it does not. */
    proposedBecause: z.enum(['price', 'trade']).nullable(),
  }),
})

/** A line of the own ledger. */
const ledgerLine = z.object({
  transferId: z.string(),
  kind: z.enum([
    'unlock',
    'wind_down_static',
    'wind_down_burn',
    'wind_down_coins',
    'wind_down_risk',
  ]),
  asset: z.enum(['USDT', 'LEAF']),
  amount: decimal,
  at: instant,
})

/** What one member was paid, with the figures to recompute it. */
export const ownWindDown = endpoint({
  id: 'windDown.own',
  path: '/api/wind-down/own',
  summary: 'What the wind-down pays the own account, with its arithmetic and the ledger rows.',
  answer: z.object({
    /** Null until two computations agree. */
    passport: z
      .object({
        windDownId: wireId('wdn'),
        /** Positions that were unlocked: floor6(POOL.static × coins ÷ all coins in positions). */
        positions: z.array(z.object({ id: wireId('pos'), quantity: decimal, pay: decimal })),
        /** floor6(coins × exit price) */
        coins: z.object({ quantity: decimal, exitPrice: decimal, pay: decimal }),
        /** floor6(RISK × part ÷ all parts) */
        risk: z.object({
          leastHeld: decimal,
          /** The own part, LEAF: the smallest balance, or all coins where nobody held any. */
          part: decimal,
          isInsider: z.boolean(),
          pay: decimal,
        }),
        total: decimal,
        outcome: windDownOutcome,
        lines: z.array(ledgerLine),
      })
      .nullable(),
  }),
})
