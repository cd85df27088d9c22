import { z } from 'zod'
import { bothLanguages, decimal, instant, wireId } from '../contract/wire.ts'
import { listedRoles, statusAppeal } from '../distribution/endpoints.ts'
import { distributedStates, statusActs } from '../distribution/member.ts'
import { strayTransfer, transferCauses } from '../explanations/endpoints.ts'
import { operatorName } from '../operators/endpoints.ts'
import { operatorRoles } from '../operators/roles.ts'
import { ruleChange, ruleLines } from '../rules/endpoints.ts'
import { costTransfer, costWords } from '../treasury/cost-endpoints.ts'
import { chainReceipt, receiptKinds } from '../treasury/receipt.ts'
import { signerCauses } from '../withdrawals/withdrawal.ts'
import { proposalEvents, proposalStates } from './proposal.ts'

/** The objections to a version of the rules, in the caller's language. */
const objection = z.object({ rule: z.string(), names: z.array(z.string()), text: z.string() })

const ofRules = z.object({
  kind: z.literal('rules'),
  /** The number that the version gets when it is published. */
  version: z.number().int(),
  effectiveAt: instant,
  /** The reason that members will read, in both languages. */
  difference: z.object({ zh: z.string(), en: z.string() }),
  changes: z.array(ruleChange),
  /** The objections to publishing it now; empty when it has ended. */
  objections: z.array(objection),
  /**
   * Lines of the rule book that it breaks and the previous version does not, and why: the proposer
   * and the approver acknowledge each.
   */
  crosses: z.array(z.object({ line: z.enum(ruleLines), text: z.string() })),
})
/** One treasurer's classification of a receipt; its amount and its time are the chain's. */
const ofReceipt = z.object({
  kind: z.literal('receipt'),
  amount: decimal,
  blockAt: instant,
  evidence: z.string(),
  /** Null for income that was entered by hand before receipts came from the chain. */
  says: z.enum(receiptKinds).nullable(),
  payer: z.string().nullable(),
  receipt: chainReceipt.nullable(),
})
/** That a payment was a cost of the platform, which OPS bears; all but these words is the chain's. */
const ofCost = z.object({ kind: z.literal('cost'), ...costWords, transfer: costTransfer })
const ofShortfall = z.object({
  kind: z.literal('shortfall'),
  amount: decimal,
  evidence: z.string(),
})
/**
 * That a loss beyond the platform's own accounts is shared among members; with the notice that they
 * will read.
 */
const ofSharing = z.object({
  kind: z.literal('sharing'),
  /** The most that the dynamic pool and all balances bear together, USDT. */
  most: decimal,
  notice: z.object({ zh: z.string(), en: z.string() }),
  /** What the platform's own accounts would not cover now, USDT. */
  uncovered: decimal,
})
const ofOperator = z.object({
  kind: z.literal('operator'),
  name: operatorName,
  role: z.enum(operatorRoles),
  /** The account's role at the proposal; null for a new account. */
  roleBefore: z.enum(operatorRoles).nullable(),
})
/** That a member's account is a house account: staff, or for tests. */
const ofInsider = z.object({
  kind: z.literal('insider'),
  accountId: z.string(),
  nickname: z.string(),
  role: z.enum(listedRoles),
  /** Why it is a house account, for those who decide. */
  why: z.string(),
})
/** That the platform is wound down; with the notice that everybody will read. */
const ofWindDown = z.object({
  kind: z.literal('wind_down'),
  notice: z.object({ zh: z.string(), en: z.string() }),
  /** What OPS keeps at most for the costs of its last days, USDT. */
  costs: decimal,
  evidence: z.string(),
})
const ofWindDownCancel = z.object({
  kind: z.literal('wind_down_cancel'),
  why: z.object({ zh: z.string(), en: z.string() }),
})
/** One operator's classification of a stray transfer; all other data are the chain's. */
const ofExplanation = z.object({
  kind: z.literal('explanation'),
  cause: z.enum(transferCauses),
  evidence: z.string(),
  transfer: strayTransfer,
  /** What was confirmed as a loss with it, USDT; null until it is approved. */
  loss: decimal.nullable(),
})
/** That an order which the signer refuses is given back before its day is over. */
const ofWithdrawalVoid = z.object({
  kind: z.literal('withdrawal_void'),
  withdrawalId: wireId('wdr'),
  amount: decimal,
  why: z.string(),
  /** Why the signer refuses it; null once it no longer does. */
  cause: z.enum(signerCauses).nullable(),
})
/** That new recharge addresses come from another key from its approval on. */
const ofDepositKey = z.object({
  kind: z.literal('deposit_key'),
  /** The extended public key, as printed by the signer. */
  xpub: z.string(),
  /** The key that is currently in use. */
  replaces: z.string(),
  /** What members read. */
  why: z.object({ zh: z.string(), en: z.string() }),
  /** Its number among the keys in use; null until it is approved. */
  generation: z.number().int().nullable(),
})
/** That an operator who has lost their second factors signs in without them and adds new ones. */
const ofFactorReset = z.object({
  kind: z.literal('factor_reset'),
  name: operatorName,
  why: z.string(),
})
/** That an operator's account ends, with all its sessions. */
const ofOperatorEnd = z.object({
  kind: z.literal('operator_end'),
  name: operatorName,
  role: z.enum(operatorRoles),
  why: z.string(),
})
/** That a member's whole account is frozen, or opened again. */
const ofAccountFreeze = z.object({
  kind: z.literal('account_freeze'),
  accountId: z.string(),
  nickname: z.string(),
  /** True to freeze it, false to open it again. */
  freezes: z.boolean(),
  /** Why, for those who decide and for the audit log. */
  why: z.string(),
})
/** That a distributed member is suspended, reinstated, or loses the status. */
const ofDistributedStatus = z.object({
  kind: z.literal('distributed_status'),
  accountId: z.string(),
  nickname: z.string(),
  act: z.enum(statusActs),
  /** What the member reads: the reason, and the answer to an appeal. */
  why: bothLanguages,
  /** The member's status now. */
  state: z.enum(distributedStates),
  /** The last appeal of the member, which this may answer. */
  appeal: statusAppeal.nullable(),
})
/** The proposed content, by kind. */
export const proposalSubject = z.discriminatedUnion('kind', [
  ofRules,
  ofReceipt,
  ofCost,
  ofShortfall,
  ofSharing,
  ofOperator,
  ofInsider,
  ofWindDown,
  ofWindDownCancel,
  ofExplanation,
  ofWithdrawalVoid,
  ofDepositKey,
  ofFactorReset,
  ofOperatorEnd,
  ofAccountFreeze,
  ofDistributedStatus,
])

export const proposalView = z.object({
  id: wireId('prp'),
  state: z.enum(proposalStates),
  proposedBy: z.string(),
  proposedAt: instant,
  endedBy: z.string().nullable(),
  endedAt: instant.nullable(),
  /** Why it was refused or withdrawn, or what was checked before it was approved. */
  reason: z.string().nullable(),
  subject: proposalSubject,
  /**
   * True where the caller has opened the evidence, or the kind rests on none. What is not opened is
   * not approved.
   */
  evidenceOpened: z.boolean(),
  /** What the caller may do with it. */
  moves: z.array(z.enum(proposalEvents)),
})
