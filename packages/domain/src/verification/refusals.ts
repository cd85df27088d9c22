import type { RefusalText } from '../contract/refusal.ts'

/** 410xx: codes by e-mail, and the address they are sent to. */
export const verificationRefusals = {
  emailCodeWrong: {
    code: 41001,
    'zh-CN': '验证码不正确或已过期，还可尝试 {{left}} 次',
    en: 'The code is wrong or has expired; {{left}} tries left',
  },
  emailCodeSpent: {
    code: 41002,
    'zh-CN': '验证码已失效，请重新获取',
    en: 'This code can no longer be used; get a new one',
  },
  emailCodeTooSoon: {
    code: 41003,
    'zh-CN': '请 {{seconds}} 秒后再获取验证码',
    en: 'Get the next code in {{seconds}} s',
  },
  emailCodeLimit: {
    code: 41004,
    'zh-CN': '获取验证码次数过多，请 {{minutes}} 分钟后再试',
    en: 'Too many codes were asked for; try again in {{minutes}} min',
  },
  emailNotBound: {
    code: 41005,
    'zh-CN': '尚未绑定邮箱',
    en: 'No e-mail address is bound yet',
  },
  emailSame: {
    code: 41006,
    'zh-CN': '该邮箱已绑定在本账户上',
    en: 'This address is bound to your account already',
  },
  emailOldCodeNeeded: {
    code: 41007,
    'zh-CN': '换绑邮箱需要原邮箱的验证码',
    en: 'Changing the address needs a code sent to the old one',
  },
  emailCodeNeeded: {
    code: 41008,
    'zh-CN': '请输入发送到您邮箱的验证码',
    en: 'Enter the code that was sent to your e-mail address',
  },
  emailNotOffered: {
    code: 41009,
    'zh-CN': '本服务尚未配置邮件，暂不能使用邮箱功能',
    en: 'E-mail is not set up on this service',
  },
  emailDistrusted: {
    code: 41010,
    'zh-CN': '此邮箱的重置曾被撤销，不能再用于重置，请使用助记词',
    en: 'A reset by this address was undone, so it cannot be used for one; use your words',
  },
} as const satisfies Record<string, RefusalText>
