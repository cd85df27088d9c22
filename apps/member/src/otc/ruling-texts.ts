import { registerTexts } from '../shell/index.ts'

/** The ruling of two arbitrators. */
export const rulingTexts = registerTexts('otc.ruling', {
  zh: {
    ruling: {
      title: '裁定',
      provisional: '待执行',
      final: '最终',
      release: '放币给买家',
      refund: '退回给卖家',
      split: '按比例分配',
      toBuyer: '归买家',
      toSeller: '归卖家',
      refundAmount: '卖家应退款',
      refundNote: '由卖家在链上退给买家',
      at: '裁定时间',
      reviewUntil: '可申请复核，剩余',
      yoursToAccept: '您可以接受裁定，立即执行；不认同时可申请一次复核，由其他仲裁员审理。',
      youAccepted: '您已接受裁定，等待对方或复核时限结束。',
      waitsForOther: '对方可在时限内申请一次复核；时限过后自动执行。',
    },
  },
  en: {
    ruling: {
      title: 'Ruling',
      provisional: 'To be carried out',
      final: 'Final',
      release: 'The coin goes to the buyer',
      refund: 'The coin goes back to the seller',
      split: 'The coin is shared',
      toBuyer: 'To the buyer',
      toSeller: 'To the seller',
      refundAmount: 'The seller refunds',
      refundNote: 'Sent by the seller on the chain',
      at: 'Ruled at',
      reviewUntil: 'A review can be asked for within',
      yoursToAccept:
        'You can accept, and it is carried out at once; or ask for the one review by other arbitrators.',
      youAccepted: 'You have accepted; waiting for the other side or the time for review.',
      waitsForOther:
        'The other side can ask for one review in this time; then it is carried out by itself.',
    },
  },
})
