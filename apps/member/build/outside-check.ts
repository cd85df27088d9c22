import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const program = join(import.meta.dirname, '../../../tools/verify/verify.mjs')

/** Copies the stand-alone verifier from the repository beside the page, so that it can be downloaded. */
export function outsideCheck(): Plugin {
  return {
    name: 'outside-check',
    apply: 'build',
    buildStart() {
      this.addWatchFile(program)
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'verify.mjs', source: readFileSync(program) })
    },
  }
}
