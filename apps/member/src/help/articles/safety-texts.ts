import type { ArticleTexts } from '../article.ts'

export const fees: ArticleTexts = {
  zh: {
    title: '手续费与限额',
    lead: '每一项收多少，最少和最多多少',
    steps: [
      '下面的数字来自现行规则；规则修改后，这里随之改变。',
      '您自己还剩多少，在“额度”页看。',
      '规则有没有修改、什么时候生效，在“规则说明”的版本里看。',
    ],
    why: [
      '充值、认购、邀请、安置、激活、成为推广会员，都免费。',
      {
        text: '认购与市场买入合在一起，{{investmentWindowDays}}内最多 {{maxInvestmentUsdt}}；账户未满 {{youngAccountDays}}时最多 {{youngMaxInvestmentUsdt}}。您可以再调低。',
        needs: 'otcTakesFirst',
        otherwise:
          '认购在 {{investmentWindowDays}}内最多 {{maxInvestmentUsdt}}；账户未满 {{youngAccountDays}}时最多 {{youngMaxInvestmentUsdt}}。您可以再调低。',
      },
      '{{tradingWindowHours}}内最多卖出 {{tradingLimitUsdt}}；{{withdrawalWindowMs}}内最多转出 {{withdrawalLimitUsdt}}。',
      '可能对会员不利的修改，会提前公布。',
    ],
  },
  en: {
    title: 'Fees and limits',
    lead: 'What it costs, least and most',
    steps: [
      'The figures below are those of the rules in force, and change with them.',
      'How much you have left is shown under “Limits”.',
      'Whether the rules change, and from when, is listed in the versions under “Rules”.',
    ],
    why: [
      'Recharges, subscriptions, invitations, placements, activations and becoming a distributed member are free.',
      {
        text: 'Subscriptions and market buys together: at most {{maxInvestmentUsdt}} within {{investmentWindowDays}}, or {{youngMaxInvestmentUsdt}} while the account is younger than {{youngAccountDays}}. You may lower it for yourself.',
        needs: 'otcTakesFirst',
        otherwise:
          'Subscriptions: at most {{maxInvestmentUsdt}} within {{investmentWindowDays}}, or {{youngMaxInvestmentUsdt}} while the account is younger than {{youngAccountDays}}. You may lower it for yourself.',
      },
      'At most {{tradingLimitUsdt}} can be sold within {{tradingWindowHours}}, and {{withdrawalLimitUsdt}} withdrawn within {{withdrawalWindowMs}}.',
      'A change that can harm members is published before it holds.',
    ],
  },
}

export const safety: ArticleTexts = {
  zh: {
    title: '防骗与安全',
    lead: '客服从不问什么，怎样认出骗子',
    steps: [
      '密码、助记词、验证码，谁也不要告诉。客服、仲裁员和平台的任何人都不会问。',
      '只在本应用里联系客服。在别处自称客服、主动加您的，都不要相信。',
      '付款只付到交易页显示的地址。不在平台外交易，不替别人收款或付款。',
      '有人承诺固定收益、保本，或要您先交钱才能取钱：停下来，告诉客服。',
      '看到不认识的登录设备：马上在“登录设备”里退出它，再修改两个密码。',
    ],
    why: [
      '平台不能撤回链上转账，也不能替您找回助记词，所以骗子最想要的就是这两样。',
      '登录前看一眼网址：是不是您平时打开的那个。',
      '平台欠会员多少、链上有多少，公布在“偿付能力”页；您可以核对自己的余额已被计入。',
      '平台工作人员对您账户做过什么，在“工作人员的操作”里都看得到。',
    ],
  },
  en: {
    title: 'Fraud and safety',
    lead: 'What service never asks you',
    steps: [
      'Tell nobody a password, your recovery phrase or a code. Service, arbitrators and everybody else of the platform never ask for them.',
      'Contact service inside this app only. Believe nobody who writes to you elsewhere and says they are service.',
      'Pay only to the address on the trade’s page. Do not trade outside the platform; do not pay or receive for others.',
      'If somebody promises fixed returns or no risk, or wants money before you can have yours: stop and tell service.',
      'If you see a device you do not know, log it out under “Sessions” at once, then change both passwords.',
    ],
    why: [
      'The platform cannot take back a transfer on the chain or restore your recovery phrase: that is what fraud is after.',
      'Look at the address of the page before you log in: is it the one you always use?',
      'What the platform owes to members, and what the chain shows, is published under “Solvency”; you can check that your balance is counted.',
      'What staff did with your account is listed under “Acts by staff”.',
    ],
  },
}
