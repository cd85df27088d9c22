import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { longPage } from '../contract/long-page.ts'
import { decimal, digest, instant, pageOf, pageQuery } from '../contract/wire.ts'
import { custodyUses } from '../treasury/receipt.ts'

/** Economy, "Honesty and safety" 4: so many days stand on the page of solvency. */
export const solvencyDays = 90
/** Security 4.8: a proof of solvency that is older than this is none. */
export const provenWithinHours = 26

/**
 * `whole`: what the chain shows in custody covers everything owed, and every invariant of the books
 * held. `short`: the chain shows less, or something is broken. `unproven`: nothing is known to be
 * wrong, and the chain or the books were not looked at lately.
 */
export const solvencyStates = ['whole', 'unproven', 'short'] as const
export type SolvencyState = (typeof solvencyStates)[number]

/**
 * What custody is made of: what the chain shows at each kind of address, less what came in and stands
 * in no account yet. The last two are below zero.
 */
export const heldNames = [
  'recharges',
  'founding',
  'income',
  'hot',
  'cold',
  'uncredited',
  'unclassified',
] as const
/** To whom it is owed: accounts of the ledger, rule book 2.1. */
export const owedNames = [
  'members',
  'RESERVE',
  'INCOME',
  'POOL.static',
  'POOL.dynamic',
  'OPS',
  'RISK',
  'PAYOUTS',
] as const

const held = z.object({ name: z.enum(heldNames), amount: decimal })
const owed = z.object({ name: z.enum(owedNames), amount: decimal })

const reading = {
  /** The newest settlement when it was read. */
  period: z.string(),
  state: z.enum(solvencyStates),
  /** USDT that the chain shows, less what came in and is in no account yet. */
  custody: decimal,
  owed: decimal,
  /** Custody ÷ everything owed, rounded down; null while nothing is owed. */
  ratio: decimal.nullable(),
}

/** What is held, what is owed, and where each figure comes from. Economy, "Honesty and safety" 4. */
export const solvency = endpoint({
  id: 'solvency.newest',
  path: '/api/solvency',
  access: 'public',
  summary: `What custody holds and everything owed, the checks behind it, and the last ${solvencyDays} days; null before the first settlement.`,
  answer: z.object({
    newest: z
      .object({
        ...reading,
        readAt: instant,
        held: z.array(held),
        owes: z.array(owed),
        /** The coin is a claim on RESERVE only. LEAF, and USDT per LEAF. */
        coin: z.object({ outstanding: decimal, price: decimal, exitPrice: decimal }),
        /**
         * The final block at which every address was asked of the chain, its hash, how many addresses
         * they were and what they hold together; null where the chain was not read.
         */
        chain: z
          .object({
            block: z.number().int(),
            blockHash: digest,
            addresses: z.number().int(),
            held: decimal,
          })
          .nullable(),
        /** What the books have taken in and the chain does not show. */
        missing: decimal,
        /** Of it: what was entered by hand before receipts came from the chain. It counts as nothing. */
        unproven: decimal,
        /** The newest look at every invariant of the books; null before the first. */
        check: z.object({ breaches: z.number().int(), checkedAt: instant }).nullable(),
        /** New money is stopped: a shortfall is reported or a settlement was halted. Rule book 2.17. */
        red: z.boolean(),
        /** Do the platform's own accounts cover what is missing? Otherwise withdrawals wait. Rule book 2.17. */
        paysInFull: z.boolean(),
      })
      .nullable(),
    /**
     * Since when the state is red: nobody subscribes, activates, or publishes or takes an order. Null while
     * it is not.
     */
    redSince: instant.nullable(),
    /** The last reading of each settlement's day, newest first. */
    days: z.array(z.object(reading)),
  }),
})

/** An address as the chain was last asked about it. */
const addressBalance = {
  address: z.string(),
  /** USDT at `block`; null until the chain has been asked. */
  held: decimal.nullable(),
  block: z.number().int().nullable(),
  readAt: instant.nullable(),
}

/** Every recharge address that was ever paid, without its owner, as the chain shows it. */
export const solvencyAddresses = endpoint({
  id: 'solvency.addresses',
  path: '/api/solvency/addresses',
  access: 'public',
  summary: 'Recharge addresses with what the chain says they hold, for anyone to look up.',
  query: z.strictObject({ ...pageQuery, limit: longPage.default(20) }),
  answer: pageOf(z.object(addressBalance)),
})

/** The addresses that the platform publishes for its own money; one that is no longer used stays listed. */
export const custodyAddresses = endpoint({
  id: 'solvency.custody',
  path: '/api/solvency/custody',
  access: 'public',
  summary:
    'The published addresses of the platform: founding money, outside income, hot and cold, with what the chain says they hold.',
  answer: z.object({
    /** The chain and the token that everything is held in; null where no chain is connected. */
    chain: z
      .object({ chainId: z.number().int(), token: z.string(), decimals: z.number().int() })
      .nullable(),
    items: z.array(
      z.object({
        use: z.enum(custodyUses),
        ...addressBalance,
        publishedAt: instant,
        /** Since when another address takes its place; what it holds still counts. */
        replacedAt: instant.nullable(),
      }),
    ),
  }),
})
