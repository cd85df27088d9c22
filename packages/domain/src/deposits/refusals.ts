import type { RefusalText } from '../contract/refusal.ts'

/** 414xx: recharges. */
export const depositRefusals = {
  depositAddressUnverified: {
    code: 41401,
    'zh-CN': '充值地址校验不通过，为安全起见暂不显示，请联系客服',
    en: 'The deposit address failed its check and is not shown; contact service',
  },
  depositsNotOffered: {
    code: 41402,
    'zh-CN': '当前部署未连接区块链，暂不支持充值',
    en: 'No chain is connected to this deployment, so recharging is not possible',
  },
  depositsNotReady: {
    code: 41403,
    'zh-CN': '正在连接区块链，请稍后再获取充值地址',
    en: 'The chain is still being connected; ask for the deposit address again shortly',
  },
} as const satisfies Record<string, RefusalText>
