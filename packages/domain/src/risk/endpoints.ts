import { z } from 'zod'
import { endpoint } from '../contract/endpoint.ts'
import { instant } from '../contract/wire.ts'
import { choiceQuestion, chosenOptions, wrongAnswer } from './choice-question.ts'

export const riskQuestions = endpoint({
  id: 'risk.questions',
  path: '/api/risk/questions',
  summary: 'The four questions on risk that are answered before the first money goes in.',
  answer: z.object({
    /** When all were answered correctly; null until then. */
    answeredAt: instant.nullable(),
    questions: z.array(choiceQuestion),
  }),
})

/** Can be tried again at once, without limit. */
export const answerRiskQuestions = endpoint({
  id: 'risk.answer',
  act: 'keep',
  stopsAt: 'closing',
  method: 'POST',
  path: '/api/risk/answers',
  summary: 'Answer all four at once; what is wrong is explained.',
  body: z.strictObject({ answers: chosenOptions }),
  answer: z.object({
    /** When all were answered correctly; null while an answer is wrong. */
    answeredAt: instant.nullable(),
    wrong: z.array(wrongAnswer),
  }),
  refusals: ['quizIncomplete'],
})
