import { registerTexts } from '../shell/index.ts'

/** Paying: the page before it, the proof, the claim in grace, giving up. */
export const payTexts = registerTexts('otc.pay', {
  zh: {
    topay: {
      buyer: '请在 {{time}} 内付款',
      seller: '买家须在 {{time}} 内付款',
      sellerNote: '现在无需操作',
      grace: '宽限期还剩 {{time}}',
      graceBuyer:
        '请不要再付款。如果您没有付款，无需操作，宽限期结束后币退回卖家。如果您已在时限内付款，请在宽限期结束前提交凭证与交易哈希，交由仲裁处理。',
      graceSeller:
        '买家没有在时限内提交付款。宽限期内买家仍可证明已按时付款；之后币会自动退回给您。',
      unprovenBuyer:
        '链上没有找到您提交的付款，所以付款时间照常结束。如果您已在时限内付款，请核对哈希，在宽限期结束前重新提交，交由仲裁处理；链上一旦查到，交易自动继续。如果没有付款，请不要再付。',
      unprovenSeller:
        '买家提交的哈希在链上不是本交易的付款，所以付款时间照常结束。宽限期内买家仍可证明已按时付款；之后币会自动退回给您。',
      nextTitle: '接下来',
      next1: '买家向您的收款地址支付 {{amount}} USDT，并提交凭证与交易哈希。',
      next2: '您在自己的钱包里核对到账，再用支付密码放币。',
      next3: '如果买家超时未付款，币在 {{minutes}} 分钟宽限期后退回。',
      addVoucher: '添加付款截图（最多 9 张）',
      hashHint: '在钱包的转账详情里，0x 开头',
      hashWhere: '交易哈希在钱包的转账详情里，0x 开头',
      voucher: '付款截图',
      add: '点按添加',
      drawing: '处理中',
      sending: '上传中 {{percent}}%',
      failed: '上传失败',
      added_other: '已添加 {{count}} 张',
      tapToPaste: '点按粘贴',
      tapToType: '点按填写',
      missing: {
        both: '还差付款截图和交易哈希',
        voucher: '还差付款截图',
        hash: '还差交易哈希',
        sending: '截图上传中',
      },
      paid: '我已付款',
      paidDone: '提交成功，等待卖家放币',
      claim: '我已按时付款',
      claimDone: '提交成功，已进入仲裁',
    },
  },
  en: {
    topay: {
      buyer: 'Pay within {{time}}',
      seller: 'To be paid within {{time}}',
      sellerNote: 'There is nothing to do now',
      grace: 'Grace left: {{time}}',
      graceBuyer:
        'Do not pay any more. If you sent nothing, there is nothing to do: when grace is over the coin goes back to the seller. If you paid in time, show voucher and hash before grace is over; arbitrators will look at it.',
      graceSeller:
        'The buyer did not show a payment in time. Until grace is over they can still prove that they paid in time; then the coin comes back to you.',
      unprovenBuyer:
        'The payment that you showed is not on the chain, so the time to pay has ended as usual. If you paid in time, check the hash and show it again before grace is over: arbitrators look at it, and as soon as the chain has it the trade goes on by itself. If you have not paid, do not pay any more.',
      unprovenSeller:
        'The hash that the buyer showed is no payment for this trade on the chain, so the time to pay has ended as usual. Until grace is over they can still prove that they paid in time; then the coin comes back to you.',
      nextTitle: 'What comes next',
      next1: 'The buyer pays {{amount}} USDT to your address and sends voucher and hash.',
      next2: 'You check your own wallet, then release with your payment password.',
      next3:
        'If the buyer does not pay in time, the coin comes back after {{minutes}} minutes of grace.',
      addVoucher: 'Add payment screenshots (up to 9)',
      hashHint: 'In the transfer’s details in your wallet; begins with 0x',
      hashWhere: 'The hash is in the transfer’s details in your wallet; it begins with 0x',
      voucher: 'Screenshot',
      add: 'Tap to add',
      drawing: 'Preparing',
      sending: 'Uploading {{percent}}%',
      failed: 'Not uploaded',
      added_one: '{{count}} added',
      added_other: '{{count}} added',
      tapToPaste: 'Tap to paste',
      tapToType: 'Tap to enter',
      missing: {
        both: 'Screenshot and hash missing',
        voucher: 'Screenshot missing',
        hash: 'Transaction hash missing',
        sending: 'Uploading the screenshot',
      },
      paid: 'I have paid',
      paidDone: 'Submitted; waiting for the seller',
      claim: 'I paid in time',
      claimDone: 'Submitted; now in arbitration',
    },
  },
})
