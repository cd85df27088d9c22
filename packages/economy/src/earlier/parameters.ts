import { type Parameters, parametersV1 } from '../parameters.ts'

const { incomeReleaseDivisor, incomeReleaseBps, ...kept } = parametersV1

/**
 * Version 1 of houses that were founded before outside income was released slowly. Such a house lives
 * by it until its next version; what its runs came to is worked out again by it for ever.
 */
export const earlierParametersV1: Parameters = { ...kept, unapprovedReceiptBps: 20 }
