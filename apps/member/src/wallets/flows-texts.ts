import { registerTexts } from '../shell/index.ts'

/** The parts of the totals of Assets. */
export const flowsTexts = registerTexts('flows', {
  zh: {
    title: '转入与转出',
    recharged: '充值',
    paidToSellers: '在交易中付给卖家',
    totalIn: '累计转入',
    withdrawn: '转出到链上',
    gotFromBuyers: '在交易中收到的付款',
    totalOut: '累计转出',
    totalValue: '现有资产',
    result: '净结果',
    resultOf: '现有 + 转出 − 转入',
    note: '现有资产中的 LEAF 按退出价计算。手续费、收益、亏损和价格变动都已包含在净结果中。过去的结果不代表将来。',
  },
  en: {
    title: 'In and out',
    recharged: 'Recharged',
    paidToSellers: 'Paid to sellers',
    totalIn: 'Total in',
    withdrawn: 'Withdrawn',
    gotFromBuyers: 'Got from buyers',
    totalOut: 'Total out',
    totalValue: 'There now',
    result: 'Net result',
    resultOf: 'now + out − in',
    note: 'LEAF is counted at the exit price. Fees, earnings, losses and price changes are all in the net result. Past results say nothing about the future.',
  },
})
