import type { RefusalText } from '../contract/refusal.ts'

/** 412xx: logging in and the payment password. */
export const sessionRefusals = {
  loginFailed: {
    code: 41201,
    'zh-CN': '账户ID或登录密码不正确，还可尝试 {{left}} 次',
    en: 'The account ID or password is wrong; {{left}} tries left',
  },
  loginLocked: {
    code: 41202,
    'zh-CN': '尝试次数过多，请 {{minutes}} 分钟后再试',
    en: 'Too many tries; try again in {{minutes}} min',
  },
  wordsUnknown: {
    code: 41203,
    'zh-CN': '助记词没有对应的账户，请检查每个词和顺序',
    en: 'No account belongs to these words; check each word and the order',
  },
  challengeSpent: {
    code: 41204,
    'zh-CN': '验证已过期，请重试',
    en: 'The challenge has ended; try again',
  },
  paymentPasswordWrong: {
    code: 41205,
    'zh-CN': '支付密码不正确，还可尝试 {{left}} 次',
    en: 'The payment password is wrong; {{left}} tries left',
  },
  paymentPasswordLocked: {
    code: 41206,
    'zh-CN': '支付密码输错过多，请 {{minutes}} 分钟后再试',
    en: 'Too many wrong payment passwords; try again in {{minutes}} min',
  },
  paymentPasswordResetNeeded: {
    code: 41207,
    'zh-CN': '支付密码已锁定，须重置后才能使用',
    en: 'The payment password is locked until it is reset',
  },
  wordsOfAnother: {
    code: 41208,
    'zh-CN': '这组助记词不是当前账户的，请检查每个词和顺序',
    en: 'These are not the words of this account; check each word and the order',
  },
  stepUpByLogin: {
    code: 41210,
    'zh-CN': '支付密码刚被重置：{{until}} 前进行此操作，还须输入登录密码',
    en: 'The payment password was reset: until {{until}} this also takes the login password',
  },
  stepUpByPayment: {
    code: 41211,
    'zh-CN': '登录密码刚被重置：{{until}} 前进行此操作，还须输入支付密码',
    en: 'The login password was reset: until {{until}} this also takes the payment password',
  },
  stepUpByWords: {
    code: 41212,
    'zh-CN': '两个密码都刚被重置：{{until}} 前进行此操作，还须用助记词确认',
    en: 'Both passwords were reset: until {{until}} this also takes the words of the account',
  },
  settingsFrozen: {
    code: 41213,
    'zh-CN':
      '账户安全设置刚有变更，{{until}} 前不能修改收款账户和邮箱；如非本人操作，请到“登录设备”撤销',
    en: 'Security settings have changed: the receiving account and the e-mail address stay as they are until {{until}}. If it was not you, undo it under Sessions',
  },
  resetNotCancellable: {
    code: 41209,
    'zh-CN': '此重置已不能在本设备上撤销',
    en: 'This reset cannot be undone from this device any more',
  },
} as const satisfies Record<string, RefusalText>

/** Codes of the refusals about the given payment password: the page asks for it again. */
export const paymentPasswordCodes: readonly number[] = [
  sessionRefusals.paymentPasswordWrong.code,
  sessionRefusals.paymentPasswordLocked.code,
  sessionRefusals.paymentPasswordResetNeeded.code,
]
