import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { renderFreezeTable } from './render.ts'

it('docs/freezes.md shows the table as it is: run npm run freeze-table', () => {
  const written = readFileSync(new URL('../../docs/freezes.md', import.meta.url), 'utf8')
  expect(written).toBe(renderFreezeTable())
})
