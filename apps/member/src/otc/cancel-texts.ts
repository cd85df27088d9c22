import { registerTexts } from '../shell/index.ts'

/** Cancelling a paid trade together. */
export const cancelTexts = registerTexts('otc.cancel', {
  zh: {
    cancel: {
      title: '取消提议',
      open: '待处理',
      waiting: '您提议取消这笔交易，等待对方答复。在此之前一切照旧。',
      asked: '对方提议取消这笔交易。只有买家确认已收到退款或没有付款后，币才退回。',
      agreedBuyer:
        '双方同意取消。确认 {{amount}} USDT 已退回您自己的钱包（或您没有付款）之后，再确认取消。',
      agreedSeller:
        '双方同意取消。如果买家付了款，请把 {{amount}} USDT 退到买家的钱包；买家确认后，币退回给您。',
      takeBack: '撤回提议',
      refuse: '拒绝',
      dropped: '提交成功，交易继续',
      accept: '同意取消',
      acceptTitle: '同意取消？',
      acceptBuyer: '同意后不会立即退币：收到 {{amount}} USDT 退款（或没有付款）后，由您确认。',
      acceptSeller:
        '同意后不会立即退币：如果买家付了款，您须先退还 {{amount}} USDT，再由买家确认。',
      accepted: '提交成功，等待买家确认',
      confirm: '确认取消',
      confirmTitle: '确认取消交易',
      because: '付款情况',
      refund_received: '已收到退款',
      nothing_sent: '没有付款',
      refundNote:
        '请先在自己的钱包里核对：{{amount}} USDT 已全部退回。确认后 {{quantity}} LEAF 立即退回卖家，无法撤回。',
      nothingNote:
        '确认您没有为这笔交易付过任何款项。确认后 {{quantity}} LEAF 立即退回卖家，无法撤回。',
      confirmYes: '确认，币退回卖家',
      confirmed: '交易已取消',
      notNow: '暂不',
    },
  },
  en: {
    cancel: {
      title: 'Proposal to cancel',
      open: 'Open',
      waiting:
        'You proposed to cancel this trade. Waiting for the other side; until then everything goes on.',
      asked:
        'The other side proposes to cancel this trade. The coin goes back only when the buyer confirms a refund, or that nothing was sent.',
      agreedBuyer:
        'Both want to cancel. Confirm once {{amount}} USDT are back in your own wallet, or if you sent nothing.',
      agreedSeller:
        'Both want to cancel. If the buyer paid, send {{amount}} USDT back to their wallet; when they confirm, the coin is yours again.',
      takeBack: 'Take back',
      refuse: 'Refuse',
      dropped: 'Submitted; the trade goes on',
      accept: 'Agree',
      acceptTitle: 'Agree to cancel?',
      acceptBuyer:
        'Nothing goes back yet: you confirm once {{amount}} USDT are back, or if you sent nothing.',
      acceptSeller:
        'Nothing goes back yet: if the buyer paid, send {{amount}} USDT back first; then the buyer confirms.',
      accepted: 'Submitted; the buyer has to confirm',
      confirm: 'Confirm',
      confirmTitle: 'Confirm the cancellation',
      because: 'Payment',
      refund_received: 'Refund received',
      nothing_sent: 'Nothing sent',
      refundNote:
        'Check your own wallet first: all of {{amount}} USDT is back. {{quantity}} LEAF then go back to the seller at once; it cannot be undone.',
      nothingNote:
        'You confirm that you sent nothing for this trade. {{quantity}} LEAF then go back to the seller at once; it cannot be undone.',
      confirmYes: 'Confirm, the coin goes back',
      confirmed: 'Trade cancelled',
      notNow: 'Not now',
    },
  },
})
