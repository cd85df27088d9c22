import { readFileSync } from 'node:fs'
import { workedExamples } from '@banyan/economy'
import { expect, test } from 'vitest'
import { renderRuleBook } from './render.ts'

test('docs/rule-book.md shows the rules of today (npm run rule-book writes it anew)', () => {
  const written = readFileSync(new URL('../../docs/rule-book.md', import.meta.url), 'utf8')
  expect(written).toBe(renderRuleBook())
})

test('every worked example is in it', () => {
  const page = renderRuleBook()
  for (const { id, title } of workedExamples) expect(page).toContain(`### ${id} ${title.en}`)
})
