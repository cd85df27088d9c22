import { isBuiltin } from 'node:module'
import { memberShell, purePackages, testDependencies, workspaceDependencies } from './boundaries.ts'
import type { Import, Source } from './imports.ts'

/** The parts of a workspace's package.json that are checked. */
export interface Manifest {
  name: string
  dependencies: readonly string[]
  devDependencies: readonly string[]
}

/** A violation: where it is, and the reason. */
export interface Violation {
  where: string
  why: string
}

export const isTest = (path: string): boolean =>
  /\.(test|e2e|fixture)\.tsx?$|\/testing\/|(^|\/)(vite|vitest)\.config\.ts$/.test(path)

export function workspaceOf(path: string): string | null {
  return Object.keys(workspaceDependencies).find(folder => path.startsWith(`${folder}/`)) ?? null
}

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')

/** Imports across the boundaries between workspaces, and packages that a workspace uses without declaring. */
export function checkWorkspaces(
  imports: readonly Import[],
  manifests: Readonly<Record<string, Manifest>>,
): Violation[] {
  return imports.flatMap(imported => {
    const home = workspaceOf(imported.from)
    if (home === null) return []
    const violations: Violation[] = []
    if (imported.file !== null) {
      if (workspaceOf(imported.file) !== home)
        violations.push({
          where: imported.from,
          why: `reaches into another workspace by path: ${imported.specifier}`,
        })
      return violations
    }
    if (isBuiltin(imported.specifier) || imported.specifier.startsWith('virtual:'))
      return violations
    const name = packageOf(imported.specifier)
    const manifest = manifests[home]
    if (manifest?.name === name)
      violations.push({ where: imported.from, why: `imports its own workspace by name: ${name}` })
    if (
      name.startsWith('@banyan/') &&
      !isTest(imported.from) &&
      !workspaceDependencies[home]?.includes(name)
    ) {
      violations.push({ where: imported.from, why: `${home} may not import ${name}` })
    }
    const pure = purePackages[home]
    if (pure && !name.startsWith('@banyan/') && !pure.includes(name) && !isTest(imported.from)) {
      violations.push({ where: imported.from, why: `${home} is pure and may not import ${name}` })
    }
    const declared = manifest ? [...manifest.dependencies, ...manifest.devDependencies] : []
    if (!declared.includes(name) && !(isTest(imported.from) && testDependencies.includes(name))) {
      violations.push({
        where: imported.from,
        why: `uses ${name} without declaring it in ${home}/package.json`,
      })
    }
    return violations
  })
}

const serverRoot = 'apps/server/src/'
const memberRoot = 'apps/member/src/'

const moduleOf = (path: string, root: string): string | null => {
  if (!path.startsWith(root)) return null
  const parts = path.slice(root.length).split('/')
  return parts.length > 1 ? (parts[0] ?? null) : null
}

/** A module of the server, as its manifest says. */
export interface ServerModule {
  /** Folders of the modules that it needs. */
  needs: readonly string[]
  /** Functions that modules above it provide. */
  points: readonly string[]
  /** Its tables and views that other modules may read. */
  offers: readonly string[]
}

export type ServerModules = ReadonlyMap<string, ServerModule>

/** Folders of the server that are not modules: each has rules of its own. */
const notModules = ['bin', 'platform', 'testing']

/** Every module's manifest, read from its `module.ts`: what it needs is what that file imports. */
export function serverModulesOf(sources: readonly Source[]): ServerModules {
  const modules = new Map<string, ServerModule>()
  for (const { path, text } of sources) {
    const folder = moduleOf(path, serverRoot)
    if (folder === null || path !== `${serverRoot}${folder}/module.ts`) continue
    const needs = [...text.matchAll(/from '\.\.\/([\w-]+)\/module\.ts'/g)].map(match => match[1])
    const [, points = ''] = /^ {2}points: \{([\s\S]*?)\},\n/m.exec(text) ?? []
    const [, offered = ''] = /\boffers: \[([^\]]*)\]/.exec(text) ?? []
    modules.set(folder, {
      needs: needs.filter((name): name is string => name !== undefined && name !== 'platform'),
      points: [...points.matchAll(/(\w+): (?:one|many)</g)].map(match => match[1] as string),
      offers: [...offered.matchAll(/'(\w+)'/g)].map(match => match[1] as string),
    })
  }
  return modules
}

