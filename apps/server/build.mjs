import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

// The programs are bundled with the workspace's own packages; everything from the registry stays outside,
// so that native parts and licences are where npm put them.
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const external = Object.keys(dependencies).filter(name => !name.startsWith('@banyan/'))
const bin = new URL('src/bin/', import.meta.url)
const processes = readdirSync(bin).filter(
  name => name.endsWith('.ts') && !['program.ts', 'serve.ts'].includes(name),
)

rmSync(new URL('dist', import.meta.url), { recursive: true, force: true })
await build({
  entryPoints: processes.map(name => new URL(name, bin).pathname),
  outdir: new URL('dist/bin', import.meta.url).pathname,
  bundle: true,
  splitting: true,
  chunkNames: '../chunks/[name]-[hash]',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  external: external.flatMap(name => [name, `${name}/*`]),
  logLevel: 'warning',
})
