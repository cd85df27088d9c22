import type { RefusalText } from '../contract/refusal.ts'

/** 41601 to 41649: orders, takes and who may make them. */
export const orderRefusals = {
  orderQuantityTooSmall: {
    code: 41601,
    'zh-CN': '数量不能少于 {{min}} LEAF',
    en: 'The quantity must be at least {{min}} LEAF',
  },
  orderPriceOutsideBand: {
    code: 41602,
    'zh-CN': '折后单价须在 {{low}} 至 {{high}} USDT 之间',
    en: 'The price after concession must be from {{low}} to {{high}} USDT',
  },
  orderTakeRange: {
    code: 41603,
    'zh-CN': '单笔最小数量须不大于最大数量，且不大于总数量',
    en: 'The minimum per take must not be above the maximum or the total',
  },
  tooManyOpenOrders: {
    code: 41604,
    'zh-CN': '最多同时挂 {{max}} 个卖单，请先取消一个',
    en: 'At most {{max}} open sell orders; cancel one first',
  },
  tradingLimitExceeded: {
    code: 41605,
    'zh-CN': '超出交易额度：剩余 {{left}} USDT',
    en: 'Above the trading limit: {{left}} USDT left',
  },
  receivingAddressNeeded: {
    code: 41606,
    'zh-CN': '请先设置 {{network}} 收款地址',
    en: 'Set your {{network}} receiving address first',
  },
  ownOrder: { code: 41607, 'zh-CN': '不能购买自己的挂单', en: 'You cannot take your own order' },
  orderNotAvailable: {
    code: 41608,
    'zh-CN': '该挂单已没有可成交数量',
    en: 'Nothing of this order is left to take',
  },
  takeQuantityOutside: {
    code: 41609,
    'zh-CN': '数量须在 {{min}} 至 {{max}} LEAF 之间，或正好为剩余全部',
    en: 'The quantity must be from {{min}} to {{max}} LEAF, or exactly what is left',
  },
  networkNotAccepted: {
    code: 41610,
    'zh-CN': '该挂单不接受此网络',
    en: 'This order does not accept that network',
  },
  orderNotOpen: {
    code: 41614,
    'zh-CN': '该挂单已结束，不能取消',
    en: 'This order has ended and cannot be cancelled',
  },
  sellingFrozen: {
    code: 41615,
    'zh-CN': '账户安全设置刚有变更，{{until}} 前不能发布卖单',
    en: 'New sell orders are paused until {{until}} because security settings changed',
  },
} as const satisfies Record<string, RefusalText>
