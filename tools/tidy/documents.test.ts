import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as domain from '@banyan/domain'
import { describe, expect, it } from 'vitest'
import {
  endsOf,
  figuresWithoutCommand,
  missingAddresses,
  missingCommands,
  missingPaths,
} from './documents.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter(path => existsSync(join(root, path)))
const pages = files.filter(path => path.endsWith('.md')).map(path => [path, read(path)] as const)

const scripts = new Map<string, string[]>(
  files
    .filter(path => /(^|\/)package\.json$/.test(path))
    .map(path => [path, JSON.parse(read(path))] as const)
    .map(([path, { name, scripts: own = {} }]) => [
      path === 'package.json' ? '' : name,
      Object.keys(own),
    ]),
)
const ofEach = (fault: (text: string) => string[]) =>
  pages.flatMap(([page, text]) => fault(text).map(one => `${page}: ${one}`))

describe('the documents', () => {
  it('name no command that is not there', () => {
    expect(pages.length).toBeGreaterThan(90)
    expect(ofEach(text => missingCommands(text, scripts))).toEqual([])
  })

  it('name no file or folder that is not there', () => {
    const known = endsOf(files)
    expect(ofEach(text => missingPaths(text, known))).toEqual([])
  })

  it('name no call and no page that is not there', () => {
    // Calls that give bytes are declared by their beginning.
    const calls = Object.values(domain).flatMap(one => {
      if (typeof one === 'string') return one.startsWith('/api/') ? [`${one}/:id`] : []
      return typeof one === 'object' && one !== null && 'path' in one ? [String(one.path)] : []
    })
    const routes = [...read('apps/member/src/shell/routes.ts').matchAll(/'(\/pages\/[^']+)'/g)].map(
      ([, path]) => path as string,
    )
    expect(calls.length).toBeGreaterThan(200)
    expect(routes.length).toBeGreaterThan(40)
    const others = [
      '/api/openapi.json',
      '/api/operator/openapi.json',
      '/api/clock',
      '/api/memo',
      '/pages/more/memo',
    ]
    // The pages of both sides of the market are made from one list.
    const market = ['buy', 'sell'].map(side => `/pages/otc/${side}/:page`)
    const known = [...calls, ...routes, ...others, ...market]
    expect(ofEach(text => missingAddresses(text, known))).toEqual([])
  })

  it('name the command that shows each figure', () => {
    expect(figuresWithoutCommand(read('docs/figures.md'), scripts)).toEqual([])
  })

  it('name every command that there is', () => {
    const named = read('README.md') + read('docs/commands.md') + read('docs/figures.md')
    // `npm start` and `npm test` are words of npm; what builds is a part of both.
    const own = scripts
      .get('')
      ?.filter(name => !['start', 'test', 'build', 'format'].includes(name))
    expect(own?.filter(name => !new RegExp(`(\`|npm run )${name}[\` ]`).test(named))).toEqual([])
  })
})

describe('the check of documents', () => {
  const some = new Map([
    ['', ['tidy', 'bench:otc']],
    ['@banyan/member', ['budget']],
  ])

  it.each([
    ['`npm run tidy`, then `npm run bench:otc -- --fast`', []],
    ['`npm run budget -w @banyan/member`', []],
    ['`npm run budget`', ['npm run budget']],
    ['`npm run tidy -w @banyan/member`', ['npm run tidy -w @banyan/member']],
    ['```\nnpm run gone\n```', ['npm run gone']],
  ])('judges the commands of %j', (text, missing) => {
    expect(missingCommands(text, some)).toEqual(missing)
  })

  it.each([
    ['`apps/member/src/shell`, `shell/routes.ts`, `routes.ts`', []],
    ['`apps/member/src/shell/`', []],
    ['`loads.ts` and `apps/member/src/gone`', ['loads.ts', 'apps/member/src/gone']],
    // Files of a running product, patterns, words.
    ['`secrets.json`, `src/*/texts.ts`, `otc/take`, `withdraw.create`', []],
    ['New file `apps/member/src/memos/texts.ts`:', []],
    ['```ts\nimport `gone.ts`\n```', []],
  ])('judges the paths of %j', (text, missing) => {
    expect(missingPaths(text, endsOf(['apps/member/src/shell/routes.ts']))).toEqual(missing)
  })

  it.each([
    ['GET /api/trades/trd_1, /api/trades and `#/pages/more/rules?tab=book`', []],
    [
      '/api/deeds, /api/trades/trd_1/gone, /pages/more/gone',
      ['/api/deeds', '/api/trades/trd_1/gone', '/pages/more/gone'],
    ],
    ['`apps/member/src/pages/otc`', []],
  ])('judges the addresses of %j', (text, missing) => {
    expect(missingAddresses(text, ['/api/trades/:id', '/pages/more/rules'])).toEqual(missing)
  })

  it.each([
    ['| Takes | 1,000/s | 539/s | `bench:otc` ([why](a.md)) |', []],
    ['| First load | 100 kB | 96 kB | `budget -w @banyan/member` |', []],
    ['| Closing | 1 s | 0.3 s | `npm test -- security` |', []],
    ['| Takes | 1,000/s | 539/s | |', ['Takes']],
    ['| Takes | 1,000/s | 539/s | `bench:gone` |', ['Takes']],
  ])('judges the figure %s', (row, without) => {
    expect(figuresWithoutCommand(`| Figure | Target |\n| --- |\n${row}`, some)).toEqual(without)
  })
})
