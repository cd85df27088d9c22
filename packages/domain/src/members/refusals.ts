import type { RefusalText } from '../contract/refusal.ts'

/** 427xx: members, as operators find and read them. */
export const memberRefusals = {
  memberUnknown: {
    code: 42701,
    'zh-CN': '没有这个账户的会员，请核对编号',
    en: 'No member has this account; check the number',
  },
  memberNotInCase: {
    code: 42702,
    'zh-CN': '仲裁员只能查看自己审理中案件的当事人',
    en: 'An arbitrator reads only the parties of open cases that they hear',
  },
  memberIsYou: {
    code: 42703,
    'zh-CN': '这是您自己的会员账户，请由其他操作员处理',
    en: 'This is your own account as a member; another operator has to act on it',
  },
} as const satisfies Readonly<Record<string, RefusalText>>
