/**
 * What a visitor loads before the first page: script and style named by index.html, in brotli.
 * Fails above the budget of the house's quality page. Run it after a build.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const budgetBytes = 100_000
const dist = join(import.meta.dirname, 'dist')
const html = readFileSync(join(dist, 'index.html'), 'utf8')
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
const size = file => brotliCompressSync(readFileSync(join(dist, file)), quality).length

const named = [...html.matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)].map(([, file]) => file)
const initial = [...new Set(named)]
const rows = [['index.html', size('index.html')], ...initial.map(file => [file, size(file)])]
const total = rows.reduce((sum, [, bytes]) => sum + bytes, 0)
const later = readdirSync(join(dist, 'assets'))
  .map(file => `assets/${file}`)
  .filter(file => /\.(js|css)$/.test(file) && !initial.includes(file))

for (const [file, bytes] of rows) console.log(`${String(bytes).padStart(8)}  ${file}`)
console.log(`${String(total).padStart(8)}  initial, of ${budgetBytes}`)
for (const file of later) console.log(`${String(size(file)).padStart(8)}  later: ${file}`)
if (total > budgetBytes) {
  console.error(`The initial load is ${total - budgetBytes} bytes above its budget.`)
  process.exit(1)
}
