import { type Parameters, parametersV1 } from '../parameters.ts'

const { incomeReleaseDivisor, incomeReleaseBps, ...kept } = parametersV1

/**
 * Version 1 as it was published before outside income was released slowly and runs were filled evenly.
 * It holds where it was published until the next version; its runs are worked out again by it for ever.
 */
export const earlierParametersV1: Parameters = {
  ...kept,
  memberGuaranteeUsdt: 1_000_000000n,
  unapprovedReceiptBps: 20,
}
