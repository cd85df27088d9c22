import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { renderOtcTables } from './render.ts'

it('docs/otc.md shows the machines as they are: run npm run otc-tables', () => {
  const written = readFileSync(new URL('../../docs/otc.md', import.meta.url), 'utf8')
  expect(written).toBe(renderOtcTables())
})
