/** Zero dependencies up to `bundleOf`: this runs on a fresh clone, before anything is installed. */
import { createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { installWhenStale, requireNode } from './install.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const root = dirname(dirname(here))
const cache = join(root, '.cache/programs')

/** Libraries of many small modules: to find and read those takes longer than most programs run. */
const bundledFile = 'apps/server/bundled.json'

/**
 * Runs a program of the tools in this process. It is written in TypeScript: it is bundled into one
 * file when one of its sources has changed since the last time, which takes about a second; to
 * translate its sources at every start took four.
 *
 * @param {string} program its path from this folder
 */
export async function runProgram(program) {
  requireNode()
  installWhenStale()
  await import(pathToFileURL(await bundleOf(program)).href)
}

async function bundleOf(program) {
  const name =
    basename(program, '.ts') + createHash('sha256').update(program).digest('hex').slice(0, 6)
  const known = readInputs(join(cache, `${name}.json`))
  if (known !== null && existsSync(known.file) && hashOf(known.inputs) === known.hash)
    return known.file
  const { text, inputs } = await bundle(resolve(here, program))
  const hash = hashOf(inputs)
  const file = join(cache, `${name}-${hash.slice(0, 16)}.mjs`)
  mkdirSync(cache, { recursive: true })
  // Two starts at once write the same; each file appears whole.
  write(file, text)
  write(join(cache, `${name}.json`), JSON.stringify({ file, hash, inputs }))
  if (known !== null && known.file !== file) rmSync(known.file, { force: true })
  return file
}

function readInputs(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return null
  }
}

function write(path, text) {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  writeFileSync(draft, text)
  renameSync(draft, path)
}

/** Of the sources' paths and contents, with the place of this clone; null when one is gone. */
function hashOf(inputs) {
  const hash = createHash('sha256').update(root)
  for (const input of inputs) {
    const path = join(root, input)
    if (!existsSync(path)) return null
    hash.update(`\0${input}\0`).update(readFileSync(path))
  }
  return hash.digest('hex')
}

async function bundle(entry) {
  const { build } = await import('esbuild')
  const bundled = JSON.parse(readFileSync(join(root, bundledFile), 'utf8'))
  const isBundled = path =>
    path.startsWith('@banyan/') ||
    bundled.some(name => path === name || path.startsWith(`${name}/`))
  const result = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    plugins: [
      {
        name: 'libraries stay outside, and each file knows its own place',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^[^./]/ }, ({ path, importer, kind }) => {
            if (kind === 'entry-point' || isBundled(path)) return
            return importer.includes('/node_modules/') ? undefined : { path, external: true }
          })
          onLoad({ filter: /\.(ts|mjs|js)$/ }, ({ path }) => {
            if (path.includes('/node_modules/')) return
            const text = readFileSync(path, 'utf8')
            const place = JSON.stringify(pathToFileURL(path).href)
            const loader = path.endsWith('.ts') ? 'ts' : 'js'
            return { contents: text.replaceAll('import.meta.url', place), loader }
          })
        },
      },
    ],
  })
  const sources = Object.keys(result.metafile.inputs)
    .map(input => relative(root, resolve(root, input)))
    .filter(input => !input.includes('node_modules/'))
  // The lockfile stands for everything that is installed.
  const inputs = ['package-lock.json', bundledFile, ...packagesOf(sources), ...sources].sort()
  return { text: result.outputFiles[0].text, inputs }
}

/**
 * The package.json files above these sources: their "exports" say which file a name such as
 * `@banyan/server/ledger` stands for.
 *
 * @param {readonly string[]} sources paths from the root of the repository
 */
export function packagesOf(sources) {
  const folders = new Set()
  for (const source of sources)
    for (let folder = dirname(source); !folders.has(folder); folder = dirname(folder))
      folders.add(folder)
  return [...folders]
    .map(folder => join(folder, 'package.json'))
    .filter(path => existsSync(join(root, path)))
    .sort()
}
