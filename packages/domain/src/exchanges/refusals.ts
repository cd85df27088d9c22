import type { RefusalText } from '../contract/refusal.ts'

/** 422xx: exchanges. */
export const exchangeRefusals = {
  exchangeTooSmall: {
    code: 42201,
    'zh-CN': '最少兑换 {{min}} LEAF；不足时可一次兑换全部可用数量',
    en: 'The minimum is {{min}} LEAF; with less than that, exchange all that is available',
  },
  exchangeSettling: {
    code: 42202,
    'zh-CN': '该兑换已进入结算，不能取消；结算后将显示结果',
    en: 'This exchange is being settled and cannot be cancelled; its result shows after the settlement',
  },
} as const satisfies Record<string, RefusalText>
