import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { amountText, pageOf, pageQuery, personText, rule, wireId } from '../contract/wire.ts'
import { listedRoles } from '../distribution/endpoints.ts'
import { transferCauses } from '../explanations/endpoints.ts'
import { accountId } from '../identity/inputs.ts'
import { amountPattern, SCALE } from '../money/amount.ts'
import { operatorName } from '../operators/endpoints.ts'
import { operatorRoles } from '../operators/roles.ts'
import { ruleLines } from '../rules/endpoints.ts'
import { receiptKinds } from '../treasury/receipt.ts'
import { freezeRefusals } from './member-endpoints.ts'
import { proposalKinds, proposalRules, proposalStates } from './proposal.ts'
import { proposalView } from './view.ts'

/** Who proposes or decides anything: treasurers and administrators read all, others their kinds. */
const parties = {
  access: 'operator',
  roles: ['support', 'reviewer', 'treasurer', 'administrator'],
} as const
/** Who decides on something that was proposed. */
const deciders = { access: 'operator', roles: ['reviewer', 'treasurer', 'administrator'] } as const
const params = z.strictObject({ id: wireId('prp') })

/** Why it is ended, for readers of the audit log. */
const withReason = z.strictObject({ reason: personText(500) })

/** Lines of the rule book that the caller acknowledges breaking. */
const acknowledges = z
  .array(z.enum(ruleLines, rule('choice')))
  .max(ruleLines.length)
  .default([])

/** Newest first, of every kind and state or of one. */
export const proposalList = endpoint({
  id: 'proposals.list',
  path: '/api/operator/proposals',
  ...parties,
  summary: 'What was proposed, newest first, with the exact difference.',
  query: z.strictObject({
    ...pageQuery,
    state: z.enum(proposalStates, rule('choice')).optional(),
    kind: z.enum(proposalKinds, rule('choice')).optional(),
  }),
  answer: pageOf(proposalView),
})

export const getProposal = endpoint({
  id: 'proposals.read',
  path: '/api/operator/proposals/:id',
  ...parties,
  summary: 'One proposal with the exact difference and what stands against it now.',
  params,
  answer: proposalView,
})

const evidence = personText(2_000)

/** What prevents booking a receipt with a classification, when it is proposed and when it is approved. */
const receiptRefusals = [
  'receiptEntered',
  'receiptNotFinal',
  'foundedBefore',
  'foundingTooSmall',
  'coverTooLarge',
  'incomeAfterFreeze',
  'settlementUnderWay',
] as const

/** What prevents explaining a transfer, when it is proposed and when it is approved. */
const explanationRefusals = ['transferNotStray', 'transferNotFinal', 'transferProposed'] as const

/** A version of the rule book: numbers by name, amounts and prices as decimal text. */
export const proposeRules = endpoint({
  id: 'proposals.proposeRules',
  method: 'POST',
  path: '/api/operator/proposals/rules',
  access: 'operator',
  roles: proposalRules.rules.propose,
  summary: 'Propose a version of the rule book; everything that stands against it is told at once.',
  money: true,
  body: z.strictObject({
    numbers: z.record(z.string().max(60), z.union([z.string().max(40), z.number()])),
    effectiveAt: z.iso.datetime({ offset: true, ...rule('instant') }),
    difference: z.strictObject({ zh: personText(1_000), en: personText(1_000) }),
    acknowledges,
  }),
  answer: proposalView,
  refusals: ['rulesObjected', 'rulesBreakLine'],
})

/** What a receipt on the chain is and who it is from. Amount and time are not part of it. */
export const proposeReceipt = endpoint({
  id: 'proposals.proposeReceipt',
  method: 'POST',
  path: '/api/operator/proposals/receipts',
  access: 'operator',
  roles: proposalRules.receipt.propose,
  summary:
    'Say what a final receipt on the chain is; it is booked once another treasurer approves it, and changes nothing before.',
  money: true,
  body: z.strictObject({
    /** Of the public list of receipts. */
    receiptId: wireId('rcp'),
    kind: z.enum(receiptKinds, rule('choice')),
    /** Who paid it; everybody reads this and the evidence once it is booked. */
    payer: personText(200),
    evidence,
  }),
  answer: proposalView,
  refusals: [...receiptRefusals],
})

