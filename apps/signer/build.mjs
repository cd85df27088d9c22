import { readFileSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

// One file with the repository's own packages; everything from the registry stays where npm put it.
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'))
const external = Object.keys(dependencies).filter(name => !name.startsWith('@banyan/'))

rmSync(new URL('dist', import.meta.url), { recursive: true, force: true })
await build({
  entryPoints: [new URL('src/main.ts', import.meta.url).pathname],
  outfile: new URL('dist/main.js', import.meta.url).pathname,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  external: external.flatMap(name => [name, `${name}/*`]),
  logLevel: 'warning',
})
