import type { RefusalText } from '../contract/refusal.ts'

/** 413xx: balances. */
export const walletRefusals = {
  insufficientBalance: {
    code: 41301,
    'zh-CN': '可用 {{asset}} 不足：需要 {{needed}}，可用 {{available}}',
    en: 'Not enough {{asset}}: {{needed}} needed, {{available}} available',
  },
} as const satisfies Record<string, RefusalText>
