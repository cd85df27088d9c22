import { z } from 'zod'
import { rule } from '../contract/wire.ts'

/** A question with some options, of which one is right. */
export const choiceQuestion = z.object({
  id: z.string(),
  text: z.string(),
  options: z.array(z.object({ id: z.string(), text: z.string() })),
})
export type ChoiceQuestion = z.infer<typeof choiceQuestion>

const shortId = z.string(rule('required')).max(40, rule('wrongType'))

/** An option for each question. */
export const chosenOptions = z
  .array(z.strictObject({ question: shortId, option: shortId }), rule('required'))
  .max(50, rule('wrongType'))
export type ChosenOption = z.infer<typeof chosenOptions>[number]

/** A question with a wrong answer, and why another answer is right. */
export const wrongAnswer = z.object({ question: z.string(), text: z.string(), why: z.string() })
export type WrongAnswer = z.infer<typeof wrongAnswer>
