import { registerTexts } from '../shell/index.ts'

/** A paid trade: waiting, checking, releasing, and what to do when something is wrong. */
export const payedTexts = registerTexts('otc.payed', {
  zh: {
    payed: {
      buyerTitle: '等待卖家放币',
      buyerNote: '币始终在托管中',
      buyerInfo:
        '卖家核对到账后会放币。超时也不会移动任何款项，您随时可以申诉。不要理会要求加付、私下退款或索要密码的人。',
      sellerTitle: '请核对到账并放币',
      sellerNote: '超时不会自动放币',
      sellerInfo:
        '款项进入您自己的钱包之前，绝不要放币。截图、聊天和“客服”的话都不算到账；请核对网络、币种和金额。放币后无法撤回。',
      timeoutTitle: '放币超时',
      escalation: '系统代买家申诉，剩余',
      timeoutBuyer:
        '放币时间已过，但没有任何款项移动：{{quantity}} LEAF 仍在托管，卖家仍可放币。您可以立即申诉；倒计时结束后，系统会代您申诉。',
      timeoutSeller:
        '放币时间已过，但没有任何款项移动：{{quantity}} LEAF 仍在托管。已收到款项请立即放币；没有收到请申诉。倒计时结束后，系统会代买家申诉。',
      release: '确认收款并放币',
      confirmTitle: '已收到整 {{amount}} USDT?',
      confirmText:
        '请先在自己的钱包里核对：{{network}} 网络、金额完全一致、来自这笔交易。放币后 {{quantity}} LEAF 归买家所有，无法撤回。',
      confirmYes: '我已收到',
      confirmNo: '还没有',
      besides: {
        'login-password': '支付密码刚被重置，放币还须登录密码，直到',
        words: '两个密码都刚被重置，放币还须助记词，直到',
      },
      pinTitle: '放币',
      pin: '支付密码',
      pinConfirm: '放币',
      released: '放币成功',
    },
    problem: {
      propose: '提议取消',
      proposeTitle: '提议取消这笔交易？',
      proposeText: '对方同意、并由买家确认已收到退款或没有付款后，币才退回卖家。放币时间照常计算。',
      proposed: '提交成功，等待对方答复',
      notNow: '暂不',
      title: '遇到问题？',
      appeal: '申诉',
      appealBuyer: '已付款但卖家不放币，或要求额外条件',
      appealSeller: '没有到账、金额不对，或付款人不是买家',
      appealLater: '给卖家一点时间核对，之后可以申诉',
      cancel: '协商取消',
      cancelNote: '双方同意、买家确认后，币退回卖家',
    },
  },
  en: {
    payed: {
      buyerTitle: 'Waiting for the seller to release',
      buyerNote: 'The coin stays in escrow all the while',
      buyerInfo:
        'The seller checks the payment, then releases. Nothing moves by itself when the time is over, and you can appeal. Do not listen to anybody who asks for more money, a private refund or your password.',
      sellerTitle: 'Check the payment and release',
      sellerNote: 'Nothing is released by itself',
      sellerInfo:
        'Never release before the money is in your own wallet. Pictures, chat and “service” are no payment: check network, token and amount yourself. A release cannot be undone.',
      timeoutTitle: 'Release timeout',
      escalation: 'The house appeals for the buyer in',
      timeoutBuyer:
        'The time to release is over, but nothing has moved: {{quantity}} LEAF are still in escrow and the seller can still release. You can appeal now; when this time is over the house appeals for you.',
      timeoutSeller:
        'The time to release is over, but nothing has moved: {{quantity}} LEAF are still in escrow. If you have the money, release now; if not, appeal. When this time is over the house appeals for the buyer.',
      release: 'Money received, release',
      confirmTitle: 'Have you received exactly {{amount}} USDT?',
      confirmText:
        'Check your own wallet first: over {{network}}, exactly this amount, for this trade. After the release {{quantity}} LEAF are the buyer’s; it cannot be undone.',
      confirmYes: 'Yes, received',
      confirmNo: 'Not yet',
      besides: {
        'login-password':
          'The payment password was reset: this also takes the login password until',
        words: 'Both passwords were reset: this also takes the words of the account until',
      },
      pinTitle: 'Release',
      pin: 'Payment password',
      pinConfirm: 'Release',
      released: 'Released',
    },
    problem: {
      propose: 'Propose',
      proposeTitle: 'Propose to cancel this trade?',
      proposeText:
        'The coin goes back when the other side agrees and the buyer confirms a refund, or that nothing was sent. The time to release goes on.',
      proposed: 'Submitted; waiting for the other side',
      notNow: 'Not now',
      title: 'Something wrong?',
      appeal: 'Appeal',
      appealBuyer: 'Paid and not released, or asked for more',
      appealSeller: 'Not received, another amount, or somebody else paid',
      appealLater: 'The seller gets a moment to check; then you can appeal',
      cancel: 'Cancel together',
      cancelNote: 'Both agree, the buyer confirms, the coin goes back',
    },
  },
})
