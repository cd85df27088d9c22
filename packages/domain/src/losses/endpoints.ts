import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, wireId } from '../contract/wire.ts'

/**
 * `announced`: two people have allowed it, the next cut-off carries it out. `under_way`: that run
 * has begun. `done`: the loss is fully covered. `unused`: the run found nothing left to share.
 */
export const sharingStates = ['announced', 'under_way', 'done', 'unused'] as const
export type SharingState = (typeof sharingStates)[number]

/** A loss that the dynamic pool and all balances share. Amounts are USDT. Rule book 2.17. */
export const lossSharing = z.object({
  id: wireId('shr'),
  state: z.enum(sharingStates),
  notice: z.object({ zh: z.string(), en: z.string() }),
  /** The approved maximum. */
  most: decimal,
  approvedAt: instant,
  /** The period whose cut-off carries it out; null before it. */
  period: z.string().nullable(),
  /** Null until two computations agree on it. */
  outcome: z
    .object({
      /** The uncovered amount after RISK, OPS, INCOME, POOL.static and RESERVE. */
      left: decimal,
      /** The shared part of it. */
      shared: decimal,
      /** The dynamic pool and all balances before: every amount keeps (owed − shared) ÷ owed of itself. */
      owed: decimal,
      poolDynamic: decimal,
      members: decimal,
      /** What rounding took beyond the loss; it goes to RISK, or to OPS of a closed platform. */
      dust: decimal,
    })
    .nullable(),
})

/** Newest first: all of them, because there are few. */
export const lossList = endpoint({
  id: 'losses.list',
  path: '/api/losses',
  access: 'public',
  summary: 'Losses that balances share: notices, totals and rates, newest first.',
  answer: z.object({ items: z.array(lossSharing) }),
})

/** What the own balance bore, with the figures to recompute it. */
export const ownLosses = endpoint({
  id: 'losses.own',
  path: '/api/losses/own',
  summary: 'What the own balance bore of each shared loss, and what was held of it.',
  answer: z.object({
    items: z.array(
      z.object({
        sharingId: wireId('shr'),
        period: z.string(),
        before: decimal,
        taken: decimal,
        after: decimal,
        /** Pending orders whose amount was cut at the same rate. */
        orders: z.array(
          z.object({
            kind: z.enum(['withdrawal', 'subscription']),
            before: decimal,
            after: decimal,
          }),
        ),
      }),
    ),
  }),
})
