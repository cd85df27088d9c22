import type { RefusalText } from '../contract/refusal.ts'

/** 422xx: redemptions. */
export const redemptionRefusals = {
  exchangeTooSmall: {
    code: 42201,
    'zh-CN': '最少兑换 {{min}} LEAF；不足时可一次兑换全部可用数量',
    en: 'The minimum is {{min}} LEAF; with less than that, exchange all that is available',
  },
  redemptionSettling: {
    code: 42202,
    'zh-CN': '已进入结算，不能取消；结算后将显示结果',
    en: 'This is being settled and cannot be cancelled; its result shows after the settlement',
  },
  undoNotOffered: {
    code: 42203,
    'zh-CN': '没有可撤销的认购：仅首次认购可在配售后 {{hours}} 小时内撤销一次',
    en: 'No subscription can be undone: only the first one can, once, within {{hours}} hours of its issue',
  },
} as const satisfies Record<string, RefusalText>
