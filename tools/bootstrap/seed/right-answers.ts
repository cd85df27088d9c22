import type { ChoiceQuestion, ChosenOption } from '@banyan/domain'
import type { riskQuestionBank } from '@banyan/server/risk-questions'

/** Chooses the right option of every question, found by its text in either language. */
export const rightAnswers = (
  bank: typeof riskQuestionBank,
  questions: readonly ChoiceQuestion[],
): ChosenOption[] =>
  questions.map(({ id: question, text, options }) => {
    const known = bank.find(one => Object.values(one.text).includes(text))
    const right = options.find(
      one => known !== undefined && Object.values(known.options[0]).includes(one.text),
    )
    return { question, option: right?.id ?? '' }
  })
