import { expect, test } from 'vitest'
import { workedExamples } from './index.ts'

test.each(workedExamples.map(example => [`${example.id} ${example.title.en}`, example] as const))(
  '%s gives the expected result to the last digit',
  (_, { given, gives, work }) => {
    expect(work(given)).toEqual(gives)
  },
)

test('none is missing', () => {
  const ids = workedExamples.map(({ id }) => id)
  // E9 was about the daily cap.
  const all = Array.from({ length: 21 }, (_, i) => `E${i + 1}`)
  expect(ids).toEqual(all.filter(id => id !== 'E9'))
})
