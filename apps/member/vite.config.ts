import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { callsWithoutSchemas } from './build/calls-without-schemas.ts'
import { fetchedCode } from './build/fetched-code.ts'
import { firstFrames } from './build/first-frames.ts'
import { inlineScripts } from './build/inline-scripts.ts'
import { inlineStyle } from './build/inline-style.ts'
import { noMutations } from './build/no-mutations.ts'
import { outsideCheck } from './build/outside-check.ts'
import { pageTable } from './build/page-table.ts'
import { policyHashes } from './build/policy-hashes.ts'
import { precompress } from './build/precompress.ts'
import { release } from './build/release.ts'

const here = import.meta.dirname
const outDir = join(here, 'dist')

/**
 * Parts of the kit that pages bring with them. What the shell itself shows stays in the first load, and
 * layers are fetched when one opens.
 */
const kitOfPages =
  /packages[\\/]ui[\\/]src[\\/](avatar|card|clock|coin-mark|confirm|copy|decimal-text|empty|field|figure-places|filter-chips|folded|icon-shapes|money|one-of|pin-sheet|progress|segmented|select|sheet|sprout|steps|time|long-press)\.(module\.css|tsx?)/

/** What every page that calls the server brings with it: the shell's index and the cache's observers. */
const askingOfPages =
  /shell[\\/](index\.ts|pictures\.ts|use-command\.ts|use-live\.ts|page[\\/](card-list|link|paged-list|query-view)\.)|client[\\/]src[\\/](idempotency|upload|download)\.ts|query-core[\\/].*[\\/](queryObserver|queriesObserver|infiniteQueryObserver)\.js|react-query[\\/].*[\\/](suspense|errorBoundaryUtils|QueryErrorResetBoundary|IsRestoringProvider|queryOptions|infiniteQueryOptions|use(Base|Infinite|Queries|)Quer(y|ies))\.js/

/** What the entry and every page need: one file of the first load instead of four. */
const base =
  /client[\\/]src[\\/](client|errors|server-clock)\.ts|ui[\\/]src[\\/](class-names|rules)\.ts|shell[\\/](constants|routes|navigation[\\/](address|browser-history|engine|nav|query|result)|page[\\/]page-context|texts[\\/](texts|shell-texts))\.ts|rolldown[\\/]runtime/

/** Where the server listens in development. */
const server = `http://127.0.0.1:${process.env.PORT ?? 8080}`

export default defineConfig({
  root: here,
  base: './',
  plugins: [
    react(),
    noMutations(),
    callsWithoutSchemas(),
    fetchedCode(),
    pageTable(),
    inlineScripts(),
    inlineStyle(),
    firstFrames(),
    outsideCheck(),
    policyHashes(),
    release(),
    precompress(),
  ],
  server: { host: '127.0.0.1', proxy: { '/api': server } },
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // The first load names the files of every page: names of a short hash alone are 1.2 kB less.
        entryFileNames: 'assets/[name]-[hash:7].js',
        // Not so what looks after the service worker: that it has come is seen by its name.
        chunkFileNames: ({ name }) =>
          name === 'service-worker' ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash:6][extname]',
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            // Few files instead of many small ones: on a phone a request costs more than a kilobyte.
            { name: 'base', test: base },
            { name: 'schema', test: /node_modules[\\/]zod[\\/]/ },
            { name: 'kit', test: kitOfPages },
            { name: 'asking', test: askingOfPages },
          ],
        },
      },
    },
  },
})
