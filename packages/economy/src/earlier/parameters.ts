import { type Edition, type EndedNumber, isIn } from '../editions.ts'
import { type Parameters, parametersV1 } from '../parameters.ts'

/** Numbers whose rules have ended, with the values of the versions 1 that had them. */
export const endedV1: Required<Pick<Parameters, EndedNumber>> = {
  memberGuaranteeUsdt: 1_000_000000n,
  unapprovedReceiptBps: 20,
  dailyCapUsdt: 200_000000n,
  balanceCapUsdt: 100_000_000000n,
  balanceLapseDays: 365,
  balanceLapseNoticeDays: 30,
  cycleSettlements: 30,
  termCycles: 12,
}

/**
 * Version 1 as an edition published it. It is in force where it was published until the next
 * version; its runs are always recomputed with it.
 */
export const parametersV1In = (edition: Edition): Parameters =>
  Object.fromEntries(
    Object.entries({ ...parametersV1, ...endedV1 }).filter(([name]) => isIn(edition, name)),
  ) as unknown as Parameters

/** Version 1 of the oldest edition. */
export const earlierParametersV1: Parameters = parametersV1In(1)
