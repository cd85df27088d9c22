import type { RefusalText } from '../contract/refusal.ts'

/** 446xx: forecasts of the rule book. */
export const forecastRefusals = {
  forecastUnderWay: {
    code: 44601,
    'zh-CN': '另一项模拟正在进行（{{by}}），请等它结束',
    en: 'Another forecast is under way (by {{by}}); wait until it ends',
  },
  forecastNotPossible: {
    code: 44602,
    'zh-CN': '还没有按现行规则版式完成的结算，暂时无法模拟',
    en: 'No day was settled by rules of the present form yet: there is nothing to go on from',
  },
} as const satisfies Record<string, RefusalText>
