import { registerTexts } from '../shell/index.ts'

/** The reasons of an appeal. */
export const reasonTexts = registerTexts('otc.reason', {
  zh: {
    reason: {
      paid_not_released: '已付款，卖家没有放币',
      asks_for_more: '卖家要求额外的款项或条件',
      closed_but_paid: '交易已关闭，但我付了款',
      overpaid: '我多付了款项',
      not_received: '没有收到款项',
      wrong_amount: '收到的金额不对',
      wrong_payer: '付款人不是买家本人',
      wrong_token_or_network: '币种或网络不对',
      paid_after_close: '关闭之后才付款',
      abuse: '辱骂、威胁或骚扰',
    },
  },
  en: {
    reason: {
      paid_not_released: 'Paid, and the seller does not release',
      asks_for_more: 'The seller asks for more money or other terms',
      closed_but_paid: 'The trade was closed, but I paid',
      overpaid: 'I paid too much',
      not_received: 'No payment was received',
      wrong_amount: 'The amount received is wrong',
      wrong_payer: 'Somebody else paid, not the buyer',
      wrong_token_or_network: 'Wrong token or network',
      paid_after_close: 'Paid after the trade was closed',
      abuse: 'Insults, threats or harassment',
    },
  },
})
