import { registerTexts } from '../shell/index.ts'

/** The security check-list of Mine. */
export const checkTexts = registerTexts('identity.check', {
  zh: {
    title: '安全检查',
    email: '邮箱',
    unbound: '未绑定',
    notOffered: '暂未提供',
    words: '本机助记词',
    kept: '已加密保管',
    notKept: '不在此设备',
    payment: '支付密码',
    receiving: '收款账户',
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
    title: 'Security check',
    email: 'E-mail',
    unbound: 'Not bound',
    notOffered: 'Not offered',
    words: 'Words here',
    kept: 'Kept, sealed',
    notKept: 'Not here',
    payment: 'Payment password',
    receiving: 'Receiving account',
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
    resets: 'A password was reset lately. Not you? See and undo it',
  },
})
