/** Zero dependencies: this runs on a fresh clone, before anything is installed. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))

const oldestNode = [20, 19]

/** Ends the program with one sentence, for errors that a person can fix. */
function refuse(sentence) {
  console.error(`\n  ${sentence}\n`)
  process.exit(1)
}

/** Refuses a Node that is too old, before anything fails with an obscure error. */
export function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [wantedMajor, wantedMinor] = oldestNode
  if (major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)) return
  refuse(
    `This is Node ${process.versions.node}; Banyan needs Node ${oldestNode.join('.')} or later. ` +
      'Install a newer one from https://nodejs.org and run this again.',
  )
}

/**
 * Installs exactly the packages of package-lock.json, when those that are installed differ. No
 * install script of any package runs.
 */
export function installWhenStale() {
  if (isInstalled()) return
  console.log('  Installing dependencies (at the first start; about half a minute)…')
  const [command, ...args] = npm()
  const { status, error } = spawnSync(
    command,
    [
      ...args,
      'ci',
      '--ignore-scripts',
      '--include=dev',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ],
    { cwd: root, stdio: 'inherit' },
  )
  if (status === 0) return
  refuse(
    error
      ? `npm could not be run (${error.message}): install Node together with npm.`
      : 'The dependencies could not be installed (see above): mend what npm names and run this again.',
  )
}

/** The npm that runs this program, otherwise the one on the path. */
function npm() {
  const own = process.env.npm_execpath
  return own?.endsWith('.js') && existsSync(own) ? [process.execPath, own] : ['npm']
}

/**
 * npm writes node_modules/.package-lock.json when an installation is complete. Every package of our
 * lockfile must be there in its version; packages for other systems are optional and may be absent.
 */
function isInstalled() {
  const installed = readPackages(join(root, 'node_modules/.package-lock.json'))
  const wanted = readPackages(join(root, 'package-lock.json'))
  if (installed === undefined || wanted === undefined) return false
  return Object.entries(wanted).every(([path, { version, optional, link, resolved }]) => {
    if (!path.includes('node_modules/')) return true
    const present = installed[path]
    if (present === undefined) return optional === true
    return link ? present.resolved === resolved : present.version === version
  })
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}
