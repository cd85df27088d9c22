import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { repository } from '../bootstrap/repository.ts'
import { byHand, claims } from './acts.ts'
import { type Command, commandsIn } from './blocks.ts'
import { files, fillIn, isAt, notRun, type Place, runPages } from './plan.ts'
import { commandCell } from './report.ts'

const folder = join(repository, 'docs/operations')
/** Pages that programs write; what is fenced there is nobody's command. */
const written = ['drill.md', 'faults.md', 'guide-tried.md']
const pages = readdirSync(folder).filter(name => name.endsWith('.md') && !written.includes(name))
const commands = pages.flatMap(page => commandsIn(page, readFileSync(join(folder, page), 'utf8')))
const isRun = (command: Command) =>
  command.language === 'sh' && runPages.some(page => page === command.page)
const has = (places: readonly Place[], command: Command) =>
  places.some(place => isAt(place, command))

describe('the guide', () => {
  it('has no command that is neither run nor listed with a reason', () => {
    expect(commands.length).toBeGreaterThan(60)
    const forgotten = commands.filter(
      command => !isRun(command) && !has(notRun, command) && !has(Object.values(files), command),
    )
    expect(forgotten.map(({ page, text }) => `${page}: ${text}`)).toEqual([])
  })

  it('has each command that is listed, filled in or waited for', () => {
    const places = [
      ...notRun,
      ...Object.values(files),
      ...byHand.map(({ before }) => before),
      ...claims.map(({ after }) => after),
    ]
    const gone = places.filter(place => !commands.some(command => isAt(place, command)))
    expect(gone).toEqual([])
  })

  it.skipIf(!existsSync(join(folder, 'guide-tried.md')))(
    'says in its table of each command what came of it',
    () => {
      const file = join(folder, 'guide-tried.md')
      const rows = readFileSync(file, 'utf8').split('\n')
      const tried = commands.filter(command => isRun(command) && !has(notRun, command))
      const unknown = tried
        .map(({ text }) => `| ${commandCell(text)} | done |`)
        .filter(begins => !rows.some(row => row.startsWith(begins)))
      expect(unknown).toEqual([])
    },
  )
})

describe('the reading of a page', () => {
  const page = (...lines: string[]) => commandsIn('a.md', lines.join('\n'))

  it('takes lines that belong together as one command', () => {
    const texts = page(
      '# Begin',
      '```sh',
      'one --with \\',
      '  more',
      '# a remark',
      'for a in b; do',
      '  two "$a"',
      'done',
      "cat > file <<'END'",
      'for nothing',
      'END',
      'three',
      '```',
    ).map(({ text }) => text)
    expect(texts).toEqual([
      'one --with \\\n  more',
      'for a in b; do\n  two "$a"\ndone',
      "cat > file <<'END'\nfor nothing\nEND",
      'three',
    ])
  })

  it('takes a block within a list without its indentation, and knows where it is', () => {
    const found = page(
      '## A list',
      '1. First:',
      '',
      '   ```sh',
      '   one',
      '   ```',
      '',
      '```',
      'output',
      '```',
    )
    expect(found).toEqual([
      { page: 'a.md', heading: 'A list', language: 'sh', text: 'one' },
      { page: 'a.md', heading: 'A list', language: '', text: 'output' },
    ])
  })

  it('refuses a block and a command that do not end', () => {
    expect(() => page('```sh', 'one')).toThrow(/does not end/)
    expect(() => page('```sh', 'for a in b; do', '```')).toThrow(/does not end/)
  })
})

describe('what is put in the place of words', () => {
  const values = {
    password: 'secret',
    version: '1.0.6',
    next: '1.0.7',
    store: { endpoint: 'http://store', bucket: 'b', region: 'r', keyId: 'k', secret: 's' },
  }

  it.each([
    ['psql -c "password \'PASSWORD\'"', 'psql -c "password \'secret\'"'],
    ['cd /opt/banyan/banyan-NEW', 'cd /opt/banyan/banyan-1.0.7'],
    ['ln -sfn /opt/banyan/banyan-OLD x', 'ln -sfn /opt/banyan/banyan-1.0.6 x'],
    [
      'S3_BUCKET=banyan-uploads\nS3_SECRET_ACCESS_KEY=SECRET',
      'S3_BUCKET=b\nS3_SECRET_ACCESS_KEY=s',
    ],
    ['REWIND_PASSWORD', 'REWIND_PASSWORD'],
  ])('fills in %j', (text, filled) => {
    expect(fillIn(text, values)).toBe(filled)
  })
})
