import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Writes csp.json: the hashes of the inline parts of index.html, for the server's policy header. */
export function policyHashes(): Plugin {
  let folder = ''
  return {
    name: 'policy-hashes',
    apply: 'build',
    configResolved(config) {
      folder = config.build.outDir
    },
    closeBundle() {
      const page = join(folder, 'index.html')
      // A failed build has written no page: its own error is the relevant one.
      if (!existsSync(page)) return
      const html = readFileSync(page, 'utf8')
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
