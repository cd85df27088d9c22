import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { workspaceDependencies } from './boundaries.ts'
import { type Import, importsOf, sourcesOf } from './imports.ts'
import {
  checkCycles,
  checkModules,
  checkTables,
  checkWorkspaces,
  type Manifest,
} from './violations.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sources = sourcesOf(root)
const imports = sources.flatMap(importsOf)

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
    expect(checkModules(imports)).toEqual([])
  })

  it('has no circle of imports', () => {
    expect(checkCycles(imports)).toEqual([])
  })

  it('has each table written by its own module only', () => {
    expect(checkTables(sources)).toEqual([])
  })
})

/** A file that does what must not be done: the checks are only worth what they find. */
function planted(path: string, text: string): Import[] {
  return importsOf({ path, text })
}

describe('a planted violation is found', () => {
  it('when a workspace visits one that it may not', () => {
    const found = checkWorkspaces(
      planted('packages/domain/src/x.ts', "import { x } from '@banyan/client'"),
      manifests,
    )
    expect(found.map(one => one.why)).toContain('packages/domain may not visit @banyan/client')
  })

  it('when a workspace is entered by path', () => {
    const found = checkWorkspaces(
      planted('apps/member/src/otc/x.ts', "import { x } from '../../../server/src/otc/index.ts'"),
      manifests,
    )
    expect(found[0]?.why).toContain('reaches into another workspace')
  })

  it('when a package is used without being declared', () => {
    const found = checkWorkspaces(
      planted('apps/server/src/otc/x.ts', "import _ from 'lodash'"),
      manifests,
    )
    expect(found[0]?.why).toBe('uses lodash without declaring it in apps/server/package.json')
  })

  it('when a pure package imports a library', () => {
    const found = checkWorkspaces(
      planted('packages/economy/src/x.ts', "import pg from 'pg'"),
      manifests,
    )
    expect(found[0]?.why).toBe('packages/economy is pure and may not import pg')
  })

  it('when a module imports one that is not in its list, or a file that is not an index', () => {
    expect(
      checkModules(planted('apps/server/src/wallets/x.ts', "import { x } from '../otc/index.ts'")),
    ).toHaveLength(1)
    expect(
      checkModules(
        planted('apps/server/src/otc/x.ts', "import type { X } from '../ledger/post.ts'"),
      ),
    ).toHaveLength(1)
    expect(
      checkModules(
        planted('apps/server/src/platform/x.ts', "import { x } from '../ledger/index.ts'"),
      ),
    ).toHaveLength(1)
    expect(
      checkModules(
        planted('apps/server/src/otc/x.ts', "import { x } from '../testing/database.ts'"),
      ),
    ).toHaveLength(1)
    expect(
      checkModules(planted('apps/server/src/otc/x.ts', "import { x } from '../ledger/index.ts'")),
    ).toEqual([])
  })

  it('when a module of the member app imports another, or the shell imports one', () => {
    expect(
      checkModules(planted('apps/member/src/otc/x.ts', "import { x } from '../wallets/x.ts'")),
    ).toHaveLength(1)
    expect(
      checkModules(planted('apps/member/src/shell/x.ts', "import { x } from '../otc/x.ts'")),
    ).toHaveLength(1)
    expect(
      checkModules(planted('apps/member/src/shell/x.ts', "const x = () => import('../otc/x.ts')")),
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

  it('when a module writes a table of another', () => {
    const owner = {
      path: 'apps/server/src/ledger/migrations.ts',
      text: 'create table ledger_account (',
    }
    const thief = (text: string) =>
      checkTables([owner, { path: 'apps/server/src/otc/store.ts', text }])
    expect(thief(".updateTable('ledgerAccount')")).toHaveLength(1)
    expect(thief('insert into ledger_account values')).toHaveLength(1)
    expect(thief(".selectFrom('ledgerAccount')")).toEqual([])
  })
})