/** What prevents booking a payment as a cost, when it is proposed and when it is approved. */
const costRefusals = [
  'transferNotFinal',
  'costNotPayment',
  'costEntered',
  'costBeyondOps',
  'costLost',
  'costAfterFreeze',
  'settlementUnderWay',
] as const

/** That a transfer out of the platform's addresses paid a cost. */
export const proposeCost = endpoint({
  id: 'proposals.proposeCost',
  method: 'POST',
  path: '/api/operator/proposals/costs',
  access: 'operator',
  roles: proposalRules.cost.propose,
  summary:
    'Say that a final transfer out of the founding, income or cold address paid a cost; OPS bears it once another treasurer approves.',
  money: true,
  body: z.strictObject({
    /** Of the list of unbooked costs. */
    transferId: wireId('ctf'),
    /** Who was paid; everybody reads these words once it is booked. */
    payee: personText(200),
    reference: personText(200),
    evidence,
    /** SHA-256 of the receipt's file, in lower-case hex: the file stays with the platform's papers. */
    document: z.string().regex(/^[0-9a-f]{64}$/, rule('fileHash')),
  }),
  answer: proposalView,
  refusals: [...costRefusals],
})

/** What custody lacks, as the chain shows it. */
export const reportShortfall = endpoint({
  id: 'proposals.reportShortfall',
  method: 'POST',
  path: '/api/operator/proposals/shortfalls',
  access: 'operator',
  roles: proposalRules.shortfall.propose,
  summary:
    'Report what custody lacks; the next run books it once another operator has approved it and the chain shows it.',
  money: true,
  body: z.strictObject({ amount: amountText(), evidence }),
  answer: proposalView,
})

/** The last resort of a loss: rule book 2.17. */
export const proposeSharing = endpoint({
  id: 'proposals.proposeSharing',
  method: 'POST',
  path: '/api/operator/proposals/sharings',
  access: 'operator',
  roles: proposalRules.sharing.propose,
  summary:
    'Propose that what the platform’s own accounts do not cover is shared by the dynamic pool and all balances at one rate; approved, the notice goes to every member and the next run carries it out.',
  money: true,
  body: z.strictObject({
    most: amountText(),
    notice: z.strictObject({ zh: personText(1_000), en: personText(1_000) }),
  }),
  answer: proposalView,
  refusals: ['lossCovered', 'sharingStands'],
})

/** An account for a new operator, or another role for an existing one. */
export const proposeOperator = endpoint({
  id: 'proposals.proposeOperator',
  method: 'POST',
  path: '/api/operator/proposals/operators',
  access: 'operator',
  roles: proposalRules.operator.propose,
  summary:
    'Propose an account for an operator, or another role for one; another administrator approves it.',
  money: true,
  body: z.strictObject({
    name: operatorName,
    role: z.enum(operatorRoles, rule('choice')),
    /** Which member the operator is, for ties; of a new account. */
    memberId: z.uuid(rule('id')).nullable().default(null),
  }),
  answer: proposalView,
  refusals: ['operatorThere', 'operatorEnded', 'operatorMemberTaken', 'administratorsTooFew'],
})

/**
 * An account of the staff or for tests: permanently on the public list, and never paid by the
 * network again.
 */
export const proposeInsider = endpoint({
  id: 'proposals.proposeInsider',
  method: 'POST',
  path: '/api/operator/proposals/insiders',
  access: 'operator',
  roles: proposalRules.insider.propose,
  summary:
    'Propose that an account is listed as one of the platform’s own, for good; another administrator approves it.',
  money: true,
  body: z.strictObject({
    accountId,
    role: z.enum(listedRoles, rule('choice')),
    why: personText(500),
  }),
  answer: proposalView,
  refusals: ['insiderUnknown', 'insiderListed'],
})

