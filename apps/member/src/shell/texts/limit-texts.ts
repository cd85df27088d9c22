import { registerTexts } from './texts.ts'

/** The way to the page of all limits. */
export const limitTexts = registerTexts('shell.limits', {
  zh: { all: '查看全部额度' },
  en: { all: 'See all limits' },
})
