import { registerTexts } from './texts.ts'

/** Where money comes from, and the one line for who has read it: they come with the pages that show them. */
export const riskFullTexts = registerTexts('riskFull', {
  zh: {
    short: '高风险投资，您可能损失全部投入。',
    all: '查看全部',
    source:
      'LEAF 本身不产生收益。价格因他人退出时留下的手续费和外部收入而上升，因亏损而下降。没有外部收入，全体会员取回的合计少于投入。',
  },
  en: {
    short: 'A high-risk investment: you can lose all you put in.',
    all: 'Read all of it',
    source:
      'LEAF earns nothing by itself. Its price rises by the fee that others leave when they go and by income from outside; it falls by losses. Without income from outside, members together get back less than they put in.',
  },
})
