import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * The arguments with which Node runs a program of `bin`: from BUILT_SERVER where the run has built
 * these sources, which starts in a tenth of the time, otherwise from the sources.
 */
export function programArgs(name: string): string[] {
  const { BUILT_SERVER } = process.env
  if (BUILT_SERVER) return ['--enable-source-maps', join(BUILT_SERVER, `${name}.js`)]
  return fromSource(new URL(`../bin/${name}.ts`, import.meta.url))
}

/**
 * The same for a program beside a test, which starts and kills it again and again: it is bundled
 * once, beside the programs that the run has built.
 */
export async function fixtureArgs(source: URL): Promise<string[]> {
  const { BUILT_SERVER } = process.env
  if (!BUILT_SERVER) return fromSource(source)
  const path = fileURLToPath(source)
  const name = basename(join(path, '..'))
  const outfile = join(BUILT_SERVER, '../fixtures', `${name}-${basename(path, '.ts')}.js`)
  await build({
    entryPoints: [path],
    outfile,
    bundle: true,
    sourcemap: true,
    logLevel: 'warning',
    platform: 'node',
    target: 'node20',
    format: 'esm',
    external: outsideOfBundles(),
  })
  return ['--enable-source-maps', outfile]
}

function fromSource(source: URL): string[] {
  return ['--import', 'tsx', fileURLToPath(source)]
}

/** As for the server's own bundles (see build.mjs). */
function outsideOfBundles(): string[] {
  const read = (name: string) =>
    JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), 'utf8'))
  const { dependencies } = read('package.json') as { dependencies: object }
  const bundled = read('bundled.json') as string[]
  return Object.keys(dependencies)
    .filter(name => !name.startsWith('@banyan/') && !bundled.includes(name))
    .flatMap(name => [name, `${name}/*`])
}
