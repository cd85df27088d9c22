import { registerTexts } from '../shell/index.ts'

/** A paid trade: waiting, checking, releasing, and problems. */
export const payedTexts = registerTexts('otc.payed', {
  zh: {
    payed: {
      buyer: '卖家须在 {{time}} 内核对并放币',
      buyerNote: '超时后您可以申诉；不要理会要求加付或索要密码的人',
      seller: '请在 {{time}} 内核对并放币',
      sellerNote: '超时不会自动放币，币继续托管',
      late: '{{time}} 后系统代买家申诉',
      sawMoney: '我在自己的钱包里看到了这笔钱',
      readFinding: '我已读链上核对结果：还没有确认到账',
      firstConfirm: '先确认已收到',
      release: '放出 {{quantity}} LEAF',
      confirmTitle: '已足额收到 {{amount}} USDT？',
      confirmText: '放出后 {{quantity}} LEAF 归 {{name}}，无法撤回',
      onChain: '链上已到账，金额一致',
      notOnChain: '链上没有确认这笔付款，请以您的 {{network}} 钱包为准',
      timeoutTitle: '放币超时',
      timeoutBuyer:
        '放币时间已过，但没有任何款项移动：{{quantity}} LEAF 仍在托管，卖家仍可放币。您可以立即申诉；倒计时结束后，系统会代您申诉。',
      timeoutSeller:
        '放币时间已过，但没有任何款项移动：{{quantity}} LEAF 仍在托管。已收到款项请立即放币；没有收到请申诉。倒计时结束后，系统会代买家申诉。',
      besides: {
        'login-password': '支付密码刚被重置，放币还须登录密码，直到',
        words: '两个密码都刚被重置，放币还须助记词，直到',
      },
      released: '放币成功',
    },
    problem: {
      propose: '提议取消',
      proposeTitle: '提议取消这笔交易？',
      proposeText: '对方同意、并由买家确认已收到退款或没有付款后，币才退回卖家。放币时间照常计算。',
      proposed: '提交成功，等待对方答复',
      notNow: '暂不',
      title: '遇到问题？',
      notReceived: '没有收到？',
      dontRelease: '先不要放币',
      ask: '问 {{name}}',
      askNote: '截图和聊天不算到账',
      appeal: '申诉',
      appealBuyer: '已付款但卖家不放币，或要求额外条件',
      appealSeller: '两人裁定，其间币不动',
      appealLater: '给卖家一点时间核对，之后可以申诉',
      cancel: '协商取消',
      cancelNote: '双方同意并由买家确认，币退回卖家',
    },
  },
  en: {
    payed: {
      buyer: 'Seller releases within {{time}}',
      buyerNote: 'After that you can appeal. Ignore anyone who asks for more money or a password',
      seller: 'Check and release within {{time}}',
      sellerNote: 'Nothing is released by itself; the coin stays in escrow',
      late: 'Appeal for the buyer in {{time}}',
      sawMoney: 'I saw this money in my own wallet',
      readFinding: 'I have read it: the chain has not confirmed the payment',
      firstConfirm: 'Confirm that it arrived first',
      release: 'Release {{quantity}} LEAF',
      confirmTitle: 'Have you received the full {{amount}} USDT?',
      confirmText: '{{quantity}} LEAF then belong to {{name}}; it cannot be undone',
      onChain: 'On the chain, with the exact amount',
      notOnChain: 'The chain has not confirmed this payment: rely on your own {{network}} wallet',
      timeoutTitle: 'Release timeout',
      timeoutBuyer:
        'The time to release is over, but nothing has moved: {{quantity}} LEAF are still in escrow and the seller can still release. You can appeal now; when this time is over an appeal is made for you.',
      timeoutSeller:
        'The time to release is over, but nothing has moved: {{quantity}} LEAF are still in escrow. If you have the money, release now; if not, appeal. When this time is over an appeal is made for the buyer.',
      besides: {
        'login-password':
          'The payment password was reset: this also takes the login password until',
        words: 'Both passwords were reset: this also takes the words of the account until',
      },
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
      notReceived: 'Not received?',
      dontRelease: 'Do not release yet',
      ask: 'Ask {{name}}',
      askNote: 'Pictures and chat are no payment',
      appeal: 'Appeal',
      appealBuyer: 'Paid and not released, or asked for more',
      appealSeller: 'Two people rule; the coin stays in escrow',
      appealLater: 'The seller gets a moment to check; then you can appeal',
      cancel: 'Cancel together',
      cancelNote: 'Both agree, the buyer confirms, the coin goes back',
    },
  },
})
