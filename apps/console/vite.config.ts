import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { policyHashes } from './build/policy-hashes.ts'
import { precompress } from './build/precompress.ts'

const here = import.meta.dirname

/** Where the operators' API answers in development. */
const server = `http://127.0.0.1:${process.env.CONSOLE_API_PORT ?? process.env.PORT ?? 8080}`

export default defineConfig({
  root: here,
  base: './',
  plugins: [react(), policyHashes(), precompress()],
  server: { host: '127.0.0.1', proxy: { '/api': server } },
  preview: { host: '127.0.0.1', proxy: { '/api': server } },
  build: {
    outDir: join(here, 'dist'),
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    manifest: 'manifest.json',
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash:8].js',
        chunkFileNames: 'assets/[name]-[hash:8].js',
        assetFileNames: 'assets/[name]-[hash:8][extname]',
      },
    },
  },
})
