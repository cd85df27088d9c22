import type { RefusalText } from '../contract/refusal.ts'

/** 413xx: balances. */
export const walletRefusals = {
  insufficientBalance: {
    code: 41301,
    'zh-CN': '可用 {{asset}} 不足:需要 {{needed}},可用 {{available}}',
    en: 'Not enough {{asset}}: {{needed}} needed, {{available}} available',
  },
  walletClosed: {
    code: 41302,
    'zh-CN': '该账户已关闭,不能再收付 {{asset}}',
    en: 'This account is closed; it gives and takes no more {{asset}}',
  },
  walletNotEmpty: {
    code: 41303,
    'zh-CN': '账户还有余额或冻结金额,暂不能关闭',
    en: 'An account can be closed only when nothing is in it or held on it',
  },
  holdEnded: {
    code: 41304,
    'zh-CN': '该笔冻结已结束',
    en: 'What was held for this has ended already',
  },
} as const satisfies Record<string, RefusalText>
