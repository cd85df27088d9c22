import { registerTexts } from '../shell/index.ts'

/** The head of a trade's page and the menu in it. */
export const menuTexts = registerTexts('otc.menu', {
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
    giveUp: '放弃这笔交易',
    giveUpNote: '还没有付款时才能放弃',
    appeal: '申诉',
    appealNote: '两人裁定，其间币不动',
    block: '屏蔽 {{name}}',
    blockNote: '之后双方不能再互相成交',
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
    giveUp: 'Give up this trade',
    giveUpNote: 'Only while nothing was sent',
    appeal: 'Appeal',
    appealNote: 'Two people rule; the coin stays in escrow',
    block: 'Block {{name}}',
    blockNote: 'Neither takes the other’s orders any more',
  },
})
