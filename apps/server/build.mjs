import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

// The programs are bundled with the workspace's own packages, and with those from the registry that are
// many small modules: to find and read a thousand files was half of the time of every start. Everything
// else stays outside, so that native parts are where npm put them.
const read = name => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const bundled = read('bundled.json')
const external = Object.keys(read('package.json').dependencies).filter(
  name => !name.startsWith('@banyan/') && !bundled.includes(name),
)
const bin = new URL('src/bin/', import.meta.url)
const processes = readdirSync(bin).filter(
  name => name.endsWith('.ts') && !['program.ts', 'serve.ts'].includes(name),
)

/** A folder inside the repository, where the installed packages are found. */
const folder = process.argv[2] ?? fileURLToPath(new URL('dist', import.meta.url))
rmSync(folder, { recursive: true, force: true })
await build({
  entryPoints: processes.map(name => new URL(name, bin).pathname),
  outdir: join(folder, 'bin'),
  bundle: true,
  splitting: true,
  chunkNames: '../chunks/[name]-[hash]',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  // The sources are in the repository: a map that repeats them is longer to read at each start.
  sourcesContent: false,
  external: external.flatMap(name => [name, `${name}/*`]),
  logLevel: 'warning',
})
