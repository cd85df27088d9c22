import { registerTexts } from '../shell/index.ts'

/** One more factor while a freeze requires it. */
export const stepUpTexts = registerTexts('identity.stepUp', {
  zh: {
    title: '确认是您本人',
    'login-password': '登录密码',
    'payment-password': '支付密码',
    byWords: '改用助记词',
    byPassword: '改用登录密码',
    confirm: '确认',
    notYou: '如果重置密码的不是您，请不要继续，到“登录设备”撤销重置。',
    empty: '此项不能为空',
  },
  en: {
    title: 'Confirm that it is you',
    'login-password': 'Login password',
    'payment-password': 'Payment password',
    byWords: 'Use the recovery phrase instead',
    byPassword: 'Use the login password instead',
    confirm: 'Confirm',
    notYou:
      'If it was not you who reset the password, stop here and undo the reset under Sessions.',
    empty: 'This cannot be empty',
  },
})
