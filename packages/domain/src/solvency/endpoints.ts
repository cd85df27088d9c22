import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { decimal, instant, pageOf, pageQuery } from '../contract/wire.ts'

/**
 * `whole`: custody covers everything owed, every invariant of the books held, and the chain was asked
 * lately. `short`: something is missing or broken. `unproven`: nothing is known to be wrong, and it
 * was not all looked at.
 */
export const solvencyStates = ['whole', 'unproven', 'short'] as const
export type SolvencyState = (typeof solvencyStates)[number]

/** What custody is made of. What left it, and what is missing from it, is below zero. */
export const heldNames = [
  'recharges',
  'founding',
  'income',
  'paidOut',
  'otherwise',
  'missing',
] as const
/** To whom it is owed: accounts of the ledger, rule book 2.1. */
export const owedNames = [
  'members',
  'RESERVE',
  'POOL.static',
  'POOL.dynamic',
  'OPS',
  'RISK',
] as const

const held = z.object({ name: z.enum(heldNames), amount: decimal })
const owed = z.object({ name: z.enum(owedNames), amount: decimal })

const standing = {
  /** The newest settlement when it was read. */
  period: z.string(),
  state: z.enum(solvencyStates),
  /** USDT. */
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
  summary:
    'What custody holds and everything owed, the checks behind it, and the last 90 days; null before the first settlement.',
  answer: z.object({
    newest: z
      .object({
        ...standing,
        readAt: instant,
        held: z.array(held),
        owes: z.array(owed),
        /** The coin is a claim on RESERVE only. LEAF, and USDT per LEAF. */
        coin: z.object({ outstanding: decimal, price: decimal, exitPrice: decimal }),
        /** Recharge addresses, asked of the chain itself; null where none was ever paid. */
        chain: z
          .object({
            addresses: z.number().int(),
            /** Of these, how many the chain has been asked about. */
            read: z.number().int(),
            held: decimal,
            block: z.number().int().nullable(),
            oldestReadAt: instant.nullable(),
          })
          .nullable(),
        /** The newest look at every invariant of the books; null before the first. */
        check: z.object({ breaches: z.number().int(), checkedAt: instant }).nullable(),
        /** New money is stopped: a shortfall is reported or a settlement was halted. Rule book 2.17. */
        red: z.boolean(),
        /** Do the house's own accounts cover what is missing? Otherwise withdrawals wait. Rule book 2.17. */
        paysInFull: z.boolean(),
      })
      .nullable(),
    /** The last reading of each settlement's day, newest first. */
    days: z.array(z.object(standing)),
  }),
})

/** Every recharge address that was ever credited, without its owner, as the chain tells it. */
export const solvencyAddresses = endpoint({
  id: 'solvency.addresses',
  path: '/api/solvency/addresses',
  access: 'public',
  summary: 'Recharge addresses with what the chain says they hold, for anyone to look up.',
  query: z.strictObject(pageQuery),
  answer: pageOf(
    z.object({
      address: z.string(),
      /** USDT at `block`; null until the chain has been asked. */
      held: decimal.nullable(),
      block: z.number().int().nullable(),
      readAt: instant.nullable(),
    }),
  ),
})