/** The end of the platform: rule book 2.17. */
export const proposeWindDown = endpoint({
  id: 'proposals.proposeWindDown',
  method: 'POST',
  path: '/api/operator/proposals/wind-downs',
  access: 'operator',
  roles: proposalRules.wind_down.propose,
  summary:
    'Propose that the platform is wound down; approved, its notice begins and everybody reads it.',
  money: true,
  body: z.strictObject({
    notice: z.strictObject({ zh: personText(1_000), en: personText(1_000) }),
    /** Zero where nothing is kept. */
    costs: z.string(rule('required')).regex(amountPattern(SCALE), rule('amountSixDecimals')),
    evidence,
  }),
  answer: proposalView,
  refusals: ['windDownStands'],
})

/** Withdraws a wind-down while its notice runs. */
export const proposeWindDownCancel = endpoint({
  id: 'proposals.proposeWindDownCancel',
  method: 'POST',
  path: '/api/operator/proposals/wind-down-cancellations',
  access: 'operator',
  roles: proposalRules.wind_down_cancel.propose,
  summary: 'Propose that an announced wind-down is cancelled; possible until its notice has ended.',
  money: true,
  body: z.strictObject({
    why: z.strictObject({ zh: personText(1_000), en: personText(1_000) }),
  }),
  answer: proposalView,
  refusals: ['windDownNotRunning'],
})

/** What a stray transfer was, so that payouts go on. Amount and destination are not part of it. */
export const proposeExplanation = endpoint({
  id: 'proposals.proposeExplanation',
  method: 'POST',
  path: '/api/operator/proposals/explanations',
  access: 'operator',
  roles: proposalRules.explanation.propose,
  summary:
    'Say what a final stray transfer was; approved, it no longer pauses payouts, and what was stolen or lost becomes a loss as far as the chain lacks it.',
  money: true,
  body: z.strictObject({
    /** From the list of stray transfers. */
    transferId: wireId('ctf'),
    cause: z.enum(transferCauses, rule('choice')),
    evidence,
  }),
  answer: proposalView,
  refusals: [...explanationRefusals],
})

/** An order that the signer refuses goes back after a day by itself; two people need not wait for it. */
export const proposeVoid = endpoint({
  id: 'proposals.proposeVoid',
  method: 'POST',
  path: '/api/operator/proposals/withdrawal-voids',
  access: 'operator',
  roles: proposalRules.withdrawal_void.propose,
  summary:
    'Propose that a withdrawal which the signer refuses is given back now; approved, the signer promises never to sign it, and the money is the member’s again.',
  money: true,
  body: z.strictObject({ withdrawalId: wireId('wdr'), why: personText(500) }),
  answer: proposalView,
  refusals: ['withdrawalNotRefused', 'withdrawalVoidProposed'],
})

/** What prevents using a deposit key, when it is proposed and when it is approved. */
const depositKeyRefusals = [
  'depositKeyNotNamed',
  'depositKeyNotHeld',
  'depositsNotOffered',
] as const

/** Gives members addresses of another key, because the current one is no longer safe, or is to be rotated. */
export const proposeDepositKey = endpoint({
  id: 'proposals.proposeDepositKey',
  method: 'POST',
  path: '/api/operator/proposals/deposit-keys',
  access: 'operator',
  roles: proposalRules.deposit_key.propose,
  summary:
    'Propose another key for recharge addresses; approved, every member is shown a new address, and the earlier ones are credited as before.',
  money: true,
  body: z.strictObject({
    xpub: z.string(rule('required')).regex(/^xpub[1-9A-HJ-NP-Za-km-z]{107}$/, rule('choice')),
    why: z.strictObject({ zh: personText(1_000), en: personText(1_000) }),
  }),
  answer: proposalView,
  refusals: [...depositKeyRefusals, 'depositKeyUsed', 'depositKeyProposed'],
})

