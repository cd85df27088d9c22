/**
 * Compares what members load, in brotli, with the budget of the quality page: the first load, and
 * what each page adds: the code of its module, its libraries, and its part of the shared shell, kit
 * and contract. Fails above the budget. Run it after a build.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const budget = { initial: 100_000, own: 15_000, library: 60_000 }
const dist = join(import.meta.dirname, 'dist')
const read = file => readFileSync(join(dist, file))
const sizes = new Map()

/** Brotli size of a built file in bytes, at the served quality. */
function size(file) {
  if (!sizes.has(file)) sizes.set(file, brotliCompressSync(read(file)).length)
  return sizes.get(file)
}

const release = JSON.parse(read('release.json').toString())
const named = [
  ...read('index.html')
    .toString()
    .matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g),
]
const initial = ['index.html', ...new Set([...named.map(([, file]) => file), ...release.initial])]
const sum = (files, weight = () => 1) =>
  Math.round(files.reduce((all, file) => all + size(file) * weight(file), 0))
const share = kind => file => release.shares[file]?.[kind] ?? 0

const figure = bytes => String(bytes).padStart(8)
const over = []
function judge(name, bytes, most) {
  if (bytes > most)
    over.push(`${name}: ${bytes} bytes, ${bytes - most} above its budget of ${most}`)
}

for (const file of initial) console.log(`${figure(size(file))}  ${file}`)
const first = sum(initial)
console.log(`${figure(first)}  first load, of ${budget.initial}\n`)
judge('first load', first, budget.initial)

console.log('     own  library   shared  page')
for (const [path, files] of Object.entries(release.pages)) {
  const own = sum(files, share('own'))
  const library = sum(files, share('library'))
  const shared = sum(files) - own - library
  console.log(`${figure(own)} ${figure(library)} ${figure(shared)}  ${path}`)
  judge(`${path}, own code`, own, budget.own)
  judge(`${path}, libraries`, library, budget.library)
}
if (over.length > 0) {
  console.error(`\nAbove budget:\n${over.map(line => `  ${line}`).join('\n')}`)
  process.exit(1)
}
