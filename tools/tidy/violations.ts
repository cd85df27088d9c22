import { isBuiltin } from 'node:module'
import {
  memberShell,
  purePackages,
  serverModules,
  testDependencies,
  workspaceDependencies,
} from './boundaries.ts'
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
  return imports.flatMap(one => {
    const home = workspaceOf(one.from)
    if (home === null) return []
    const found: Violation[] = []
    if (one.file !== null) {
      if (workspaceOf(one.file) !== home)
        found.push({
          where: one.from,
          why: `reaches into another workspace by path: ${one.specifier}`,
        })
      return found
    }
    if (isBuiltin(one.specifier) || one.specifier.startsWith('virtual:')) return found
    const name = packageOf(one.specifier)
    const manifest = manifests[home]
    if (manifest?.name === name)
      found.push({ where: one.from, why: `imports its own workspace by name: ${name}` })
    if (
      name.startsWith('@banyan/') &&
      !isTest(one.from) &&
      !workspaceDependencies[home]?.includes(name)
    ) {
      found.push({ where: one.from, why: `${home} may not visit ${name}` })
    }
    const pure = purePackages[home]
    if (pure && !name.startsWith('@banyan/') && !pure.includes(name) && !isTest(one.from)) {
      found.push({ where: one.from, why: `${home} is pure and may not import ${name}` })
    }
    const declared = manifest ? [...manifest.dependencies, ...manifest.devDependencies] : []
    if (!declared.includes(name) && !(isTest(one.from) && testDependencies.includes(name))) {
      found.push({
        where: one.from,
        why: `uses ${name} without declaring it in ${home}/package.json`,
      })
    }
    return found
  })
}

const serverRoot = 'apps/server/src/'
const memberRoot = 'apps/member/src/'

const moduleOf = (path: string, root: string): string | null => {
  if (!path.startsWith(root)) return null
  const parts = path.slice(root.length).split('/')
  return parts.length > 1 ? (parts[0] ?? null) : null
}

/** Imports across the boundaries inside the server and inside the member app. */
export function checkModules(imports: readonly Import[]): Violation[] {
  return imports.flatMap(one => [...serverBoundary(one), ...memberBoundary(one)])
}

function serverBoundary(one: Import): Violation[] {
  if (one.file === null || isTest(one.from)) return []
  const from = moduleOf(one.from, serverRoot)
  const to = moduleOf(one.file, serverRoot)
  if (to === null || from === to) return []
  const violation = (why: string): Violation[] => [
    { where: one.from, why: `${why}: ${one.specifier}` },
  ]
  if (to === 'testing') return violation('product code may not import what tests use')
  if (from === 'platform') return violation('the platform knows no room')
  if (to === 'platform') return []
  if (to === 'bin') return violation('a door is entered by nobody')
  const isIndex = one.file === `${serverRoot}${to}/index.ts`
  if (from === null || from === 'bin') {
    const isMigrationList =
      one.from === `${serverRoot}migrations.ts` && one.file === `${serverRoot}${to}/migrations.ts`
    return isIndex || isMigrationList ? [] : violation('a room is entered by its index only')
  }
  if (!serverModules[from]?.includes(to)) return violation(`room ${from} may not visit room ${to}`)
  return isIndex ? [] : violation('a room is entered by its index only')
}

function memberBoundary(one: Import): Violation[] {
  if (one.file === null) return []
  const from = moduleOf(one.from, memberRoot)
  const to = moduleOf(one.file, memberRoot)
  if (to === null || from === null || from === to) return []
  if (from === memberShell)
    return [{ where: one.from, why: `the shell gets modules from the entry: ${one.specifier}` }]
  if (to !== memberShell)
    return [
      { where: one.from, why: `rooms of the member app never import each other: ${one.specifier}` },
    ]
  const isProgram = [
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
    'payment-pad.ts',
    'kept-words.ts',
    'login-keys.ts',
    'chain-address.ts',
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
    'message-line.tsx',
    'message-text.tsx',
    'result/show-result.tsx',
    'result/seen-results.ts',
    'result/result-sheet.tsx',
    'page/record.tsx',
  ].some(runsIn => one.file === `${memberRoot}${memberShell}/${runsIn}`)
  return isProgram
    ? []
    : [{ where: one.from, why: `the shell is entered by its index only: ${one.specifier}` }]
}

/** Cycles of files that import each other at run time. */
export function checkCycles(imports: readonly Import[]): Violation[] {
  const next = new Map<string, string[]>()
  for (const one of imports) {
    if (one.file === null || isTest(one.from)) continue
    next.set(one.from, [...(next.get(one.from) ?? []), one.file])
  }
  const done = new Set<string>()
  const found: Violation[] = []
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) {
      found.push({
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
  return found
}

/** Tables are created by one module's migrations, and only that module writes them. */
export function checkTables(sources: readonly Source[]): Violation[] {
  const owner = new Map<string, string>()
  const server = sources.filter(
    one =>
      one.path.startsWith(serverRoot) && !isTest(one.path) && !one.path.endsWith('generated.ts'),
  )
  for (const { path, text } of server) {
    for (const match of text.matchAll(/create table (?:if not exists )?(\w+)/gi))
      owner.set(match[1] as string, moduleOf(path, serverRoot) ?? '')
  }
  return server.flatMap(({ path, text }) => {
    const module = moduleOf(path, serverRoot) ?? ''
    const written = [
      ...[...text.matchAll(/\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)'/g)].map(match =>
        snake(match[1] as string),
      ),
      ...[...text.matchAll(/\b(?:insert into|update|delete from)\s+(\w+)/gi)].map(match =>
        (match[1] as string).toLowerCase(),
      ),
    ]
    return written
      .filter(table => owner.has(table) && owner.get(table) !== module)
      .map(table => ({ where: path, why: `writes ${table}, which belongs to ${owner.get(table)}` }))
  })
}

const snake = (name: string): string => name.replace(/[A-Z]/g, email => `_${email.toLowerCase()}`)
