import { readdirSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { StartRefused } from '../bootstrap/refusal.ts'
import { repository } from '../bootstrap/repository.ts'
import { type Project, projectNames, projectOf } from './projects.ts'

/** What a call of `npm test` asks for. */
export interface Wanted {
  /** The projects to run, each with the words that its files must match; all of them without words. */
  projects: ReadonlyMap<Project, readonly string[]>
  /** Format, types and the weight of the build; only when nothing is named. */
  checks: boolean
  postgres: '18' | '15'
}

/**
 * Reads the arguments: names of projects, and words of which a test file's path must hold one. Words
 * alone choose every project that has such a file.
 * @param files every file of the repository that may be a test, from its root.
 * @throws StartRefused when an option is unknown or nothing matches.
 */
export function readWanted(args: readonly string[], files: readonly string[]): Wanted {
  const { values, positionals } = parse(args)
  if (values.postgres !== '18' && values.postgres !== '15') {
    throw new StartRefused(`--postgres is "${values.postgres}": set it to 18 or 15.`)
  }
  const isName = (word: string): word is Project => projectNames.some(name => name === word)
  const named = positionals.filter(isName)
  const words = positionals.filter(word => !isName(word))
  for (const word of words) {
    if (files.some(file => file.includes(word) && projectOf(file) !== undefined)) continue
    throw new StartRefused(
      `No test file's path holds "${word}": name a part of one, or some of ${projectNames.join(', ')}.`,
    )
  }
  const among = named.length > 0 ? projectNames.filter(name => named.includes(name)) : projectNames
  const matched = files.filter(file => words.some(word => file.includes(word))).map(projectOf)
  const chosen = words.length === 0 ? among : among.filter(name => matched.includes(name))
  if (chosen.length === 0) {
    throw new StartRefused(`No test file of ${named.join(', ')} holds ${words.join(' or ')}.`)
  }
  return {
    projects: new Map(chosen.map(name => [name, words])),
    checks: positionals.length === 0,
    postgres: values.postgres,
  }
}

/** Every file in the folders where tests are, from the repository's root. */
export function testFiles(): string[] {
  return ['packages', 'apps', 'tools', 'e2e'].flatMap(folder =>
    readdirSync(`${repository}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter(path => /\.(test|e2e)\.tsx?$/.test(path) && !path.includes('node_modules'))
      .map(path => `${folder}/${path}`),
  )
}

function parse(args: readonly string[]) {
  try {
    const options = { postgres: { type: 'string', default: '18' } } as const
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
  } catch (error) {
    throw new StartRefused(
      `${(error as Error).message.split('. ')[0]}: only --postgres=15 is known.`,
    )
  }
}
