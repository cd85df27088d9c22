import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { workspaceDependencies } from './boundaries.ts'
import { type Import, importsOf, sourcesOf } from './imports.ts'
import {
  checkCycles,
  checkManifests,
  checkModuleCircles,
  checkModules,
  checkReads,
  checkWorkspaces,
  checkWrites,
  type Manifest,
  type ServerModules,
  serverModulesOf,
} from './violations.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = sourcesOf(root)
const imports = sources.flatMap(importsOf)
const modules = serverModulesOf(sources)

const manifests = Object.fromEntries(
  Object.keys(workspaceDependencies).map(folder => {
    const {
      name,
      dependencies = {},
      devDependencies = {},
    } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
    const manifest: Manifest = {
      name,
      dependencies: Object.keys(dependencies),
      devDependencies: Object.keys(devDependencies),
    }
    return [folder, manifest]
  }),
)

describe('the repository', () => {
  it('was read at all', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(imports.length).toBeGreaterThan(500)
  })

  it('respects the boundaries between workspaces, and declares what it uses', () => {
    expect(checkWorkspaces(imports, manifests)).toEqual([])
  })

  it('respects the boundaries between modules', () => {
    expect(checkModules(imports, modules)).toEqual([])
  })

  it('has a manifest for each module of the server, and all of them in its list', () => {
    expect(modules.size).toBeGreaterThan(30)
    expect(checkManifests(sources, modules)).toEqual([])
  })

  it('has no circle of modules', () => {
    expect(checkModuleCircles(modules)).toEqual([])
  })

  it('has no circle of imports', () => {
    expect(checkCycles(imports)).toEqual([])
  })

  it('has each table written by its own module only', () => {
    expect(checkWrites(sources)).toEqual([])
  })

  it('has tables read only by modules that need their owner, and only those that it offers', () => {
    expect(checkReads(sources, modules)).toEqual([])
  })
})

/** A file that does what must not be done: the checks are only worth what they find. */
function planted(path: string, text: string): Import[] {
  return importsOf({ path, text })
}

