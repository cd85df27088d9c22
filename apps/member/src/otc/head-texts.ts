import { registerTexts } from '../shell/index.ts'

/** The head of a trade's page. */
export const headTexts = registerTexts('otc.head', {
  zh: {
    title: {
      pay: '付款给 {{name}}',
      payOver: '付款时间已过',
      awaitPay: '等 {{name}} 付款',
      release: '放币给 {{name}}',
      awaitRelease: '等 {{name}} 放币',
      case: '与 {{name}} 的申诉',
      closed: '与 {{name}} 的交易',
    },
    more: '更多操作',
  },
  en: {
    title: {
      pay: 'Pay {{name}}',
      payOver: 'Time to pay is over',
      awaitPay: 'Waiting for {{name}}',
      release: 'Release to {{name}}',
      awaitRelease: 'Waiting for {{name}}',
      case: 'Case with {{name}}',
      closed: 'Trade with {{name}}',
    },
    more: 'More',
  },
})
