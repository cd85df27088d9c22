import { registerTexts } from './texts.ts'

/** Questions that are asked one at a time. */
export const choiceTexts = registerTexts('choice', {
  zh: {
    question: '第 {{n}} 题，共 {{all}} 题',
    back: '上一题',
    next: '下一题',
    submit: '提交答案',
  },
  en: {
    question: 'Question {{n}} of {{all}}',
    back: 'Back',
    next: 'Next',
    submit: 'Submit',
  },
})
