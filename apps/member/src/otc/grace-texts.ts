import { registerTexts } from '../shell/index.ts'

/** The texts for both sides once the time to pay is over. */
export const graceTexts = registerTexts('otc.grace', {
  zh: {
    graceBuyer:
      '请不要再付款。如果您没有付款，无需操作，宽限期结束后币退回卖家。如果您已在时限内付款，请在宽限期结束前提交凭证与交易哈希，交由仲裁处理。',
    graceSeller: '买家没有在时限内提交付款。宽限期内买家仍可证明已按时付款；之后币会自动退回给您。',
    unprovenBuyer:
      '链上没有找到您提交的付款，所以付款时间照常结束。如果您已在时限内付款，请核对哈希，在宽限期结束前重新提交，交由仲裁处理；链上一旦查到，交易自动继续。如果没有付款，请不要再付。',
    unprovenSeller:
      '买家提交的哈希在链上不是本交易的付款，所以付款时间照常结束。宽限期内买家仍可证明已按时付款；之后币会自动退回给您。',
  },
  en: {
    graceBuyer:
      'Do not pay any more. If you sent nothing, there is nothing to do: when grace is over the coin goes back to the seller. If you paid in time, show voucher and hash before grace is over; arbitrators will look at it.',
    graceSeller:
      'The buyer did not show a payment in time. Until grace is over they can still prove that they paid in time; then the coin comes back to you.',
    unprovenBuyer:
      'The payment that you showed is not on the chain, so the time to pay has ended as usual. If you paid in time, check the hash and show it again before grace is over: arbitrators look at it, and as soon as the chain has it the trade goes on by itself. If you have not paid, do not pay any more.',
    unprovenSeller:
      'The hash that the buyer showed is no payment for this trade on the chain, so the time to pay has ended as usual. Until grace is over they can still prove that they paid in time; then the coin comes back to you.',
  },
})
