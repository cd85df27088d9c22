import { registerTexts } from '../shell/index.ts'

export const texts = registerTexts('blocks', {
  zh: {
    none: '名单是空的。在交易页或市场上可以屏蔽对方。',
    toMarket: '去市场',
    since: '屏蔽于',
    remove: '移除',
    removeOf: '移除 {{name}}',
    removeTitle: '移出屏蔽名单？',
    removeText: '移除后，您和 {{name}} 可以再次互相吃单。',
    removed: '移除成功',
    note: '名单中的会员不能吃您的单，您也不能吃对方的单。进行中的交易照常继续。对方不会收到通知。',
    add: '屏蔽对方',
    addTitle: '屏蔽 {{name}}？',
    addText: '之后双方不能互相吃单。进行中的交易照常继续，对方不会收到通知。',
    added: '已屏蔽，可在“我的—屏蔽名单”中移除',
  },
  en: {
    none: 'Nobody is on the list. You can block someone from a trade or from the market.',
    toMarket: 'To the market',
    since: 'Blocked',
    remove: 'Remove',
    removeOf: 'Remove {{name}}',
    removeTitle: 'Take off the list?',
    removeText: 'You and {{name}} can then take each other’s orders again.',
    removed: 'Removed',
    note: 'Members on this list cannot take your orders, and you cannot take theirs. Trades that are open go on. They are not told.',
    add: 'Block this member',
    addTitle: 'Block {{name}}?',
    addText:
      'Neither of you can take the other’s orders after this. Trades that are open go on. They are not told.',
    added: 'Blocked. Mine, Blocked members takes them off again.',
  },
})
