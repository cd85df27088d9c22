import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { firstCalls } from '../src/shell/load/first-calls.ts'

type Bundle = Rolldown.OutputBundle

const prefix = 'assets/pages-'
const sources = join(import.meta.dirname, '../src')

/** Pages whose files index.html lists itself: most visits begin with them. */
const inlined = ['/', '/pages/auth/home', '/pages/tabbar/OTC']

/** The parts of other modules that are drawn together with a page, as `slots.tsx` says. */
const partsOf: Readonly<Record<string, readonly string[]>> = {
  '/': [
    'notifications/parts/bell.tsx',
    'service/parts/service-button.tsx',
    'otc/parts/due-trades.tsx',
    'notices/parts/home-notices.tsx',
  ],
}

/**
 * The server does not see a hash address, so without help every deep link would cost one more round
 * trip. The script in index.html starts loading the page of the address, and the entry, after the
 * first paint. The files of all pages are in a separate table, which a deep link requests at once
 * and the first pages later; the app itself contains no page's file name.
 */
export function pageTable(): Plugin {
  let table = { fileName: '', source: '' }
  return {
    name: 'page-table',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const byPage = withStyles(bundle)
        table = tableFile(byPage)
        const first = Object.fromEntries(inlined.map(path => [path, byPage[path]]))
        return html
          .replace(/\s*<(script type="module"|link rel="modulepreload")[^>]*>(<\/script>)?/g, '')
          .replace('/*first*/ []', JSON.stringify([...initialFiles(bundle)].reverse()))
          .replace('/*inlined*/ {}', JSON.stringify(first))
          .replace("/*table*/ ''", JSON.stringify(table.fileName))
          .replace('/*calls*/ {}', JSON.stringify(firstCalls))
      },
    },
    // After the page that names it was generated.
    generateBundle: {
      order: 'post',
      handler() {
        if (table.fileName) this.emitFile({ type: 'asset', ...table })
      },
    },
  }
}

/** The table as a script: the files of a page by its path, null for a page that is not built. */
function tableFile(byPage: Record<string, string[]>) {
  const { files, pages } = tableOf(byPage)
  const source = `const f=${JSON.stringify(files.join())}.split(","),p=${JSON.stringify(pages)};export default a=>p[a]?.map(i=>f[i])??null`
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 7)
  return { fileName: `${prefix}${hash}.js`, source }
}

/** Whether a built file is such a table. */
export const isPageTable = (fileName: string): boolean => fileName.startsWith(prefix)

/** Each file once, and the pages as indices into that list. */
function tableOf(byPage: Record<string, string[]>) {
  const files = [...new Set(Object.values(byPage).flat())]
  const places = (names: string[]) => names.map(name => files.indexOf(name))
  const pages = Object.fromEntries(
    Object.entries(byPage).map(([path, names]) => [path, places(names)]),
  )
  return { files, pages }
}

/** The files of each page, its own script first, the styles last: a page is drawn when all are loaded. */
function withStyles(bundle: Bundle): Record<string, string[]> {
  const styles = stylesByPage(bundle)
  return Object.fromEntries(
    Object.entries(filesByPage(bundle)).map(([path, files]) => [
      path,
      [...files, ...(styles[path] ?? [])],
    ]),
  )
}

/**
 * The style files that each page needs beyond the first load, by the page's path. Styles of a
 * script's imports come before its own, so that its own can override them.
 */
export function stylesByPage(bundle: Bundle): Record<string, string[]> {
  const stylesOf = (file: string): string[] => {
    const chunk = bundle[file] as { viteMetadata?: { importedCss: Set<string> } } | undefined
    return [...(chunk?.viteMetadata?.importedCss ?? [])]
  }
  return Object.fromEntries(
    Object.entries(filesByPage(bundle)).map(([path, files]) => [
      path,
      [...new Set(files.toReversed().flatMap(stylesOf))],
    ]),
  )
}

/** The script files that each page needs beyond the first load, by the page's path. */
export function filesByPage(bundle: Bundle): Record<string, string[]> {
  const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
  const initial = initialFiles(bundle)
  return Object.fromEntries(
    pageSources().map(([path, source]) => {
      const files = new Set<string>()
      for (const piece of [source, ...(partsOf[path] ?? []).map(part => join(sources, part))]) {
        const chunk = chunks.find(one => one.facadeModuleId === piece)
        if (!chunk) throw new Error(`${piece} of ${path} was not built`)
        reachable(bundle, chunk.fileName, files)
      }
      return [path, [...files].filter(name => !initial.has(name))]
    }),
  )
}

/** The script files of the first load. */
export function initialFiles(bundle: Bundle): Set<string> {
  return reachable(bundle, entryOf(bundle)?.fileName ?? '')
}

const entryOf = (bundle: Bundle) =>
  Object.values(bundle).find(file => file.type === 'chunk' && file.isEntry)

function reachable(bundle: Bundle, fileName: string, seen = new Set<string>()): Set<string> {
  const chunk = bundle[fileName]
  if (chunk?.type !== 'chunk' || seen.has(fileName)) return seen
  seen.add(fileName)
  for (const next of chunk.imports) reachable(bundle, next, seen)
  return seen
}

/** The lines of page-loads.ts: path and file. Every line that imports must be understood. */
function pageSources(): [path: string, file: string][] {
  const source = readFileSync(join(sources, 'page-loads.ts'), 'utf8')
  const lines = [...source.matchAll(/'(\/[^']*)':\s*\(\) =>\s*import\('([^']+)'\)/g)]
  if (lines.length !== source.match(/import\('/g)?.length) {
    throw new Error("page-loads.ts has a line that is not `'path': () => import('file')`")
  }
  return lines.map(([, path = '', file = '']) => [path, join(sources, file)])
}
