import type { RefusalText } from '../contract/refusal.ts'

/** 434xx: losses that are shared. */
export const lossRefusals = {
  lossBeingShared: {
    code: 43401,
    'zh-CN': '正在按同一比例分摊损失，期间余额不能冻结或解冻，请在本期结算公布后再试',
    en: 'A loss is being shared among all balances; until this settlement is published nothing is frozen or freed, so try again after it',
  },
  lossCovered: {
    code: 43402,
    'zh-CN': '平台自有账户足以承担已确认的缺口，无需会员分担',
    en: 'The platform’s own accounts cover the shortfall that is confirmed; there is nothing for members to share',
  },
  sharingStands: {
    code: 43403,
    'zh-CN': '已有一项分摊提案待决或已批准，请先处理它或等下一次结算',
    en: 'A sharing is already proposed or approved; decide on it, or wait for the next settlement',
  },
} as const satisfies Record<string, RefusalText>
