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
  marginTooWide: {
    code: 41646,
    'zh-CN': '浮动幅度须在 -{{max}} 至 +{{max}} 之间',
    en: 'The margin must be from -{{max}} to +{{max}}',
  },
  orderChanged: {
    code: 41647,
    'zh-CN':
      '该挂单在您查看之后有变化，现在的单价是 {{price}} USDT（已扣除让利）。没有成交，请核对后再确认',
    en: 'This order has changed since you looked. Its price is now {{price}} USDT, concession included. Nothing was taken; look at it again, then confirm',
  },
  takeMinAboveMax: {
    code: 41603,
    'zh-CN':
      '单笔最小数量 {{min}} 大于最大数量 {{max}} LEAF。请把最小数量改为 {{max}} 或更少，或提高最大数量',
    en: 'The minimum per take, {{min}}, is above the maximum, {{max}} LEAF. Lower the minimum to {{max}} or less, or raise the maximum',
  },
  takeMaxAboveTotal: {
    code: 41637,
    'zh-CN': '单笔最大数量 {{max}} 大于总数量 {{total}} LEAF。请把最大数量改为 {{total}} 或更少',
    en: 'The maximum per take, {{max}}, is above the total of {{total}} LEAF. Lower it to {{total}} or less',
  },
  tooManyOpenOrders: {
    code: 41604,
    'zh-CN': '同一方向最多同时挂 {{max}} 单，请先取消一个',
    en: 'At most {{max}} open orders on one side; cancel one first',
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
  ownOrder: {
    code: 41607,
    'zh-CN': '这是您自己的挂单，不能与自己成交。请选择其他挂单',
    en: 'This is your own order, which you cannot take. Choose another one',
  },
  orderNotAvailable: {
    code: 41608,
    'zh-CN': '该挂单已售完、取消或到期，没有可成交数量。请选择其他挂单',
    en: 'This order is sold out, cancelled or expired, and nothing of it is left to take. Choose another order',
  },
  takeBelowMin: {
    code: 41609,
    'zh-CN': '此单每次至少 {{min}} LEAF，您填写的是 {{asked}}。请改为 {{min}} 至 {{max}} LEAF',
    en: 'This order asks for at least {{min}} LEAF at once, and you entered {{asked}}. Enter {{min}} to {{max}} LEAF',
  },
  takeAboveMax: {
    code: 41638,
    'zh-CN': '此单每次最多 {{max}} LEAF，您填写的是 {{asked}}。请改为 {{min}} 至 {{max}} LEAF',
    en: 'This order allows at most {{max}} LEAF at once, and you entered {{asked}}. Enter {{min}} to {{max}} LEAF',
  },
  takeAboveRest: {
    code: 41639,
    'zh-CN': '此单只剩 {{rest}} LEAF，您填写的是 {{asked}}。请减少数量，或选择其他挂单',
    en: 'Only {{rest}} LEAF of this order are left, and you entered {{asked}}. Lower the quantity, or choose another order',
  },
  takeRestWhole: {
    code: 41640,
    'zh-CN': '此单剩余的 {{rest}} LEAF 少于每次最小数量，只能一次全部成交。请填写 {{rest}}',
    en: 'The {{rest}} LEAF that are left of this order are less than its minimum and go only whole. Enter {{rest}}',
  },
  networkNotAccepted: {
    code: 41610,
    'zh-CN': '该挂单不接受 {{network}}，可用的网络：{{networks}}。请改选网络',
    en: 'This order does not accept {{network}}. Choose one that it does: {{networks}}',
  },
  orderNotOpen: {
    code: 41614,
    'zh-CN': '该挂单已没有剩余数量，或已取消、到期，不能再更改。需要时请重新发布',
    en: 'Nothing of this order is left: it is dealt, cancelled or expired and cannot be changed. Publish a new one if you need to',
  },
  sellingFrozen: {
    code: 41615,
    'zh-CN': '账户安全设置刚有变更，{{until}} 前不能出售',
    en: 'Selling is paused until {{until}} because security settings changed',
  },
  buyOrderTooLarge: {
    code: 41616,
    'zh-CN': '单个买单最多 {{max}} USDT，请减少数量',
    en: 'A buy order may be worth at most {{max}} USDT; lower the quantity',
  },
  marketStopped: {
    code: 41690,
    'zh-CN':
      '市场自 {{since}} 起暂停：平台资产正在核对，暂时不能发布或接单；进行中的交易照常完成。恢复后请再试',
    en: 'The market is stopped since {{since}}: the funds are being checked, and no order can be published or taken. Open trades go on to their end; try again when it is open',
  },
  tradingPaused: {
    code: 41617,
    'zh-CN': '因多次放弃或超时未付款，{{until}} 前不能接单或发布买单',
    en: 'Taking orders and publishing buy orders is paused until {{until}}: trades were given up or not paid in time',
  },
  orderPaused: {
    code: 41618,
    'zh-CN': '该挂单已暂停，请选择其他挂单',
    en: 'This order is paused; choose another one',
  },
  conditionEffective: {
    code: 41619,
    'zh-CN':
      '此单只与有效会员成交，上次结算时您还不是。有效会员须绑定邮箱，且近 {{days}} 天兑换、或与自己推荐线以外的会员成交所付手续费满 {{fees}} USDT；认购不算。请选择其他挂单，或在之后的结算计入后再试',
    en: 'This order deals with effective members only, and the last settlement did not count you as one. It takes a bound e-mail address and {{fees}} USDT of fees in {{days}} days, for exchanges and for deals outside your own line of inviters; subscriptions do not count. Choose another order, or try again once a settlement counts you',
  },
  conditionTrades: {
    code: 41641,
    'zh-CN':
      '此单要求至少完成 {{asked}} 笔交易，您完成了 {{have}} 笔。再完成 {{missing}} 笔后可以成交，或选择其他挂单',
    en: 'This order asks for {{asked}} finished trades, and you have {{have}}. Finish {{missing}} more, or choose another order',
  },
  conditionRate: {
    code: 41642,
    'zh-CN':
      '此单要求近 30 天完成率达到 {{asked}}%，您目前是 {{have}}%。请选择其他挂单；按时完成交易会提高完成率',
    en: 'This order asks for a completion rate of {{asked}}% in 30 days, and yours is {{have}}%. Choose another order; every trade that you finish raises it',
  },
  conditionNoRate: {
    code: 41643,
    'zh-CN': '此单要求近 30 天完成率达到 {{asked}}%，您近 30 天还没有交易。请先与其他挂单成交',
    en: 'This order asks for a completion rate of {{asked}}% in 30 days, and you have had no trade in that time. Deal with another order first',
  },
  memberBlocked: {
    code: 41620,
    'zh-CN': '您与对方之间设有屏蔽，不能交易。请选择其他挂单；若是您设置的，可在屏蔽列表中解除',
    en: 'One of you has blocked the other: you cannot trade. Choose another order; a block of your own can be lifted in the block list',
  },
  orderMoveNotAllowed: {
    code: 41621,
    'zh-CN': '该挂单当前状态不能进行此操作，请刷新',
    en: "This is not possible in the order's present state; refresh the page",
  },
  orderAlreadyPaused: {
    code: 41644,
    'zh-CN': '这个挂单已经暂停。要重新上架，请点“恢复”',
    en: 'This order is paused already. To put it back on the market, resume it',
  },
  orderAlreadyOpen: {
    code: 41645,
    'zh-CN': '这个挂单已经在售，不需要恢复。要下架，请点“暂停”或“取消”',
    en: 'This order is on the market already and needs no resuming. To take it off, pause or cancel it',
  },
  paymentAmountsTaken: {
    code: 41630,
    'zh-CN':
      '卖家这个 {{network}} 地址在 {{hours}} 小时内的付款尾数已全部用完，无法区分新的付款。请换一个网络或选择其他挂单，或稍后再试',
    en: "Every tail that distinguishes payments to this seller's {{network}} address is in use for {{hours}} hours. Take it over another network, choose another order, or try again later",
  },
  payFromAddress: {
    code: 41631,
    'zh-CN': '付款地址不是有效的 {{network}} 地址，请逐字核对，或留空',
    en: 'The paying address is not a valid {{network}} address; check every character, or leave it empty',
  },
  openTakesLimit: {
    code: 41632,
    'zh-CN':
      '您接单的进行中交易已有 {{open}} 笔，目前最多同时 {{most}} 笔。请先完成一笔；累计完成 {{finished}} 笔后可同时进行 {{next}} 笔',
    en: 'You have taken {{open}} trades that are still open and may hold {{most}} at once. Finish one first; after {{finished}} finished trades you may hold {{next}}',
  },
  openTakesHighest: {
    code: 41633,
    'zh-CN': '您接单的进行中交易已有 {{open}} 笔，最多同时 {{most}} 笔。请先完成一笔',
    en: 'You have taken {{open}} trades that are still open, and {{most}} at once are the most. Finish one first',
  },
  openTakesLowered: {
    code: 41634,
    'zh-CN':
      '因近期多次违约，{{until}} 前最多同时进行 {{most}} 笔接单交易，您现有 {{open}} 笔。请先完成它，或在此时间之后再试',
    en: 'After repeated faults you may hold {{most}} trade at once until {{until}}, and you hold {{open}}. Finish it first, or try again after that time',
  },
  newcomersShare: {
    code: 41635,
    'zh-CN':
      '还没有完成过交易的会员，在一个卖单里合计最多让 {{share}} 处于未付款状态：现在最多可买 {{max}} LEAF。请减少数量，完成第一笔交易后不再受此限制',
    en: 'Members without a finished trade may together leave {{share}} of an order unpaid: {{max}} LEAF can be taken now. Lower the quantity; after your first finished trade this no longer applies',
  },
  newcomersShareTaken: {
    code: 41636,
    'zh-CN':
      '还没有完成过交易的会员，在一个卖单里合计最多让 {{share}} 处于未付款状态，所剩不足此单的最小数量 {{min}} LEAF。请选择更大的挂单，或稍后再试；完成第一笔交易后不再受此限制',
    en: 'Members without a finished trade may together leave {{share}} of an order unpaid, and less than its minimum of {{min}} LEAF is left of that. Choose a larger order or try later; after your first finished trade this no longer applies',
  },
  marketClosed: {
    code: 41648,
    'zh-CN':
      '近 {{days}} 天内登录过的仲裁员不足 {{needed}} 位，市场暂停新的挂单和交易；进行中的交易照常，请稍后再试',
    en: 'Fewer than {{needed}} arbitrators have signed in within {{days}} days: new orders and trades wait until they have. Trades under way go on',
  },
  concessionTooHigh: {
    code: 41622,
    'zh-CN': '让利比例最高 {{max}}，请调低',
    en: 'The concession may be at most {{max}}; lower it',
  },
} as const satisfies Record<string, RefusalText>
