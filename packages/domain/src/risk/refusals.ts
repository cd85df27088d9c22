import type { RefusalText } from '../contract/refusal.ts'

/** Of the refusal that the questions answer: a page that meets it asks them and sends the call again. */
export const riskQuestionsCode = 43501

/** 435xx: questions on risk. */
export const riskRefusals = {
  riskQuestionsOpen: {
    code: riskQuestionsCode,
    'zh-CN': '首次投入资金前，请先回答四道风险问题',
    en: 'Answer the four questions on risk before your first money goes in',
  },
} as const satisfies Record<string, RefusalText>
