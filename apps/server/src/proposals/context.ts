import type { Locale } from '@banyan/domain'
import type { DepositKeyChanges } from '../deposits/index.ts'
import type { Distribution } from '../distribution/index.ts'
import type { Explanations } from '../explanations/index.ts'
import type { AccountFreezes } from '../identity/index.ts'
import type { Losses } from '../losses/index.ts'
import type { Operators } from '../operators/index.ts'
import type { Otc } from '../otc/index.ts'
import type { Operator } from '../platform/http/route.ts'
import type { Rules } from '../rules/index.ts'
import type { Treasury } from '../treasury/index.ts'
import type { WindDown } from '../wind-down/index.ts'
import type { Withdrawals } from '../withdrawals/index.ts'

/** The operator who asks, and the language of the answer. */
export interface Asker {
  caller: Operator
  locale: Locale
}

/** The modules on whose matters two people agree, and the audit log. */
export interface ProposalContext {
  rules: Pick<Rules, 'write' | 'drafts' | 'publish'>
  treasury: Pick<
    Treasury,
    | 'classifyReceipt'
    | 'approveReceipt'
    | 'dropReceipt'
    | 'proposedReceipts'
    | 'proposeCost'
    | 'approveCost'
    | 'dropCost'
    | 'costs'
    | 'reportShortfall'
    | 'decideShortfall'
    | 'shortfalls'
    | 'uncovered'
  >
  windDown: Pick<
    WindDown,
    | 'propose'
    | 'announce'
    | 'drop'
    | 'windDowns'
    | 'proposeCancellation'
    | 'cancel'
    | 'cancellations'
  >
  explanations: Pick<Explanations, 'explain' | 'approve' | 'drop' | 'explanations'>
  losses: Pick<Losses, 'propose' | 'approve' | 'drop' | 'sharings'>
  operators: Pick<
    Operators,
    | 'writeGrant'
    | 'carryOutGrant'
    | 'grants'
    | 'writeFactorReset'
    | 'carryOutFactorReset'
    | 'factorResets'
    | 'writeOperatorEnd'
    | 'carryOutOperatorEnd'
    | 'operatorEnds'
  >
  accountFreezes: AccountFreezes
  /** The parties of every open case that an operator hears. */
  partiesOfCases: Otc['partiesOfCases']
  distribution: Pick<
    Distribution,
    | 'writeListing'
    | 'carryOutListing'
    | 'listings'
    | 'statusDecisions'
    | 'statusView'
    | 'waitingAppeals'
  >
  withdrawals: Pick<Withdrawals, 'proposeVoid' | 'approveVoid' | 'dropVoid' | 'voids'>
  depositKeys: DepositKeyChanges
  recordAct: Operators['recordAct']
}
