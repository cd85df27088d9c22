import type { RefusalText } from '../contract/refusal.ts'

/** 413xx: balances. */
export const walletRefusals = {
  insufficientBalance: {
    code: 41301,
    'zh-CN': '可用 {{asset}} 不足：需要 {{needed}}，可用 {{available}}',
    en: 'Not enough {{asset}}: {{needed}} needed, {{available}} available',
  },
  holdEnded: {
    code: 41304,
    'zh-CN': '该笔冻结已结束',
    en: 'What was held for this has ended already',
  },
} as const satisfies Record<string, RefusalText>
