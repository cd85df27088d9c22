import { registerTexts } from '../shell/index.ts'

/** The states of a withdrawal. */
export const stageTexts = registerTexts('withdrawals.stages', {
  zh: {
    steps: '转出进度',
    step: {
      requested: '申请',
      reviewed: '检查',
      released: '批准',
      sent: '发出',
      done: '到账',
    },
    stopped: { refused: '已拒绝', cancelled: '已取消', returned: '已退回' },
    waits: {
      check: '小额规则正在检查',
      freeze: '账户安全设置刚有变更，{{until}} 前不能批准',
      frozen: '您的账户已冻结，解冻后才会付款，请联系客服',
      address: '新地址冷却中，{{until}} 后才能批准',
      review: '等审核员检查，没有固定时限',
      release: '等第二人批准，没有固定时限',
      payout: '已批准，正在安排付款',
      chain: '已发出，等待区块确认',
      confirmations: '{{n}}/{{needed}} 确认',
    },
    refused: {
      wrongChain: '付款程序不支持这条链或这个代币',
      wrongAddress: '付款程序不能向这个地址付款',
      notApproved: '其中一个批准已失效',
      addressUnknown: '付款程序还没有收到这个地址的资料',
      overCap: '超过付款程序的上限',
    },
    returnsFrom: '{{cause}}。若 {{until}} 前没有解决，全额退回您的余额。',
    paused: {
      notConnected: '本平台没有连接付款程序：申请会审核，批准后等待付款',
      signerAway: '付款暂停：付款程序没有回应，审核照常',
      signerHalted: '付款暂停：付款程序已停下，等待人工检查，审核照常',
      unknownTransfer: '付款暂停：平台地址有一笔不明转出，正在核查，审核照常',
      booksBroken: '付款暂停：账目核对没有通过，审核照常',
      short: '付款暂停：平台资产少于应付，审核照常',
      unproven: '付款暂停：26 小时内没有读到链上资产，审核照常',
      hourlyLimit: '付款暂停：这一小时付出的已到上限，下一小时继续',
      dailyLimit: '付款暂停：24 小时内付出的已到上限，之后继续',
      hotWalletShort: '付款暂停：热钱包余额不足，等待补充，审核照常',
      restored: '付款暂停：数据刚从备份恢复，正在逐笔核对，审核照常',
      signerBehind: '付款暂停：数据恢复后付款记录不全，等待人工检查，审核照常',
    },
  },
  en: {
    steps: 'Steps of the withdrawal',
    step: {
      requested: 'Request',
      reviewed: 'Check',
      released: 'Approval',
      sent: 'Sending',
      done: 'Arrival',
    },
    stopped: { refused: 'Refused', cancelled: 'Cancelled', returned: 'Returned' },
    waits: {
      check: 'The rule check is looking at it',
      freeze: 'Security settings changed: no approval before {{until}}',
      frozen: 'Your account is frozen: paid once that ends. Please contact support',
      address: 'New address: no approval before {{until}}',
      review: 'Waits for a reviewer; no fixed time',
      release: 'Waits for the second person; no fixed time',
      payout: 'Approved; the payment is being arranged',
      chain: 'Sent; waiting for a block',
      confirmations: '{{n}} of {{needed}} confirmations',
    },
    refused: {
      wrongChain: 'The payout program does not pay on this chain or in this token',
      wrongAddress: 'The payout program cannot pay this address',
      notApproved: 'One of the approvals no longer counts',
      addressUnknown: 'The payout program does not know this address yet',
      overCap: 'It is above what the payout program may pay',
    },
    returnsFrom:
      '{{cause}}. If this is not put right by {{until}}, the whole amount goes back to your balance.',
    paused: {
      notConnected:
        'This platform is not connected to a payout program: requests are reviewed and then wait',
      signerAway: 'Payouts are paused: the payout program does not answer. Review goes on.',
      signerHalted:
        'Payouts are paused: the payout program has stopped until somebody has looked. Review goes on.',
      unknownTransfer:
        'Payouts are paused: USDT left an address of the platform and nobody can explain it yet.',
      booksBroken: 'Payouts are paused: a check of the accounts failed. Review goes on.',
      short: 'Payouts are paused: the platform holds less than it owes. Review goes on.',
      unproven:
        'Payouts are paused: the funds on the chain were not read for 26 hours. Review goes on.',
      hourlyLimit: 'Payouts are paused: this hour has reached its limit. They go on after it.',
      dailyLimit: 'Payouts are paused: 24 hours have reached their limit. They go on after that.',
      hotWalletShort: 'Payouts are paused: the hot wallet has to be refilled. Review goes on.',
      restored:
        'Payouts are paused: data was restored from a backup and every payment is being checked. Review goes on.',
      signerBehind:
        'Payouts are paused: after a restore some payment records are missing. Somebody has to look; review goes on.',
    },
  },
})
