import { registerTexts } from '../shell/index.ts'

/** The names of the states and statuses of a trade. */
export const stateTexts = registerTexts('otc.state', {
  zh: {
    state: {
      unpaid: '待付款',
      payment_grace: '付款超时',
      paid: '已付款，待放币',
      release_timeout: '放币超时',
      finished: '已完成',
      payment_timeout: '付款超时',
    },
    status: {
      unpaid: '待付款',
      paid: '待放币',
      finished: '已完成',
      payment_timeout: '付款超时',
      release_timeout: '放币超时',
      in_arbitration: '仲裁中',
      arbitration_release: '仲裁放币',
      arbitration_refund: '仲裁退回',
    },
  },
  en: {
    state: {
      unpaid: 'To pay',
      payment_grace: 'Payment timeout',
      paid: 'Paid, to be released',
      release_timeout: 'Release timeout',
      finished: 'Finished',
      payment_timeout: 'Payment timeout',
    },
    status: {
      unpaid: 'To pay',
      paid: 'To release',
      finished: 'Finished',
      payment_timeout: 'Payment timeout',
      release_timeout: 'Release timeout',
      in_arbitration: 'In arbitration',
      arbitration_release: 'Arbitration release',
      arbitration_refund: 'Arbitration refund',
    },
  },
})