/** Folders of the server without a manifest, and manifests that the list of modules lacks. */
export function checkManifests(sources: readonly Source[], modules: ServerModules): Violation[] {
  const list = sources.find(({ path }) => path === `${serverRoot}modules.ts`)?.text ?? ''
  const folders = new Set(sources.flatMap(({ path }) => moduleOf(path, serverRoot) ?? []))
  return [...folders]
    .filter(folder => !notModules.includes(folder))
    .flatMap(folder => {
      const where = `${serverRoot}${folder}`
      if (!modules.has(folder)) return [{ where, why: 'a module has no module.ts' }]
      if (list.includes(`'./${folder}/module.ts'`)) return []
      return [{ where, why: 'a module is not in the list of modules' }]
    })
}

/** Imports across the boundaries inside the server and inside the member app. */
export function checkModules(imports: readonly Import[], modules: ServerModules): Violation[] {
  return imports.flatMap(one => [...serverBoundary(one, modules), ...memberBoundary(one)])
}

function serverBoundary(imported: Import, modules: ServerModules): Violation[] {
  if (imported.file === null || isTest(imported.from)) return []
  const from = moduleOf(imported.from, serverRoot)
  const to = moduleOf(imported.file, serverRoot)
  if (to === null || from === to) return []
  const violation = (why: string): Violation[] => [
    { where: imported.from, why: `${why}: ${imported.specifier}` },
  ]
  if (to === 'testing') return violation('product code may not import what tests use')
  if (from === 'platform') return violation('the platform may not import a module')
  if (to === 'platform') return []
  if (to === 'bin') return violation('a program may not be imported')
  const isIndex = imported.file === `${serverRoot}${to}/index.ts`
  const isManifest = imported.file === `${serverRoot}${to}/module.ts`
  const composes = from === null || imported.from === `${serverRoot}${from}/module.ts`
  if (!isIndex && !(isManifest && composes))
    return violation('a module is imported through its index.ts only')
  if (from === null || from === 'bin') return []
  if (!modules.get(from)?.needs.includes(to)) return violation(`module ${from} does not need ${to}`)
  return []
}

/** Modules that need each other, directly or through others. */
export function checkModuleCircles(modules: ServerModules): Violation[] {
  const violations: Violation[] = []
  const done = new Set<string>()
  const visit = (name: string, path: readonly string[]): void => {
    const start = path.indexOf(name)
    if (start >= 0) {
      const circle = [...path.slice(start), name].join(' → ')
      violations.push({ where: name, why: `a circle of modules: ${circle}` })
      return
    }
    if (done.has(name)) return
    for (const needed of modules.get(name)?.needs ?? []) visit(needed, [...path, name])
    done.add(name)
  }
  for (const name of modules.keys()) visit(name, [])
  return violations
}

function memberBoundary(imported: Import): Violation[] {
  if (imported.file === null) return []
  const from = moduleOf(imported.from, memberRoot)
  const to = moduleOf(imported.file, memberRoot)
  if (to === null || from === null || from === to) return []
  if (from === memberShell)
    return [
      { where: imported.from, why: `the shell gets modules from the entry: ${imported.specifier}` },
    ]
  if (to !== memberShell)
    return [
      {
        where: imported.from,
        why: `modules of the member app never import each other: ${imported.specifier}`,
      },
    ]
  const isOpen = [
    'index.ts',
    'form.ts',
    'email-code.tsx',
    'rule-version.tsx',
    'missing.tsx',
    'hash-line.tsx',
    'check-states.ts',
    'check-steps.tsx',
    'kept-facts.ts',
    'kept-space.tsx',
    'load/part-props.ts',
    'result/result.ts',
    'anonymous-client.ts',
    'notice-card.tsx',
    'stopped-calls.ts',
    'sum-line.tsx',
    'typed.ts',
    'amount-bounds.ts',
    'payment-pad.tsx',
    'amount-form.tsx',
    'copyable.tsx',
    'unread-head.tsx',
    'kept-words.ts',
    'login-keys.ts',
    'chain-address.ts',
    'routes.ts',
    'slots.tsx',
    'pay-stop.tsx',
    'choice-question.tsx',
    'hidden-figures.tsx',
    'risk-notice.tsx',
    'limits-link.tsx',
    'use-uploads.ts',
    'attachments.tsx',
    'file-field.tsx',
    'file-about.ts',
    'message-files.tsx',
    'size.ts',
    'message-pictures.tsx',
    'use-read-mark.ts',
    'message-form.tsx',
    'message-text.tsx',
    'result/show-result.tsx',
    'result/seen-results.ts',
    'result/result-sheet.tsx',
    'page/record.tsx',
    'page/use-cancel.ts',
  ].some(file => imported.file === `${memberRoot}${memberShell}/${file}`)
  return isOpen
    ? []
    : [
        {
          where: imported.from,
          why: `the shell is entered by its index only: ${imported.specifier}`,
        },
      ]
}

