import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const repository = fileURLToPath(new URL('../..', import.meta.url))

/** The version of the product that this repository is. */
export const productVersion: string = JSON.parse(
  readFileSync(join(repository, 'package.json'), 'utf8'),
).version

/** A built program of the server: one file each. */
export function program(name: string): string {
  return join(repository, 'apps/server/dist/bin', `${name}.js`)
}

/** The signer as it is built. */
export const builtSigner = join(repository, 'apps/signer/dist/main.js')

/** How to call npm: the npm that runs this program, otherwise the one on the path. */
export function npm(): { command: string; args: string[] } {
  const own = process.env.npm_execpath
  return own?.endsWith('.js') && existsSync(own)
    ? { command: process.execPath, args: [own] }
    : { command: 'npm', args: [] }
}
