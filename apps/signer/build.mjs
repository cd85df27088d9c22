import { rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/** Where the program is built: `dist`, or the file that is given. */
const outfile = process.argv[2] ?? fileURLToPath(new URL('dist/main.js', import.meta.url))

// One file with all that it uses, none of which has native parts: to find and read a thousand files was
// half of the time of every start.
if (!process.argv[2]) rmSync(new URL('dist', import.meta.url), { recursive: true, force: true })
await build({
  entryPoints: [fileURLToPath(new URL('src/main.ts', import.meta.url))],
  outfile,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  sourcemap: true,
  // The sources are in the repository: a map that repeats them is longer to read at each start.
  sourcesContent: false,
  // What a package of the older kind asks Node for.
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'warning',
})
