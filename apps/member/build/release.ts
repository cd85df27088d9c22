import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { filesByPage, initialFiles, isPageTable } from './page-table.ts'

/**
 * Parts of a script file, from 0 to 1, by length before minification; the rest is shared by pages:
 * the shell and this repository's packages.
 */
export interface Shares {
  /** Code of a module of this app. */
  own: number
  /** Code from the registry. */
  library: number
}

/** A build's own record, for the budget, the tests and the next build. */
export interface Release {
  /** Changes with any byte of the served files. */
  id: string
  /** Script files of the first load. */
  initial: string[]
  /** Script files that each page adds, by the page's path. */
  pages: Record<string, string[]>
  /** The composition of each script file. */
  shares: Record<string, Shares>
  /** Hashed files of this release. */
  assets: string[]
  /** Hashed files of the previous release, which open windows may still request. */
  before: string[]
}

const worker = join(import.meta.dirname, '../worker/sw.js')

/**
 * Writes release.json and the service worker with the list of the shell's files, and keeps the
 * hashed files of the previous release: a window that was opened then still finds its pages.
 */
export function release(): Plugin {
  let outDir = ''
  let last: { release: Release; contents: Map<string, Buffer> } | null = null
  let facts: Pick<Release, 'initial' | 'pages' | 'shares'> | undefined
  return {
    name: 'release',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir
    },
    buildStart() {
      last = readLast(outDir)
    },
    generateBundle(_, bundle) {
      facts = {
        initial: [...initialFiles(bundle)],
        pages: filesByPage(bundle),
        shares: sharesOf(bundle),
      }
    },
    closeBundle() {
      if (!facts || !existsSync(join(outDir, 'index.html'))) return
      const assets = filesOf(outDir, 'assets')
      const shell = shellFiles(outDir, facts.initial)
      const id = idOf(outDir, [...assets, ...shell])
      const before =
        last === null ? [] : last.release.id === id ? last.release.before : last.release.assets
      for (const name of before) restore(outDir, name, last?.contents.get(name))
      const all: Release = { id, ...facts, assets, before }
      writeFileSync(join(outDir, 'release.json'), `${JSON.stringify(all, null, 1)}\n`)
      writeFileSync(join(outDir, 'sw.js'), workerOf(id, shell))
    },
  }
}

/**
 * The files of the shell: the page itself (''), its references, its icons, its manifest and its
 * table of pages.
 */
function shellFiles(outDir: string, initial: readonly string[]): string[] {
  const html = readFileSync(join(outDir, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file = '']) => file)
  return ['', ...new Set([...named, ...initial, ...filesOf(outDir, 'assets').filter(isPageTable)])]
}

function workerOf(id: string, shell: readonly string[]): string {
  const source = readFileSync(worker, 'utf8')
  const written = source.replace('/*release*/', id).replace('/*files*/ []', JSON.stringify(shell))
  if (written.includes('/*release*/') || written.includes('/*files*/')) {
    throw new Error('worker/sw.js has lost the lines that the build fills in')
  }
  return written
}

function idOf(outDir: string, files: readonly string[]): string {
  const hash = createHash('sha256').update(readFileSync(worker))
  for (const file of [...files].sort())
    hash.update(file).update(readFileSync(join(outDir, file || 'index.html')))
  return hash.digest('hex').slice(0, 12)
}

function sharesOf(bundle: Rolldown.OutputBundle): Record<string, Shares> {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  return Object.fromEntries(
    chunks.map(chunk => {
      const modules = Object.entries(chunk.modules)
      const length = (mark: RegExp) =>
        modules
          .filter(([id]) => mark.test(id))
          .reduce((sum, [, one]) => sum + one.renderedLength, 0)
      const share = (mark: RegExp) => Number((length(mark) / (length(/^/) || 1)).toFixed(4))
      const own = share(/[\\/]apps[\\/]member[\\/]src[\\/](?!shell[\\/])/)
      return [chunk.fileName, { own, library: share(/[\\/]node_modules[\\/]/) }]
    }),
  )
}

function readLast(outDir: string) {
  const file = join(outDir, 'release.json')
  if (!existsSync(file)) return null
  const read = JSON.parse(readFileSync(file, 'utf8')) as Release
  const contents = new Map(
    [...read.assets, ...read.before]
      .filter(name => existsSync(join(outDir, name)))
      .map(name => [name, readFileSync(join(outDir, name))]),
  )
  return { release: read, contents }
}

function restore(outDir: string, name: string, content: Buffer | undefined): void {
  const file = join(outDir, name)
  if (!content || existsSync(file)) return
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const filesOf = (outDir: string, folder: string): string[] =>
  readdirSync(join(outDir, folder)).map(name => `${folder}/${name}`)
