import { existsSync } from 'node:fs'
import { runGuarded } from './guard.ts'

/** True where this user may install Debian's packages. */
const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

/** Installs packages of Debian, once. Returns false where this user may not. */
export async function installFromDebian(what: string, packages: readonly string[]) {
  if (!mayInstall()) return false
  console.log(`  Installing ${what} (once)…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) =>
    runGuarded({ command: '/usr/bin/apt-get', args, cwd: '/', env })
  await apt('update', '-qq')
  await apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
  return true
}
