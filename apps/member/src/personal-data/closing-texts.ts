import { registerTexts } from '../shell/index.ts'

/** Closing the own account. */
export const closingTexts = registerTexts('personalData.closing', {
  zh: {
    title: '注销账户',
    first: '注销前请先处理以下事项：',
    ready: '没有未结清的事项，可以注销。',
    hindrance: {
      usdt: 'USDT 余额需先转出',
      coin: 'LEAF 需先卖出或兑换',
      positions: '静态持仓未结束',
      subscriptions: '认购未结束',
      exchanges: '兑换未完成',
      orders: '挂单未结束',
      trades: '交易进行中',
      cases: '仲裁进行中',
      recharges: '充值确认中',
      withdrawals: '转出处理中',
      export: '数据导出生成中',
      freeze: '安全冻结，到期后才能注销',
      penalty: '交易限制，到期后才能注销',
    },
    destroyed:
      '注销后销毁：昵称、邮箱、收款账户、图片、客服对话和反馈；交易聊天与凭证在交易结束 90 天后销毁。',
    kept: '依法保留：账目、交易、充值与转出记录，以账户编号记录，不含姓名。您在安置网络中的位置保留，显示为“已注销账户”。',
    later: '请勿再向您的充值地址转账：注销后到账的款项会记在这个账户名下，您无法自行取回。',
    giveUp: '我放弃剩余的 {{usdt}} USDT 和 {{coin}} LEAF（低于最低转出或交易数量）',
    close: '注销账户',
    stopped: '上次注销没有执行：期间有新的款项或事项。处理后可以重新申请。',
    resting: '账户正在注销',
    restingUntil: '注销时间',
    restingAbout:
      '在此之前可以撤销，也可以导出数据。期间不能交易、转出或修改设置，也不发放网络收益。',
    undo: '撤销注销',
    undone: '注销已撤销',
    confirmTitle: '确认注销账户',
    confirmAbout: '7 天内可以登录撤销，之后无法恢复。',
    emailCode: '邮箱验证码',
    codeMissing: '请输入 6 位邮箱验证码',
  },
  en: {
    title: 'Close my account',
    first: 'Settle this first:',
    ready: 'Nothing is open. Your account can be closed.',
    hindrance: {
      usdt: 'USDT to withdraw',
      coin: 'LEAF to sell or exchange',
      positions: 'Static positions',
      subscriptions: 'Subscriptions',
      exchanges: 'Exchanges',
      orders: 'Orders',
      trades: 'Trades',
      cases: 'Cases',
      recharges: 'Recharges being confirmed',
      withdrawals: 'Withdrawals',
      export: 'An export being made',
      freeze: 'Security freeze, until it ends',
      penalty: 'Market pause, until it ends',
    },
    destroyed:
      'Destroyed: your nickname, e-mail address, receiving account, pictures, service chat and feedback. Trade chats and payment proofs follow 90 days after their trade.',
    kept: 'Kept by law: ledger entries, trades, recharges and withdrawals, under the account number without your name. Your place in the network stays and reads “Closed account”.',
    later:
      'Send nothing to your recharge address any more: what arrives after the closing is booked to this account, and you cannot take it out yourself.',
    giveUp:
      'I give up the {{usdt}} USDT and {{coin}} LEAF that are left: too little to withdraw or trade',
    close: 'Close my account',
    stopped:
      'The last closing was not carried out: something came in or was open. Settle it and ask again.',
    resting: 'Your account is being closed',
    restingUntil: 'It is closed for good on',
    restingAbout:
      'Until then you can undo it, and export your data. You cannot trade, withdraw or change settings, and no network earnings are paid.',
    undo: 'Keep my account',
    undone: 'Your account stays open',
    confirmTitle: 'Close this account?',
    confirmAbout: 'You can log in and undo it for 7 days. Afterwards nothing brings it back.',
    emailCode: 'Code by e-mail',
    codeMissing: 'Enter the 6 digits from the e-mail',
  },
})