/** An operator who has lost every second factor cannot remove it: two administrators do. */
export const proposeFactorReset = endpoint({
  id: 'proposals.proposeFactorReset',
  method: 'POST',
  path: '/api/operator/proposals/factor-resets',
  access: 'operator',
  roles: proposalRules.factor_reset.propose,
  summary:
    "Propose that an operator's second factors are removed; approved, their sessions end, and they sign in with the password to add a new one.",
  money: true,
  body: z.strictObject({ name: operatorName, why: personText(500) }),
  answer: proposalView,
  refusals: ['operatorUnknown', 'operatorFactorNone'],
})

/** Somebody who leaves the staff, or whose account is in other hands. */
export const proposeOperatorEnd = endpoint({
  id: 'proposals.proposeOperatorEnd',
  method: 'POST',
  path: '/api/operator/proposals/operator-ends',
  access: 'operator',
  roles: proposalRules.operator_end.propose,
  summary:
    "Propose that an operator's account ends; approved, all its sessions end and its name is not given again.",
  money: true,
  body: z.strictObject({ name: operatorName, why: personText(500) }),
  answer: proposalView,
  refusals: ['operatorUnknown', 'administratorsTooFew'],
})

/** The caller has opened the evidence; the audit log says so. */
export const openEvidence = endpoint({
  id: 'proposals.openEvidence',
  method: 'POST',
  path: '/api/operator/proposals/:id/evidence/open',
  ...deciders,
  summary: 'Open the evidence of a proposal: it is approved by nobody who has not.',
  params,
  answer: proposalView,
})

export const approveProposal = endpoint({
  id: 'proposals.approve',
  method: 'POST',
  path: '/api/operator/proposals/:id/approve',
  ...deciders,
  proof: 'recentFactor',
  summary: 'Approve what another operator proposed: it takes effect with this call.',
  money: true,
  params,
  body: withReason.extend({ acknowledges }),
  answer: proposalView.extend({
    /**
     * For a new operator: chooses the password within 15 minutes, once; shown to the approver, and
     * never again.
     */
    setUpSecret: z.string().nullable(),
  }),
  refusals: [
    'proposalNeedsAnother',
    'proposalEvidenceUnopened',
    'proposalAboutYou',
    'proposalEnded',
    'rulesObjected',
    'rulesBreakLine',
    'rulesOvertaken',
    'operatorThere',
    'operatorEnded',
    'operatorMemberTaken',
    'administratorsTooFew',
    'lossCovered',
    'sharingStands',
    'windDownStands',
    'windDownNotRunning',
    'insiderListed',
    ...explanationRefusals,
    'custodyReadBefore',
    'withdrawalNotRefused',
    ...depositKeyRefusals,
    'depositAddressUnverified',
    'ownMoveMissing',
    ...receiptRefusals,
    ...costRefusals,
    'receiptNotOnChain',
    'shortfallNotShown',
    'chainNotRead',
    'operatorUnknown',
    'operatorFactorNone',
    ...freezeRefusals,
    'statusActNotNow',
    'statusChanged',
    'statusAppealYours',
  ],
})

export const refuseProposal = endpoint({
  id: 'proposals.refuse',
  method: 'POST',
  path: '/api/operator/proposals/:id/refuse',
  ...deciders,
  summary: 'Refuse what another operator proposed.',
  money: true,
  params,
  body: withReason,
  answer: proposalView,
  refusals: ['proposalNeedsAnother', 'proposalEnded', 'freezeAboutYou', 'statusAppealYours'],
})

export const withdrawProposal = endpoint({
  id: 'proposals.withdraw',
  method: 'POST',
  path: '/api/operator/proposals/:id/withdraw',
  access: 'operator',
  // Arbitrators as well, who read of the proposals only their own.
  roles: operatorRoles,
  summary: 'Take back what one proposed oneself.',
  money: true,
  params,
  body: withReason,
  answer: proposalView,
  refusals: ['proposalNotYours', 'proposalEnded'],
})
