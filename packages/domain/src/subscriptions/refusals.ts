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
} as const satisfies Record<string, RefusalText>
