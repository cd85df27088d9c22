import type { RefusalText } from '../contract/refusal.ts'

/** 417xx: subscriptions. */
export const subscriptionRefusals = {
  subscriptionTooSmall: {
    code: 41701,
    'zh-CN': '最少认购 {{min}} USDT',
    en: 'The minimum is {{min}} USDT',
  },
  subscriptionOverLimit: {
    code: 41702,
    'zh-CN': '超出可购额度：最多 {{max}} USDT',
    en: 'Above your purchasable limit: {{max}} USDT at most',
  },
  subscriptionSettling: {
    code: 41703,
    'zh-CN': '该认购已进入结算，不能取消',
    en: 'This subscription is being settled and cannot be cancelled',
  },
  limitAboveHighest: {
    code: 41706,
    'zh-CN': '不能高于规则允许的 {{max}} USDT',
    en: 'Not above the {{max}} USDT that the rules allow you',
  },
  investingPaused: {
    code: 41707,
    'zh-CN': '您已暂停投资，{{until}} 前不能认购、激活或在市场买入；出售、放币和转出不受影响',
    en: 'You have paused investing until {{until}}: no subscription, no activation, nothing bought on the market; selling, releasing and withdrawing go on',
  },
  pauseHolds: {
    code: 41708,
    'zh-CN': '您的暂停到 {{until}} 才结束，不能缩短；可以选择更长的',
    en: 'Your pause ends at {{until}} and cannot be made shorter; a longer one can be chosen',
  },
  investmentOverMaximum: {
    code: 41709,
    'zh-CN':
      '超出最大投资额：{{days}} 天内认购与市场买入合计最多 {{most}} USDT，还可投入 {{left}} USDT，按此价格最多买 {{quantity}} LEAF',
    en: 'Above your maximum investment: {{left}} USDT are left of {{most}} in {{days}} days, subscriptions and market buys together. At this price you can buy {{quantity}} LEAF at most',
  },
  buyerOverMaximum: {
    code: 41710,
    'zh-CN': '买方目前最多还可买入 {{most}} LEAF，请减少数量或选择其他挂单',
    en: 'The buyer can buy {{most}} LEAF at most now: choose a smaller quantity or another order',
  },
} as const satisfies Record<string, RefusalText>
