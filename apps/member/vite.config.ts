import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const here = import.meta.dirname
const outDir = join(here, 'dist')

/** Where the house listens in development. */
const house = `http://127.0.0.1:${process.env.PORT ?? 8080}`

export default defineConfig({
  root: here,
  base: './',
  plugins: [react(), preloadByHash(), policyHashes(), precompress()],
  server: { host: '127.0.0.1', proxy: { '/api': house } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [{ name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
        },
      },
    },
  },
})

/**
 * A hash address is not seen by the server: without help every deep link would pay one round trip
 * more. A script in the head maps the address to the page's files and preloads them.
 */
function preloadByHash(): Plugin {
  return {
    name: 'preload-by-hash',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
        const initial = reachable(chunks.find(chunk => chunk.isEntry)?.fileName ?? '')
        const map = Object.fromEntries(
          pageFiles().map(([path, file]) => {
            const page = chunks.find(chunk => chunk.facadeModuleId === file)
            if (!page) throw new Error(`loads.ts names ${file} for ${path}, which was not built`)
            return [path, [...reachable(page.fileName)].filter(name => !initial.has(name))]
          }),
        )
        return html.replace('/*preload*/ {}', JSON.stringify(map))

        function reachable(fileName: string, seen = new Set<string>()): Set<string> {
          const chunk = bundle[fileName]
          if (chunk?.type !== 'chunk' || seen.has(fileName)) return seen
          seen.add(fileName)
          for (const next of chunk.imports) reachable(next, seen)
          return seen
        }
      },
    },
  }
}

/** The lines of loads.ts: path and file. Every line that imports must be understood. */
function pageFiles(): [path: string, file: string][] {
  const folder = join(here, 'src/shell')
  const source = readFileSync(join(folder, 'loads.ts'), 'utf8')
  const lines = [...source.matchAll(/'(\/[^']*)':\s*\(\) =>\s*import\('([^']+)'\)/g)]
  if (lines.length !== source.match(/import\('/g)?.length) {
    throw new Error("loads.ts has a line that is not `'path': () => import('file')`")
  }
  return lines.map(([, path = '', file = '']) => [path, join(folder, file)])
}

/** Writes csp.json: the hashes of what stands inline in index.html, for the server's policy header. */
function policyHashes(): Plugin {
  let folder = outDir
  return {
    name: 'policy-hashes',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    closeBundle() {
      const html = readFileSync(join(folder, 'index.html'), 'utf8')
      const hashes = (pattern: RegExp) =>
        [...html.matchAll(pattern)].map(
          ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
        )
      const policy = {
        script: hashes(/<script>([\s\S]*?)<\/script>/g),
        style: hashes(/<style>([\s\S]*?)<\/style>/g),
      }
      writeFileSync(join(folder, 'csp.json'), `${JSON.stringify(policy, null, 2)}\n`)
    },
  }
}

/** Writes each text file once more as brotli: compressed once at the build, not at every request. */
function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const name of readdirSync(outDir, { recursive: true, encoding: 'utf8' })) {
          if (!/\.(js|css|html|svg|webmanifest)$/.test(name)) continue
          const file = join(outDir, name)
          writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
        }
      },
    },
  }
}
