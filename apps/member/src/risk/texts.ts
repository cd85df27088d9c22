import { registerTexts } from '../shell/index.ts'

/** The questions that are answered before the first money goes in. */
export const texts = registerTexts('riskQuestions', {
  zh: {
    title: '投入资金前，先答四道题',
    wrongTitle: '还有 {{n}} 题需要再看看',
    wrongText: '请看下面的说明，然后重新回答。没有次数限制，也不用等待。',
    again: '重新回答',
  },
  en: {
    title: 'Four questions before money goes in',
    wrongTitle: 'To look at again: {{n}}',
    wrongText: 'Read why, then answer again: as often as you like, without waiting.',
    again: 'Answer again',
  },
})
