import { parseSync } from 'oxc-parser'
import type { Source } from './imports.ts'

/** One row of docs/glossary.md. */
export interface Term {
  term: string
  /** What the term is called instead nowhere in the product: identifiers' words, in camel case. */
  banned: readonly string[]
}

/** The rows of every table of the glossary. Throws when a row does not have its four columns. */
export function termsOf(glossary: string): Term[] {
  return glossary
    .split('\n')
    .filter(line => line.startsWith('| ') && !line.startsWith('| Term |'))
    .map(line => {
      const [term = '', , , not = '', ...more] = line.slice(2, -1).split(/ ?\| /)
      if (more.length > 0 || line.split('|').length !== 6)
        throw new Error(`a row of the glossary without four columns: ${line}`)
      return { term, banned: not.split(',').flatMap(word => word.trim() || []) }
    })
}

/** The terms that have more than one row, and banned synonyms that are terms themselves or banned twice. */
export function clashesOf(terms: readonly Term[]): string[] {
  const names = terms.flatMap(one => [one.term, ...one.banned]).map(name => name.toLowerCase())
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))]
}

/** An identifier that is allowed although it holds a banned synonym. */
export interface Exception {
  names: RegExp
  /** The files that may use it; all files when absent. */
  files?: RegExp
  reason: string
}

/** A banned synonym in a file. */
export interface Use {
  path: string
  name: string
  term: string
}

/**
 * The identifiers of the sources that hold a banned synonym of a term. A synonym is found as whole
 * words of a name: `room` is in `roomOf` and in `rooms`, not in `broom`.
 */
export function bannedUses(
  sources: readonly Source[],
  terms: readonly Term[],
  exceptions: readonly Exception[],
): Use[] {
  const banned = terms.flatMap(({ term, banned: words }) =>
    words.map(word => ({ term, words: wordsOf(word).join(' ') })),
  )
  // Parsing takes time, and most files hold none of the words outside their comments.
  const candidate = new RegExp(banned.map(({ words }) => inName(words.split(' '))).join('|'))
  return sources.flatMap(source => {
    const { path } = source
    if (!candidate.test(source.text.replaceAll(commentLine, ''))) return []
    return identifiersOf(source).flatMap(name => {
      const words = ` ${wordsOf(name).join(' ')} `
      const use = banned.find(
        one => words.includes(` ${one.words} `) || words.includes(` ${one.words}s `),
      )
      if (use === undefined || exceptions.some(one => allows(one, path, name))) return []
      return [{ path, name, term: use.term }]
    })
  })
}

const allows = ({ names, files }: Exception, path: string, name: string): boolean =>
  names.test(name) && (files === undefined || files.test(path))

/** Finds words within a name, however it is written: `room`, `Room` or `ROOM`, not `broom`. */
function inName(words: readonly string[]): string {
  const camel = words.map(word => `${word[0]?.toUpperCase()}${word.slice(1)}`).join('')
  const lower = `${words[0]}${camel.slice(words[0]?.length)}`
  return `(?:(?<![A-Za-z])${lower}|${camel}|${words.join('_').toUpperCase()})(?:s|S)?(?![a-z])`
}

/** A line that holds nothing but a comment. */
const commentLine = /^\s*(\/\/|\/?\*).*$/gm

/** The words of a name in lower case: `houseNow` and `HOUSE_NOW` are both `house now`. */
const wordsOf = (name: string): string[] =>
  (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map(word => word.toLowerCase())

/** The different names in a program, without those in comments and texts. */
function identifiersOf({ path, text }: Source): string[] {
  const names = new Set<string>()
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('type' in node && 'name' in node && typeof node.name === 'string') names.add(node.name)
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseSync(path, text).program)
  return [...names]
}
