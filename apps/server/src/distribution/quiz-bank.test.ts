import { bounds } from '@banyan/economy'
import { expect, test } from 'vitest'
import { quizBank } from './quiz-bank.ts'

test('the bank has as many questions as any version of the rule book may ask', () => {
  expect(new Set(quizBank.map(({ id }) => id)).size).toBeGreaterThanOrEqual(
    Number(bounds.quizQuestions.most),
  )
})
