import { registerTexts } from '../shell/index.ts'

export const texts = registerTexts('blocks', {
  zh: {
    none: '还没有屏蔽任何人。在交易页或市场上可以屏蔽对方。',
    toMarket: '去市场',
    since: '屏蔽于',
    remove: '移除',
    removeOf: '移除 {{name}}',
    removeTitle: '移出屏蔽名单？',
    removeText: '移除后，您和 {{name}} 可以再次成交。',
    removed: '移除成功',
    note: '您与名单中的会员不能互相成交。进行中的交易不受影响，对方不会收到通知。',
    add: '屏蔽对方',
    addTitle: '屏蔽 {{name}}？',
    addText: '之后双方不能互相成交。进行中的交易不受影响，对方不会收到通知。',
    added: '已屏蔽，可在“我的—屏蔽名单”中移除',
  },
  en: {
    none: 'Nobody is on the list. You can block someone from a trade or from the market.',
    toMarket: 'To the market',
    since: 'Blocked',
    remove: 'Remove',
    removeOf: 'Remove {{name}}',
    removeTitle: 'Unblock?',
    removeText: 'You and {{name}} can then take each other’s orders again.',
    removed: 'Removed',
    note: 'You and members on this list cannot take each other’s orders. Open trades continue. They are not notified.',
    add: 'Block this member',
    addTitle: 'Block {{name}}?',
    addText:
      'You can no longer take each other’s orders. Open trades continue. They are not notified.',
    added: 'Blocked. Undo it under Mine, Blocked members.',
  },
})
