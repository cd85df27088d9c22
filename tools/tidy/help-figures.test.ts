import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { numberNames } from '@banyan/economy'
import { expect, test } from 'vitest'
import { cataloguesOf } from './catalogues.ts'
import { sourcesOf } from './imports.ts'

const repository = join(import.meta.dirname, '../..')
const folder = 'apps/member/src/help/'
const slots = sourcesOf(repository)
  .filter(({ path }) => path.startsWith(`${folder}articles/`))
  .flatMap(cataloguesOf)
  .flatMap(({ zh, en }) => [...zh, ...en])
  .flatMap(entry => entry.slots)

/** The names in quotes of a source file of the help. */
const namesIn = (file: string): string[] =>
  [...readFileSync(join(repository, folder, file), 'utf8').matchAll(/'(\w+)'/g)].map(
    ([, name]) => name as string,
  )

test('every figure of the help is a number of the rule book or a constant of the code', () => {
  const own = namesIn('figures.ts').filter(name => /(Hours|Days)$/.test(name))
  expect(new Set(slots).size).toBeGreaterThan(30)
  expect(slots.filter(slot => !numberNames.includes(slot as never) && !own.includes(slot))).toEqual(
    [],
  )
  // None is kept that no article names.
  expect(own.filter(name => !slots.includes(name))).toEqual([])
})

test('every number that a topic lists is one of the rule book', () => {
  const listed = namesIn('topics.ts').filter(name => /(Bps|Usdt|Leaf|Ms|Orders)$/.test(name))
  expect(listed.length).toBeGreaterThan(10)
  expect(listed.filter(name => !numberNames.includes(name as never))).toEqual([])
})
