import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cataloguesOf, faultsOfCatalogue } from './catalogues.ts'
import { sourcesOf } from './imports.ts'
import { sentencesOf } from './sentences.ts'
import { isTest } from './violations.ts'

const repository = join(import.meta.dirname, '../..')
const sources = sourcesOf(repository).filter(
  ({ path }) => /^(packages|apps)\//.test(path) && !isTest(path),
)
const catalogues = sources.flatMap(cataloguesOf)

/** Texts that are nothing in one language or both: a word order, a state without a line, a unit. */
const blank: ReadonlySet<string> = new Set([
  'bar_cancelled',
  'unit.count',
  'unit.switch',
  'waiting.from_after',
  'waiting.from_before',
  // A form before it is filled in.
  '',
])

test('every text of both apps, of answers, e-mails and notices is there in both languages, with the same slots', () => {
  expect(catalogues.flatMap(one => faultsOfCatalogue(one, blank))).toEqual([])
})

test('every text of the member app is used: its name stands somewhere, or a template makes it', () => {
  const sentences = sources
    .filter(({ path }) => !/^apps\/(server|signer|console)\//.test(path))
    .flatMap(sentencesOf)
  const literals = new Set(sentences.map(({ text }) => text))
  const templates = [...literals]
    .filter(text => text.includes('…') && /\w/.test(text) && !/\s/.test(text))
    .map(text => new RegExp(`^${text.split('…').map(escaped).join('.+')}$`))
  const registering = new Set(
    sources.filter(({ text }) => text.includes('registerTexts(')).map(({ path }) => path),
  )
  const unused = catalogues
    .filter(({ file }) => registering.has(file))
    .flatMap(({ file, zh }) =>
      zh
        .map(({ path }) => path.replace(/_other$/, ''))
        .filter(name => !literals.has(name) && !templates.some(one => one.test(name)))
        .map(name => `${file} ${name}`),
    )
  expect(unused).toEqual([])
})

test('every text of the console and of the kit is used: some code has its name', () => {
  const isTexts = (path: string) => /texts\.tsx?$/.test(path)
  // Some are asked for by the names that the server gives, such as those of a settlement's steps.
  const code = sources.filter(({ path }) => !isTexts(path) && !path.startsWith('apps/member/'))
  const names = new Set(code.flatMap(({ text }) => text.match(/[a-z]\w*/gi) ?? []))
  const literals = new Set(code.flatMap(sentencesOf).map(({ text }) => text))
  const unused = catalogues
    .filter(({ file }) => isTexts(file) && /^apps\/console\/|kit-texts/.test(file))
    .flatMap(({ file, zh }) =>
      zh
        .map(({ path }) => path.replace('.()', '').split('.').at(-1) as string)
        .filter(name => !/^-?\d+$/.test(name) && !names.has(name) && !literals.has(name))
        .map(name => `${file} ${name}`),
    )
  expect(unused).toEqual([])
})

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

test('a text that is empty, lacks a language or fills something else would be found', () => {
  const text = `registerTexts('a', {
    zh: { empty: '', left: '剩余 {{n}}', only: '只有', plain: 'not translated' },
    en: { empty: 'Empty', left: '{{all}} left', plain: 'not translated', more: 'More' },
  })`
  const faults = cataloguesOf({ path: 'a.ts', text }).flatMap(one =>
    faultsOfCatalogue(one, new Set()).map(fault => fault.replace(/^a.ts:\d+ /, '')),
  )
  expect(faults).toEqual([
    'empty is empty: ',
    'left fills all where Chinese fills n: {{all}} left',
    'only is not in English: 只有',
    'plain is not translated: not translated',
    'more is not in Chinese: More',
  ])
})
