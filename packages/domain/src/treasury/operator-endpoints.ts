import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, pageOf, pageQuery, period, rule } from '../contract/wire.ts'
import { transferKinds } from '../wallets/transfer-kinds.ts'
import { receiptFilters, settlement, settlementParts } from './endpoints.ts'

/** Who reads the platform's own accounts and runs. */
const readers = { access: 'operator', roles: ['treasurer', 'administrator'] } as const

/** The platform's own accounts (rule book 2.1), in the order in which operators read them. */
export const platformAccounts = [
  'RESERVE',
  'INCOME',
  'POOL.static',
  'POOL.dynamic',
  'OPS',
  'RISK',
  'LOSS',
  'PAYOUTS',
  'FEE.coin',
  'ISSUE',
  'EXT',
] as const
export type PlatformAccount = (typeof platformAccounts)[number]

/** How many receipts a filter of the list has, and their sum: of all pages. */
export const receiptTotals = endpoint({
  id: 'treasury.receiptTotals',
  path: '/api/operator/treasury/receipt-totals',
  ...readers,
  summary: 'The number and the sum of all receipts that the list has under the same filter.',
  query: z.strictObject(receiptFilters),
  answer: z.object({
    count: z.number().int(),
    /** Without those that have vanished from the chain. */
    amount: decimal,
  }),
})

const account = z.enum(platformAccounts, rule('choice'))
const asset = z.enum(['USDT', 'LEAF'])

/** Balances of the platform's accounts with what moved today, and what is known to be missing. */
export const treasuryAccounts = endpoint({
  id: 'treasury.accounts',
  path: '/api/operator/treasury/accounts',
  ...readers,
  summary:
    'The platform’s own accounts with what came in and went out since the last cut-off, and what custody lacks.',
  answer: z.object({
    /** The beginning of the platform's day: the last cut-off. */
    since: instant,
    items: z.array(
      z.object({
        account,
        asset,
        balance: decimal,
        into: decimal,
        outOf: decimal,
        /** Transfers since then. */
        transfers: z.number().int(),
      }),
    ),
    /** What the chain lacks beyond everything that was confirmed; no report of more is approved. */
    missing: decimal,
    /** Of what was confirmed: what the platform's own accounts do not cover. */
    uncovered: decimal,
    /** A run has been closed and is not published: nothing is booked meanwhile. */
    isRunUnderWay: z.boolean(),
  }),
})

/** The statement of one account of the platform. */
export const treasuryStatement = endpoint({
  id: 'treasury.statement',
  path: '/api/operator/treasury/statement',
  ...readers,
  summary:
    'Every transfer of one of the platform’s accounts, newest first; payments of a settlement to members block by block.',
  query: z.strictObject({ ...pageQuery, account }),
  answer: pageOf(
    z.object({
      /** The number of its last transfer on this account. */
      line: z.number().int(),
      at: instant,
      kind: z.enum(transferKinds),
      /** Below zero where it leaves the account. */
      amount: decimal,
      balance: decimal,
      reference: z.string(),
      transfers: z.number().int(),
      /** The platform's account on the other side, or `members`. */
      other: z.string(),
    }),
  ),
})

/**
 * `due`: its cut-off has passed and it is not closed yet. `running`: closed and not published.
 * `stopped`: an alarm is open, and nothing more is posted until a person has looked.
 */
export const runStates = ['due', 'running', 'stopped', 'published'] as const
export type RunState = (typeof runStates)[number]

const alarm = z.object({
  raisedAt: instant,
  what: z.string(),
  settledAt: instant.nullable(),
})

const run = z.object({
  period,
  state: z.enum(runStates),
  cutoffAt: instant,
  closedAt: instant.nullable(),
  /** When both computations had agreed. */
  computedAt: instant.nullable(),
  publishedAt: instant.nullable(),
  /** The version of the rule book; null until it is closed. */
  rules: z.number().int().nullable(),
  /** Stages that have ended, of so many; null for runs before stages were kept. */
  stages: z.object({ ended: z.number().int(), all: z.number().int() }).nullable(),
  /** The sum of its stages, milliseconds; null where they were not kept. */
  tookMs: z.number().int().nullable(),
  price: decimal.nullable(),
  /** The open alarm. */
  alarm: alarm.nullable(),
})

/** Settlement runs, newest first, with the one that is due or under way. */
export const settlementRuns = endpoint({
  id: 'treasury.runs',
  path: '/api/operator/settlements',
  ...readers,
  summary: 'Settlement runs, newest first, those that are due, under way or stopped included.',
  query: z.strictObject(pageQuery),
  answer: pageOf(run).extend({
    /** The next cut-off. */
    nextCutoffAt: instant,
  }),
})

/** One run with its stages, its figures by step, and its alarms. */
export const settlementRun = endpoint({
  id: 'treasury.run',
  path: '/api/operator/settlements/run',
  ...readers,
  summary:
    'One settlement run: its stages with their times, each step’s figures, books before and after, hashes, alarms.',
  query: z.strictObject({ period }),
  answer: z.object({
    run,
    /** In the order in which they began; those that have not begun follow. */
    times: z.array(
      z.object({
        stage: z.string(),
        /** How often it began: more than once where the run was resumed. */
        tries: z.number().int(),
        begunAt: instant.nullable(),
        endedAt: instant.nullable(),
        /** Of all tries that ended, milliseconds. */
        ms: z.number().int(),
      }),
    ),
    alarms: z.array(alarm),
    before: settlementParts.books.nullable(),
    after: settlementParts.books.nullable(),
    steps: settlementParts.steps,
    /** The hashes that two computations agreed on; null until they have. */
    hashes: z.object({ input: z.string(), result: z.string() }).nullable(),
    /** As everybody reads it; null until it is published. */
    published: settlement.nullable(),
  }),
})
