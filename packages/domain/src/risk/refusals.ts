import type { RefusalText } from '../contract/refusal.ts'

/**
 * The code of the refusal that the questions resolve: a page that receives it asks them and repeats
 * the call.
 */
export const riskQuestionsCode = 43501

/** 435xx: questions on risk. */
export const riskRefusals = {
  riskQuestionsOpen: {
    code: riskQuestionsCode,
    'zh-CN': '首次投入资金前，请先回答四道风险问题',
    en: 'Answer the four questions on risk before your first money goes in',
  },
} as const satisfies Record<string, RefusalText>
