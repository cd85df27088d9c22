import { refusals } from '@banyan/domain'

/** The refusals that these pages answer with more than a message. */
export const codes = {
  stale: refusals.stale.code,
  orderNotAvailable: refusals.orderNotAvailable.code,
  orderPaused: refusals.orderPaused.code,
  buyOrderTooLarge: refusals.buyOrderTooLarge.code,
  orderNotOpen: refusals.orderNotOpen.code,
  takeQuantityOutside: refusals.takeQuantityOutside.code,
  newcomersShare: refusals.newcomersShare.code,
  newcomersShareTaken: refusals.newcomersShareTaken.code,
  tradeMoveNotAllowed: refusals.tradeMoveNotAllowed.code,
  paymentWindowOver: refusals.paymentWindowOver.code,
  payFromAddress: refusals.payFromAddress.code,
  paymentOfAnotherTrade: refusals.paymentOfAnotherTrade.code,
  voucherUnknown: refusals.voucherUnknown.code,
  evidenceUnchanged: refusals.evidenceUnchanged.code,
  disputeHashRequired: refusals.disputeHashRequired.code,
  disputePictureUnknown: refusals.disputePictureUnknown.code,
  disputeReasonNotYours: refusals.disputeReasonNotYours.code,
  statementLimit: refusals.statementLimit.code,
  orderQuantityTooSmall: refusals.orderQuantityTooSmall.code,
  orderPriceOutsideBand: refusals.orderPriceOutsideBand.code,
  orderTakeRange: refusals.orderTakeRange.code,
  tradingLimitExceeded: refusals.tradingLimitExceeded.code,
  receivingAddressNeeded: refusals.receivingAddressNeeded.code,
  insufficientBalance: refusals.insufficientBalance.code,
} as const
