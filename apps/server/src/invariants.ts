import { checkCollections, collectionNotices } from './collection/index.ts'
import { checkDeposits, checkRechargeTransfers, depositNotices } from './deposits/index.ts'
import { checkDistribution } from './distribution/index.ts'
import { checkDynamic, checkEarnings } from './earnings/index.ts'
import { checkEvidence } from './evidence/index.ts'
import { explanationNotices } from './explanations/index.ts'
import { type Breach, checkInvariants, inSnapshot } from './ledger/index.ts'
import { checkLosses } from './losses/index.ts'
import { checkNetwork } from './network/index.ts'
import { checkOperators } from './operators/index.ts'
import { checkOtc } from './otc/index.ts'
import type { Database } from './platform/database/connect.ts'
import { checkRedemptions } from './redemptions/index.ts'
import { checkSolvency } from './solvency/index.ts'
import { checkSubscriptions } from './subscriptions/index.ts'
import { checkCustody, checkTreasury } from './treasury/index.ts'
import { checkWindDown } from './wind-down/index.ts'
import { checkWithdrawals, payoutNotices } from './withdrawals/index.ts'

interface Check {
  name: string
  /** Returns the breaches of the module's invariants; empty when there are none. */
  check(database: Database): Promise<Breach[]>
  /** Facts that a person should know although nothing is broken. */
  notices?(database: Database): Promise<string[]>
}

/** Every module that has invariants. */
export const checks: readonly Check[] = [
  { name: 'ledger', check: checkInvariants },
  { name: 'deposits', check: checkDeposits, notices: depositNotices },
  { name: 'recharge addresses', check: checkRechargeTransfers, notices: explanationNotices },
  { name: 'collection', check: checkCollections, notices: collectionNotices },
  { name: 'withdrawals', check: checkWithdrawals, notices: payoutNotices },
  { name: 'subscriptions', check: checkSubscriptions },
  { name: 'earnings', check: checkEarnings },
  { name: 'redemptions', check: checkRedemptions },
  { name: 'treasury', check: checkTreasury },
  { name: 'custody', check: checkCustody },
  { name: 'losses', check: checkLosses },
  { name: 'wind-down', check: checkWindDown },
  { name: 'otc', check: checkOtc },
  { name: 'evidence', check: checkEvidence },
  { name: 'solvency', check: checkSolvency },
  { name: 'operators', check: checkOperators },
  { name: 'network', check: checkNetwork },
  { name: 'distribution', check: checkDistribution },
  { name: 'network pay', check: checkDynamic },
]

/** The number of breaches in all modules at one instant. */
export const countBreaches = (database: Database): Promise<number> =>
  inSnapshot(database, async snapshot => {
    let breaches = 0
    for (const { check } of checks) breaches += (await check(snapshot)).length
    return breaches
  })
