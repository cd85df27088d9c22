import { describe, expect, test } from 'vitest'
import { projectNames, projectOf } from './projects.ts'
import { readWanted, testFiles } from './wanted.ts'

const files = [
  'apps/server/src/otc/orders.db.test.ts',
  'packages/domain/src/otc/quote.test.ts',
  'e2e/market/market.e2e.ts',
  'e2e/kit/offline.e2e.ts',
  'e2e/matrix/shell.e2e.ts',
  'tools/tidy/boundaries.test.ts',
  'e2e/market/ways.ts',
]
const chosen = (...args: string[]) => Object.fromEntries(readWanted(args, files).projects)

describe('what a call of the test command runs', () => {
  test('is everything and the checks when nothing is named', () => {
    const all = Object.fromEntries(projectNames.map(name => [name, []]))
    expect(chosen()).toEqual(all)
    expect(readWanted([], files)).toMatchObject({ checks: true, postgres: '18' })
  })

  test('is the files whose path holds a word, in the projects that have them', () => {
    expect(chosen('otc')).toEqual({ unit: ['otc'], integration: ['otc'] })
    expect(chosen('shell', 'quote')).toEqual({
      unit: ['shell', 'quote'],
      pages: ['shell', 'quote'],
    })
    expect(readWanted(['otc'], files).checks).toBe(false)
  })

  test('is whole projects by their names, and their files by words beside the names', () => {
    expect(chosen('unit', 'tidy')).toEqual({ tidy: [], unit: [] })
    expect(chosen('integration', 'otc')).toEqual({ integration: ['otc'] })
  })

  test('a word that no path holds, and an unknown option, are refused with a sentence', () => {
    expect(() => readWanted(['nothing-like-it'], files)).toThrow(/No test file's path holds/)
    expect(() => readWanted(['ways'], files)).toThrow(/No test file's path holds/)
    expect(() => readWanted(['tidy', 'otc'], files)).toThrow(/No test file of tidy holds otc/)
    expect(() => readWanted(['--fast'], files)).toThrow(/only --postgres=15 is known/)
    expect(() => readWanted(['--postgres=9'], files)).toThrow(/set it to 18 or 15/)
  })
})

test('every test file of the repository belongs to a project, and every project has one', () => {
  const projects = testFiles().map(projectOf)
  expect(projects).not.toContain(undefined)
  expect(new Set(projects)).toEqual(new Set(projectNames))
})
