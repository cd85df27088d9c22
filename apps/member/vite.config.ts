import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { policyHashes } from './build/policy-hashes.ts'
import { precompress } from './build/precompress.ts'
import { preloadByHash } from './build/preload-by-hash.ts'
import { release } from './build/release.ts'

const here = import.meta.dirname
const outDir = join(here, 'dist')

/** Where the house listens in development. */
const house = `http://127.0.0.1:${process.env.PORT ?? 8080}`

export default defineConfig({
  root: here,
  base: './',
  plugins: [react(), preloadByHash(), policyHashes(), release(), precompress()],
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
