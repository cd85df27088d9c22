import { registerTexts } from '../shell/index.ts'

/** Why the rule check has left a withdrawal to people. */
export const ruleCheckTexts = registerTexts('withdrawals.ruleCheck', {
  zh: {
    title: '由人审核，因为：',
    reason: {
      off: '目前没有启用小额规则',
      late: '申请后一小时内没能完成小额规则检查',
      amount: '数额超过小额规则的单笔上限',
      memberTotal: '您近期的转出合计超过小额规则的上限',
      platformTotal: '全平台近期按小额规则批准的已到上限',
      hourCount: '这一小时按小额规则批准的笔数已到上限',
      signerCap: '超过自动批准的上限',
      youngAccount: '账户开立的时间还不够长',
      youngAddress: '这个地址首次由两人批准并到账的时间还不够长',
      changed: '密码或邮箱最近有变动',
      freeze: '账户正处于冻结期',
      cases: '您有未结束的申诉案件',
      faults: '您最近在交易中有违约记录',
      recharge: '您有一笔充值尚未最终确认',
      manyRequests: '您最近 24 小时的申请较多',
      paused: '付款正在暂停',
      other: '还有一项检查只有审核员能看到，因为它涉及其他会员',
    },
  },
  en: {
    title: 'People decide on it because:',
    reason: {
      off: 'the rules for small amounts are not in use at present',
      late: 'the rules could not be checked within an hour of the request',
      amount: 'it is above the largest amount of the rules',
      memberTotal: 'your recent withdrawals are above the total of the rules',
      platformTotal: 'what the rules approved on the whole platform lately has reached its limit',
      hourCount: 'the rules have approved as many as they may in this hour',
      signerCap: 'it is above what is paid without two people',
      youngAccount: 'your account is not old enough',
      youngAddress:
        'a withdrawal that two people approved has not reached this address long enough ago',
      changed: 'a password or your e-mail address has changed lately',
      freeze: 'your account is under a freeze',
      cases: 'you have an open case on the market',
      faults: 'you were at fault in a trade lately',
      recharge: 'a recharge of yours is not final yet',
      manyRequests: 'you have asked for several withdrawals in 24 hours',
      paused: 'payouts are paused',
      other: 'one more check that only the reviewers see, for it concerns other members',
    },
  },
})
