import { registerTexts } from '../shell/index.ts'

/** A trade that is over. */
export const closedTexts = registerTexts('otc.closed', {
  zh: {
    closed: {
      finished: '交易完成',
      boughtText: '付出 {{amount}} USDT，币已到账',
      soldText: '收到 {{amount}} USDT，币已归买家',
      timeout: '交易已关闭',
      arbitrated: '仲裁放币',
      refunded: '仲裁退回',
      gave_up: '买家已放弃，并确认没有付款。币已退回卖家。',
      unpaid: '买家没有在时限内付款。币已退回卖家。',
      mutual: '双方同意取消，买家已确认。币已退回卖家。',
      released_in_arbitration: '卖家在仲裁中放币，币已归买家。',
      conceded: '买家认同退回，币已退给卖家。',
      ruling: '由两位仲裁员裁定。',
      split: '由两位仲裁员裁定按比例分配。',
      late: {
        title: '其实已经付款？',
        buyer: '如果您为这笔交易付了款，可以申诉，截止：',
        seller: '如果买家在关闭之后付了款，可以申诉，由仲裁处理，截止：',
        appeal: '就已关闭的交易申诉',
        hold: '申诉后，卖家同等数量的币立即再次托管，以现有的为限；裁定决定去向。',
      },
      heldAgain: '申诉时再次托管：',
      owed: '未能托管的部分，卖家应退还的款项：',
      toAssets: '查看资产',
      toMarket: '返回交易',
    },
  },
  en: {
    closed: {
      finished: 'Deal done',
      boughtText: '{{amount}} USDT paid, and the coin is yours',
      soldText: '{{amount}} USDT received, and the coin is the buyer’s',
      timeout: 'Trade closed',
      arbitrated: 'Released by arbitration',
      refunded: 'Returned by arbitration',
      gave_up:
        'The buyer gave up and confirmed that nothing was sent. The coin is back with the seller.',
      unpaid: 'The buyer did not pay in time. The coin is back with the seller.',
      mutual: 'Both sides cancelled and the buyer confirmed. The coin is back with the seller.',
      released_in_arbitration: 'The seller released in arbitration. The coin is the buyer’s.',
      conceded: 'The buyer conceded. The coin is back with the seller.',
      ruling: 'Two arbitrators have ruled.',
      split: 'Two arbitrators have ruled to share the coin.',
      late: {
        title: 'Paid after all?',
        buyer: 'If you have paid for this trade, you can appeal until',
        seller: 'If the buyer paid after it was closed, you can appeal until',
        appeal: 'Appeal about the closed trade',
        hold: 'The same quantity of the seller’s coin is then held again at once, up to what is there; a ruling decides where it goes.',
      },
      heldAgain: 'Held again for the appeal:',
      owed: 'For what could not be held, the seller owes back:',
      toAssets: 'See assets',
      toMarket: 'Back to OTC',
    },
  },
})
