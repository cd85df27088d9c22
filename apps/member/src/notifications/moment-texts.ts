import { registerTexts } from '../shell/index.ts'

/** The sheets of events that have come to a good end. */
export const momentTexts = registerTexts('notifications.moment', {
  zh: {
    credited: '充值已到账',
    done: '已到账',
    confirmed: '{{n}}/{{n}} 确认',
    copied: '复制成功',
    subscribe: '认购 LEAF',
    market: '去市场购买',
    assets: '查看资产',
  },
  en: {
    credited: 'Recharge credited',
    done: 'Credited',
    confirmed: '{{n}}/{{n}} confirmations',
    copied: 'Copied',
    subscribe: 'Subscribe to LEAF',
    market: 'Buy on the market',
    assets: 'See assets',
  },
})
