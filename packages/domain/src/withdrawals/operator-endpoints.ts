import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import {
  amountText,
  decimal,
  instant,
  pageOf,
  pageQuery,
  personText,
  rule,
  wireId,
} from '../contract/wire.ts'
import { accountId } from '../identity/inputs.ts'
import { operatorName } from '../operators/endpoints.ts'
import { operatorRoles } from '../operators/roles.ts'
import { withdrawalChecks } from './checks.ts'
import { withdrawalDecision } from './endpoints.ts'
import { ruleCheckReasons } from './rule-check.ts'
import { payoutPauses, withdrawalStages, withdrawalStates } from './withdrawal.ts'

/** Both deciding roles read the same data. */
const deciders = { access: 'operator', roles: ['reviewer', 'treasurer'] } as const
const params = z.strictObject({ id: wireId('wdr') })

/** ECDSA over P-256, r and s of 32 bytes each, in base64url: docs/operators.md describes how it is made. */
const signature = personText(200)

/** A check before the decision. `ok` false requires a reason in the audit log. */
const checked = z.object({ check: z.enum(withdrawalChecks), ok: z.boolean() })

const queued = z.object({
  id: wireId('wdr'),
  orderNumber: z.string(),
  accountId: z.string(),
  address: z.string(),
  amount: decimal,
  /** The amount that arrives, and that is signed: amount − fee. */
  expected: decimal,
  state: z.enum(withdrawalStates),
  requestedAt: instant,
  /** How long ago it was requested. */
  ageMinutes: z.number().int(),
  approvableFrom: instant,
  checks: z.array(checked),
  /** What the caller may do with it now. */
  moves: z.array(z.enum(['review', 'release', 'refuse'])),
})

const read = queued.extend({
  fee: decimal,
  remarks: z.string().nullable(),
  /** Instants of its events. */
  steps: z.array(
    z.object({ state: z.enum(withdrawalStates), stage: z.enum(withdrawalStages), at: instant }),
  ),
  decisions: z.array(withdrawalDecision),
  /** The rule check's result, with all its facts; null until it has run. */
  ruleCheck: z
    .object({
      at: instant,
      /** Of the rule book. */
      version: z.number().int(),
      reasons: z.array(z.enum(ruleCheckReasons)),
      facts: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
    })
    .nullable(),
  /** The member's own history. */
  member: z.object({
    joinedAt: instant,
    recharged: decimal,
    withdrawn: decimal,
    /** The requests of the last 24 hours, including this one, and their sum. */
    requestsToday: z.number().int(),
    requestedToday: decimal,
    /** Withdrawals to this address that have arrived. */
    paidToAddress: z.number().int(),
    /** Open cases on the market that the other side, or the platform, has opened. */
    openCases: z.number().int(),
    frozenUntil: instant.nullable(),
  }),
  /** What is approved and paid; null where no chain is connected, and after it has ended. */
  order: z
    .object({
      chainId: z.number().int(),
      token: z.string(),
      withdrawalId: wireId('wdr'),
      address: z.string(),
      amount: z.string(),
    })
    .nullable(),
  /** The text of the order: the signature is over it, the line `role …` and the line `approver …`. */
  text: z.string().nullable(),
  payout: z
    .object({
      transactions: z.array(z.string()),
      nonce: z.number().int().nullable(),
      /** Why the signer last refused to sign; null when it did not. */
      refused: z.string().nullable(),
      detail: z.string().nullable(),
      retryAt: instant.nullable(),
      /** When the money goes back, if repeating the request cannot resolve the refusal. */
      returnsFrom: instant.nullable(),
    })
    .nullable(),
})

/** What the operators' list can be narrowed to; every part is optional, and all of them hold together. */
const listFilters = {
  state: z.enum(withdrawalStates, rule('choice')).optional(),
  /** Without a state: those that have not ended, or every one. */
  which: z.enum(['open', 'all'], rule('choice')).default('open'),
  account: accountId.optional(),
  /** The beginning of an address. */
  address: z
    .string()
    .regex(/^0x[0-9a-fA-F]{0,40}$/, rule('choice'))
    .optional(),
  /** A part of an order number. */
  order: z
    .string()
    .regex(/^\w{1,40}$/, rule('choice'))
    .optional(),
  /** Amounts in USDT, both included. */
  least: amountText().optional(),
  most: amountText().optional(),
  /** Requested from this instant on, and before that one. */
  from: z.iso.datetime(rule('instant')).optional(),
  before: z.iso.datetime(rule('instant')).optional(),
}

/** Withdrawals, oldest first: of one state, or all that have not ended. */
export const withdrawalQueue = endpoint({
  id: 'withdrawals.queue',
  path: '/api/operator/withdrawals',
  ...deciders,
  summary:
    'Withdrawals that have not ended, the oldest first, with what was checked; ended ones by their state or with all.',
  query: z.strictObject({ ...pageQuery, ...listFilters }),
  answer: pageOf(queued),
})

