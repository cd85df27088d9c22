import { registerTexts } from '../shell/index.ts'

/** The menu of a trade's page; it loads with the first tap. */
export const menuTexts = registerTexts('otc.menu', {
  zh: {
    title: '更多操作',
    giveUp: '放弃这笔交易',
    giveUpNote: '还没有付款时才能放弃',
    appeal: '申诉',
    appealNote: '两人裁定，其间币不动',
    block: '屏蔽 {{name}}',
    blockNote: '之后双方不能再互相成交',
  },
  en: {
    title: 'More',
    giveUp: 'Give up this trade',
    giveUpNote: 'Only while nothing was sent',
    appeal: 'Appeal',
    appealNote: 'Two people rule; the coin stays in escrow',
    block: 'Block {{name}}',
    blockNote: 'Neither takes the other’s orders any more',
  },
})
