import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { bannedUses, clashesOf, type Exception, type Term, termsOf } from './glossary.ts'
import { sourcesOf } from './imports.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const glossary = readFileSync(new URL('../../docs/glossary.md', import.meta.url), 'utf8')
const terms = termsOf(glossary)

/** What the product runs: neither its tests nor what a program wrote. */
const product = sourcesOf(root).filter(
  ({ path }) =>
    /^(apps|packages)\/[^/]+\/src\//.test(path) &&
    !/\.(test|fixture)\.tsx?$|\/testing\/|\/generated\.ts$/.test(path),
)

/** All that people wrote: the product, its tests and the tools. */
const written = sourcesOf(root).filter(({ path }) => !path.endsWith('/generated.ts'))

/** Words that say how a value came about and not what it is. */
const unclear: Term[] = [
  { term: 'what it holds', banned: ['told', 'untold', 'heard', 'looked', 'whose'] },
]
const unclearExceptions: Exception[] = [
  { names: /^(toldUpTo|lookedAt)$/, files: /^apps\/server\//, reason: 'columns' },
  { names: /^whose$/, files: /^apps\/console\/src\/withdrawals\//, reason: 'a key of texts' },
]

const exceptions: Exception[] = [
  {
    names: /^(HOUSE|houseAccount|[hH]ouseAccountKinds?|houseKinds|houseId|houses?)$/,
    files: /^apps\/server\/src\/(?!platform\/)/,
    reason: 'a house account is a term of the ledger, and its columns are named after it',
  },
  {
    names: /^house$/,
    files: /solvency|dispute|appeals/,
    reason: 'a property of published proofs, and the code of a party to a dispute',
  },
  { names: /^houseIsRed$/, reason: 'the code of a refusal' },
  {
    names: /^(letter|letters|lettersOf?|letterOf|smallLetters|letterAndDigit|letterSpacing)$/,
    reason: 'a letter of the alphabet',
  },
  { names: /^letterId$/, reason: 'a column that names an e-mail' },
  { names: /^referrerPolicy$/, reason: 'an HTTP header' },
]

describe('the glossary', () => {
  it('has every term once, and bans no term', () => {
    expect(terms.length).toBeGreaterThan(100)
    expect(clashesOf(terms)).toEqual([])
  })

  it('bans synonyms that no identifier of the product uses', () => {
    expect(product.length).toBeGreaterThan(1_000)
    expect(bannedUses(product, terms, exceptions)).toEqual([])
  })
})

it('a name says what it holds, not how that came about', () => {
  expect(bannedUses(written, unclear, unclearExceptions)).toEqual([])
})

/** The uses in a file of the server that is planted here. */
const planted = (text: string, allowed: Exception[] = []) =>
  bannedUses([{ path: 'apps/server/src/otc/planted.ts', text }], terms, allowed).map(
    ({ name, term }) => [name, term],
  )

describe('the check of the glossary', () => {
  it.each([
    ['export const roomsOf = () => []', 'roomsOf', 'module'],
    ['class Job { openDoor() {} }', 'openDoor', 'program'],
    ['const TOP_UP_LIMIT = 1', 'TOP_UP_LIMIT', 'recharge'],
    ['const order = { topUp: 1 }', 'topUp', 'recharge'],
  ])('finds the synonym in `%s`', (text, name, term) => {
    expect(planted(text)).toEqual([[name, term]])
  })

  it('reads names only, and whole words of them', () => {
    const text =
      "// the room\nconst broom = 'room'\nconst wallet = `door`\nconst stop = { upper: 1 }"
    expect(planted(text)).toEqual([])
  })

  it('lets an exception pass where it holds', () => {
    const allowed = { names: /^roomOf$/, files: /^apps\/member\//, reason: 'planted' }
    expect(planted('const roomOf = 1', [{ ...allowed, files: /^apps\/server\// }])).toEqual([])
    expect(planted('const roomOf = 1', [allowed])).toEqual([['roomOf', 'module']])
  })

  it('finds a term with two rows, a banned term, and a row without four columns', () => {
    const rows =
      '| trade | 成交 | a match | deal |\n| trade | 成交 | a deal | |\n| deal | 成交 | x | |'
    expect(clashesOf(termsOf(rows))).toEqual(['trade', 'deal'])
    expect(() => termsOf('| trade | 成交 | a | b | |')).toThrow('without four columns')
  })
})
