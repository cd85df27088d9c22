import { registerTexts } from '../shell/index.ts'

/** The state of what protects an account. */
export const checkTexts = registerTexts('identity.check', {
  zh: {
    unbound: '未绑定',
    notOffered: '暂未提供',
    kept: '已加密保管',
    notKept: '不在此设备',
    set: '已设置',
    unset: '未设置',
    frozen: { withdrawals: '转出冻结至', sells: '出售冻结至' },
    cause: {
      'login-reset': '原因：登录密码被重置',
      'payment-reset': '原因：支付密码被重置',
      'email-change': '原因：邮箱已更换',
      'address-change': '原因：收款地址已修改',
    },
    resets: '密码近期被重置过。不是您本人？查看并撤销',
  },
  en: {
    unbound: 'Not bound',
    notOffered: 'Not offered',
    kept: 'On this device',
    notKept: 'Not on this device',
    set: 'Set',
    unset: 'Not set',
    frozen: {
      withdrawals: 'Withdrawals are frozen until',
      sells: 'Selling is frozen until',
    },
    cause: {
      'login-reset': 'The login password was reset',
      'payment-reset': 'The payment password was reset',
      'email-change': 'The e-mail address was changed',
      'address-change': 'A receiving address was changed',
    },
    resets: 'A password was reset recently. Not you? Review and undo',
  },
})