/** Cycles of files that import each other at run time. */
export function checkCycles(imports: readonly Import[]): Violation[] {
  const next = new Map<string, string[]>()
  for (const imported of imports) {
    if (imported.file === null || isTest(imported.from)) continue
    next.set(imported.from, [...(next.get(imported.from) ?? []), imported.file])
  }
  const done = new Set<string>()
  const violations: Violation[] = []
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) {
      violations.push({
        where: file,
        why: `a circle of imports: ${[...path.slice(start), file].join(' → ')}`,
      })
      return
    }
    if (done.has(file)) return
    for (const to of next.get(file) ?? []) visit(to, [...path, file])
    done.add(file)
  }
  for (const file of next.keys()) visit(file, [])
  return violations
}

/** Sources of the server's product code. */
const serverCode = (sources: readonly Source[]): readonly Source[] =>
  sources.filter(
    ({ path }) => path.startsWith(serverRoot) && !isTest(path) && !path.endsWith('generated.ts'),
  )

/** The module that creates each table and view. */
export function ownersOf(sources: readonly Source[]): Map<string, string> {
  const owners = new Map<string, string>()
  for (const { path, text } of serverCode(sources))
    for (const [, name] of text.matchAll(
      /create (?:or replace )?(?:unlogged )?(?:table|view) (?:if not exists )?(\w+)/gi,
    ))
      owners.set(name as string, moduleOf(path, serverRoot) ?? '')
  return owners
}

/** Tables are created by one module's migrations, and only that module writes them. */
export function checkWrites(sources: readonly Source[]): Violation[] {
  const server = serverCode(sources)
  const owners = ownersOf(server)
  return server.flatMap(({ path, text }) => {
    const module = moduleOf(path, serverRoot) ?? ''
    const written = [
      ...tablesIn(text, /\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'/g),
      ...tablesIn(text, /\b(?:insert into|update|delete from)\s+(\w+)/gi),
    ]
    return written
      .filter(table => owners.has(table) && owners.get(table) !== module)
      .map(table => ({
        where: path,
        why: `writes ${table}, which belongs to ${owners.get(table)}`,
      }))
  })
}

/**
 * Invariants compare what several modules keep, in SQL that shares nothing with what writes; so does the
 * second reader of the books. Both stand above all modules and read any table.
 */
const isAboveModules = ({ path, text }: Source): boolean =>
  (/\/([\w-]+-)?(check|invariants)(-[\w-]+)?\.ts$/.test(path) && /\binvariant/i.test(text)) ||
  path.startsWith(`${serverRoot}accountant/`)

/** Steps of the schema may read whatever earlier steps have made. */
const isMigration = (path: string): boolean => /migration[\w-]*\.ts$/.test(path)

/**
 * Reads of another module's tables, in Kysely and in SQL text: only of a module that the reader needs,
 * and only what its manifest offers. The platform's own tables are for everybody.
 */
export function checkReads(sources: readonly Source[], modules: ServerModules): Violation[] {
  const server = serverCode(sources)
  const owners = ownersOf(server)
  return server.flatMap(({ path, text }) => {
    const module = moduleOf(path, serverRoot) ?? ''
    if (isMigration(path) || isAboveModules({ path, text })) return []
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$|--.*$/gm, '')
    const named = new Set(
      tablesIn(
        code,
        /(?:\bwith|\brecursive|,)\s+(\w+)(?:\s*\([^)]*\))?\s+as\s+(?:not )?(?:materialized )?\(/gi,
      ),
    )
    const read = [
      ...tablesIn(code, /\.(?:selectFrom|\w+Join(?:Lateral)?|using)\(\s*\[?\s*'(\w+)/g),
      ...tablesIn(code, /\b(?:from|join|using)\s+(?:only\s+)?(\w+)/gi),
    ]
    return [...new Set(read)]
      .filter(table => !named.has(table))
      .flatMap(table => {
        const owner = owners.get(table)
        if (owner === undefined || owner === module || owner === 'platform') return []
        const why = whyNotReadable(owner, table, module, modules)
        return why === null ? [] : [{ where: path, why }]
      })
  })
}

function whyNotReadable(
  owner: string,
  table: string,
  reader: string,
  modules: ServerModules,
): string | null {
  if (!modules.get(owner)?.offers.includes(table))
    return `reads ${table}, which ${owner} does not offer`
  if (modules.get(reader)?.needs.includes(owner)) return null
  return `reads ${table} of ${owner}, which ${reader || 'the composition'} does not need`
}

const tablesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(match => snake(match[1] as string).toLowerCase())

const snake = (name: string): string => name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
