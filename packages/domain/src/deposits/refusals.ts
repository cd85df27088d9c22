import type { RefusalText } from '../contract/refusal.ts'

/** 414xx: recharges. */
export const depositRefusals = {
  depositAddressUnverified: {
    code: 41401,
    'zh-CN': '充值地址校验不通过,为安全起见暂不显示,请联系客服',
    en: 'The deposit address failed its check and is not shown; contact service',
  },
} as const satisfies Record<string, RefusalText>