/** How many withdrawals a filter of the list has, and their sum: of all pages. */
export const withdrawalTotals = endpoint({
  id: 'withdrawals.totals',
  path: '/api/operator/withdrawal-totals',
  ...deciders,
  summary: 'The number and the sum of all withdrawals that the list has under the same filter.',
  query: z.strictObject(listFilters),
  answer: z.object({ count: z.number().int(), amount: decimal }),
})

export const withdrawalForOperator = endpoint({
  id: 'withdrawals.read',
  path: '/api/operator/withdrawals/:id',
  ...deciders,
  summary: 'One withdrawal with its checks, its decisions and the exact order to sign.',
  params,
  answer: read,
})

const approval = z.strictObject({
  signature,
  /** What the member reads with the decision. */
  note: personText(500).nullable().default(null),
  /** For the audit log; required when a check is not fine. */
  reason: personText(500).nullable().default(null),
})

const approvalRefusals = [
  'withdrawalNotWaiting',
  'withdrawalOwn',
  'withdrawalTie',
  'withdrawalSecondPerson',
  'withdrawalsFrozen',
  'withdrawalAddressCooling',
  'withdrawalReasonNeeded',
  'payoutKeyMissing',
  'payoutSignatureWrong',
  'payoutsNotConnected',
  'lossBeingShared',
] as const

export const reviewWithdrawal = endpoint({
  id: 'withdrawals.review',
  method: 'POST',
  path: '/api/operator/withdrawals/:id/review',
  access: 'operator',
  roles: ['reviewer'],
  proof: 'recentFactor',
  summary: 'Approve a withdrawal as its reviewer, with a signature over its order.',
  money: true,
  params,
  body: approval,
  answer: read,
  refusals: [...approvalRefusals],
})

export const releaseWithdrawal = endpoint({
  id: 'withdrawals.release',
  method: 'POST',
  path: '/api/operator/withdrawals/:id/release',
  access: 'operator',
  roles: ['treasurer'],
  proof: 'recentFactor',
  summary: 'Release a reviewed withdrawal as its treasurer: it is handed to the signer and paid.',
  money: true,
  params,
  body: approval,
  answer: read,
  refusals: [...approvalRefusals],
})

export const refuseWithdrawal = endpoint({
  id: 'withdrawals.refuse',
  method: 'POST',
  path: '/api/operator/withdrawals/:id/refuse',
  ...deciders,
  summary: 'Refuse a withdrawal that has not been released; its member reads the reason.',
  money: true,
  params,
  body: z.strictObject({ reason: personText(500) }),
  answer: read,
  refusals: ['withdrawalNotWaiting', 'withdrawalOwn', 'withdrawalTie', 'lossBeingShared'],
})

/** The signer's own status, and what pauses payouts. */
export const payoutStatus = endpoint({
  id: 'withdrawals.status',
  path: '/api/operator/payouts',
  access: 'operator',
  roles: ['reviewer', 'treasurer', 'administrator'],
  summary: 'The signer, the hot wallet, and why payouts are paused where they are.',
  answer: z.object({
    pause: z.enum(payoutPauses).nullable(),
    since: instant.nullable(),
    checkedAt: instant.nullable(),
    /** Withdrawals that wait, by state, and their sums. */
    waiting: z.array(
      z.object({ state: z.enum(withdrawalStates), count: z.number().int(), amount: decimal }),
    ),
    /** Handed to the signer in the last hour and day, and the limits. */
    pace: z.object({
      hour: z.object({ used: decimal, most: decimal.nullable() }),
      day: z.object({ used: decimal, most: decimal.nullable() }),
    }),
    signer: z
      .object({
        address: z.string(),
        halted: z.string().nullable(),
        usdt: decimal,
        /** Wei for fees. */
        gas: z.string(),
        leftThisHour: decimal,
        leftToday: decimal,
        open: z.number().int(),
      })
      .nullable(),
  }),
})

const payoutKey = z.object({
  name: operatorName,
  role: z.enum(operatorRoles),
  publicKey: z.string(),
  registeredAt: instant,
})

/** The key of one's approvals from now on. */
export const registerPayoutKey = endpoint({
  id: 'withdrawals.registerKey',
  method: 'POST',
  path: '/api/operator/payout-key',
  ...deciders,
  proof: 'recentFactor',
  summary: 'Register the public key of one’s approvals; needs a sign-in of the last five minutes.',
  money: true,
  body: z.strictObject({
    /** P-256, uncompressed: 65 bytes in base64url. */
    publicKey: personText(200),
  }),
  answer: payoutKey,
  refusals: ['operatorSignInStale', 'payoutKeyWrong', 'payoutKeyTaken'],
})

/** The currently valid keys, for the person who writes the signer's own list. */
export const payoutKeyList = endpoint({
  id: 'withdrawals.keys',
  path: '/api/operator/payout-keys',
  access: 'operator',
  roles: ['reviewer', 'treasurer', 'administrator'],
  summary: 'The registered public keys of everybody who approves withdrawals now.',
  answer: z.object({ items: z.array(payoutKey) }),
})
