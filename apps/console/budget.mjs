/**
 * Compares what operators load before the first page, in brotli, with the budget of the console:
 * index.html with its script, everything that the script imports, and their styles. Fails above the
 * budget. Run it after a build.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const budget = 180_000
const dist = join(import.meta.dirname, 'dist')
const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8'))

const files = new Set(['index.html'])
function add(name) {
  const { file, css = [], imports = [] } = manifest[name]
  if (files.has(file)) return
  files.add(file)
  for (const style of css) files.add(style)
  for (const needed of imports) add(needed)
}
add('index.html')

let sum = 0
for (const file of files) {
  const size = brotliCompressSync(readFileSync(join(dist, file))).length
  console.log(`${String(size).padStart(8)}  ${file}`)
  sum += size
}
console.log(`${String(sum).padStart(8)}  first load, of ${budget}`)
if (sum > budget) {
  console.error(`The first load is ${sum - budget} bytes above its budget.`)
  process.exit(1)
}
