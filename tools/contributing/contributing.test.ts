import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { repository } from '../bootstrap/repository.ts'
import { importsOf, sourcesOf } from '../tidy/imports.ts'
import {
  checkManifests,
  checkModules,
  checkReads,
  checkWrites,
  serverModulesOf,
} from '../tidy/violations.ts'
import { Copy } from './copy.ts'
import { stepsOf, withStep } from './steps.ts'

const page = readFileSync(join(repository, 'docs/contributing.md'), 'utf8')
const call = stepsOf(page, 'A call')
const screen = stepsOf(page, 'A page')

/** Files with a line for each of many things of one kind. */
const lists = [
  'packages/domain/src/calls.ts',
  'apps/server/src/modules.ts',
  'apps/member/src/shell/routes.ts',
  'apps/member/src/page-loads.ts',
]

describe('docs/contributing.md', () => {
  it('adds a call, and a page, with at most eight files, two of them lists', () => {
    for (const steps of [call, screen]) {
      const files = new Set(steps.map(({ path }) => path))
      expect(files.size).toBeGreaterThan(3)
      expect(files.size).toBeLessThanOrEqual(8)
      expect(lists.filter(list => files.has(list)).length).toBeLessThanOrEqual(2)
    }
  })

  let copy: Copy | undefined
  afterAll(() => copy?.remove())

  it('holds when every step of it is followed', async () => {
    copy = new Copy()
    for (const step of [...call, ...screen]) copy.apply(step)
    // The command that the page names. It needs no package but what is installed.
    await copy.run('tsx', 'tools/bootstrap/db-types.ts')
    await copy.run(
      'biome',
      'check',
      'apps/server/src/memos',
      'apps/member/src/memos',
      'packages/domain/src/memos',
    )
    await copy.run('tsc', '-p', 'tsconfig.json')
    await copy.run('tsc', '-p', 'tsconfig.web.json')
    const sources = sourcesOf(copy.root)
    const modules = serverModulesOf(sources)
    expect(modules.has('memos')).toBe(true)
    expect(checkManifests(sources, modules)).toEqual([])
    expect(checkModules(sources.flatMap(importsOf), modules)).toEqual([])
    expect([...checkReads(sources, modules), ...checkWrites(sources)]).toEqual([])
    // One worker needs one PostgreSQL; each path is of files of one of the two projects.
    await copy.run(
      'vitest',
      'run',
      '--no-file-parallelism',
      '--project',
      'integration',
      '--project',
      'unit',
      'apps/server/src/memos',
      'packages/domain/src/contract',
      'packages/domain/src/identity/freezes',
      'apps/member/src/page-loads',
    )
    // It compiles the project twice and starts PostgreSQL twice.
  }, 900_000)
})

describe('a step', () => {
  it('adds lines after a line that is there once', () => {
    const step = { path: 'x.ts', after: 'b', lines: 'new\n' }
    expect(withStep('a\nb\nc', step)).toBe('a\nb\nnew\nc')
    expect(() => withStep('a\nc', step)).toThrow('x.ts has the line "b" 0 times')
    expect(() => withStep('b\nb', step)).toThrow('2 times')
  })

  it('needs an instruction', () => {
    expect(() => stepsOf('## X\n\nDo it:\n\n```ts\nlet x\n```\n', 'X')).toThrow(
      'without an instruction',
    )
    expect(() => stepsOf('', 'X')).toThrow('no section X')
  })
})