describe('a planted violation is found', () => {
  it('when a workspace imports one that it may not', () => {
    const violations = checkWorkspaces(
      planted('packages/domain/src/x.ts', "import { x } from '@banyan/client'"),
      manifests,
    )
    expect(violations.map(one => one.why)).toContain(
      'packages/domain may not import @banyan/client',
    )
  })

  it('when a workspace is entered by path', () => {
    const violations = checkWorkspaces(
      planted('apps/member/src/otc/x.ts', "import { x } from '../../../server/src/otc/index.ts'"),
      manifests,
    )
    expect(violations[0]?.why).toContain('reaches into another workspace')
  })

  it('when a package is used without being declared', () => {
    const violations = checkWorkspaces(
      planted('apps/server/src/otc/x.ts', "import _ from 'lodash'"),
      manifests,
    )
    expect(violations[0]?.why).toBe('uses lodash without declaring it in apps/server/package.json')
  })

  it('when a pure package imports a library', () => {
    const violations = checkWorkspaces(
      planted('packages/economy/src/x.ts', "import pg from 'pg'"),
      manifests,
    )
    expect(violations[0]?.why).toBe('packages/economy is pure and may not import pg')
  })

  it('when a module imports one that is not in its list, or a file that is not an index', () => {
    expect(
      checkModules(
        planted('apps/server/src/pricing/x.ts', "import { x } from '../otc/index.ts'"),
        modules,
      ),
    ).toHaveLength(1)
    expect(
      checkModules(
        planted('apps/server/src/otc/x.ts', "import type { X } from '../ledger/post.ts'"),
        modules,
      ),
    ).toHaveLength(1)
    expect(
      checkModules(
        planted('apps/server/src/platform/x.ts', "import { x } from '../ledger/index.ts'"),
        modules,
      ),
    ).toHaveLength(1)
    expect(
      checkModules(
        planted('apps/server/src/otc/x.ts', "import { x } from '../testing/database.ts'"),
        modules,
      ),
    ).toHaveLength(1)
    expect(
      checkModules(
        planted('apps/server/src/otc/x.ts', "import { x } from '../ledger/index.ts'"),
        modules,
      ),
    ).toEqual([])
  })

  it('when a module of the member app imports another, or the shell imports one', () => {
    expect(
      checkModules(
        planted('apps/member/src/otc/x.ts', "import { x } from '../wallets/x.ts'"),
        modules,
      ),
    ).toHaveLength(1)
    expect(
      checkModules(
        planted('apps/member/src/shell/x.ts', "import { x } from '../otc/x.ts'"),
        modules,
      ),
    ).toHaveLength(1)
    expect(
      checkModules(
        planted('apps/member/src/shell/x.ts', "const x = () => import('../otc/x.ts')"),
        modules,
      ),
    ).toHaveLength(1)
  })

  it('when files import each other in a circle', () => {
    const circle = [
      ...planted('a/x.ts', "import { y } from './y.ts'"),
      ...planted('a/y.ts', "import { x } from './x.ts'"),
    ]
    expect(checkCycles(circle)).toHaveLength(1)
    expect(
      checkCycles([
        ...planted('a/x.ts', "import { y } from './y.ts'"),
        ...planted('a/y.ts', "import type { X } from './x.ts'"),
      ]),
    ).toHaveLength(1)
    expect(
      checkCycles([
        ...planted('a/x.ts', "import { y } from './y.ts'"),
        ...planted('a/y.ts', "const x = () => import('./x.ts')"),
      ]),
    ).toHaveLength(1)
    expect(checkCycles(planted('a/x.ts', "import { y } from './y.ts'"))).toEqual([])
  })

  const owner = {
    path: 'apps/server/src/ledger/migrations.ts',
    text: 'create table ledger_account ( create table ledger_secret (',
  }
  const small: ServerModules = new Map([
    ['ledger', { needs: [], points: [], offers: ['ledger_account'] }],
    ['otc', { needs: ['ledger'], points: [], offers: [] }],
    ['chat', { needs: ['otc'], points: [], offers: [] }],
  ])

  it('when a module writes a table of another', () => {
    const written = (text: string) =>
      checkWrites([owner, { path: 'apps/server/src/otc/store.ts', text }])
    expect(written(".updateTable('ledgerAccount')")).toHaveLength(1)
    expect(written('insert into ledger_account values')).toHaveLength(1)
    expect(written(".selectFrom('ledgerAccount')")).toEqual([])
  })

  it('when a module reads a table that its owner does not offer, or whose owner it does not need', () => {
    const read = (text: string, path = 'otc/store.ts') =>
      checkReads([owner, { path: `apps/server/src/${path}`, text }], small)
    expect(read(".selectFrom('ledgerAccount')")).toEqual([])
    expect(read(".selectFrom('ledgerSecret')")).toHaveLength(1)
    expect(read("const text = 'select x from ledger_secret'")).toHaveLength(1)
    expect(read(".leftJoin('ledgerAccount', 'a', 'b')", 'chat/store.ts')).toHaveLength(1)
    expect(read('join ledger_account account on true', 'chat/store.ts')).toHaveLength(1)
    expect(read('join ledger_account account on true', 'chat/check.ts')).toHaveLength(1)
    const invariant = "{ invariant: 'C1', what } join ledger_account account on true"
    expect(read(invariant, 'chat/check.ts')).toEqual([])
    expect(read('with ledger_secret as (select 1) select from ledger_secret')).toEqual([])
  })

  it('when modules need each other', () => {
    const circle = new Map([...small, ['ledger', { needs: ['chat'], points: [], offers: [] }]])
    expect(checkModuleCircles(small)).toEqual([])
    expect(checkModuleCircles(circle)).toHaveLength(1)
  })

  it('when a folder has no manifest, or its manifest is in no list', () => {
    const list = { path: 'apps/server/src/modules.ts', text: "from './ledger/module.ts'" }
    const folder = (name: string) => ({ path: `apps/server/src/${name}/index.ts`, text: '' })
    expect(checkManifests([list, folder('ledger')], small)).toEqual([])
    expect(checkManifests([list, folder('otc')], small)).toHaveLength(1)
    expect(checkManifests([list, folder('unknown')], small)).toHaveLength(1)
  })
})
