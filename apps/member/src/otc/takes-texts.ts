import { registerTexts } from '../shell/index.ts'

/** How many trades a member may hold as their taker. */
export const takesTexts = registerTexts('otc.takes', {
  zh: {
    takes: {
      full: '请先完成一笔进行中的交易。',
      open: '接单进行中 {{open}} 笔，最多同时 {{most}} 笔。',
      next: '累计完成 {{finished}} 笔后可同时 {{most}} 笔。',
      lowered: '因近期多次违约而降低，恢复时间：',
      invests: '最大投资额还剩 {{left}} USDT（{{days}} 天内认购与市场买入合计）。',
      maximum: '最大投资额只剩 {{left}} USDT，不足以买入此单最少的 {{min}} LEAF。',
      newcomer:
        '还没有完成过交易的会员，在一个卖单里合计最多让 {{share}}% 处于未付款状态。完成第一笔交易后不再受此限制。',
    },
  },
  en: {
    takes: {
      full: 'Finish one of your open trades first.',
      open: 'Open trades that you took: {{open}} of {{most}}.',
      next: 'After {{finished}} finished trades: {{most}} at once.',
      lowered: 'Lowered for repeated faults until',
      invests:
        '{{left}} USDT are left of your maximum investment: subscriptions and market buys of {{days}} days together.',
      maximum:
        'Your maximum investment leaves {{left}} USDT, which is less than the {{min}} LEAF that this order sells at least.',
      newcomer:
        'Members without a finished trade may together leave {{share}}% of an order unpaid. After your first finished trade this no longer applies.',
    },
  },
})
