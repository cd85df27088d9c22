import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runGuarded } from './guard.ts'
import { cacheFolder } from './postgres-binaries.ts'
import { StartRefused } from './refusal.ts'

const APT = '/usr/bin/apt-get'

/** True where this user may install Debian's packages. */
const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync(APT)

/** Installs packages of Debian, once. Returns false where this user may not. */
export async function installFromDebian(what: string, packages: readonly string[]) {
  if (!mayInstall()) return false
  console.log(`  Installing ${what} (once)…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]) => runGuarded({ command: APT, args, cwd: '/', env })
  await apt('update', '-qq')
  await apt('install', '-y', '-qq', '--no-install-recommends', ...packages)
  return true
}

/** Packages of Debian, unpacked into a folder of their own; nothing is installed. */
export interface Unpacked {
  root: string
  /** What their programs need to find their libraries and modules. */
  env: NodeJS.ProcessEnv
  /** The versions, as Debian calls them. */
  versions: readonly string[]
}

/**
 * Fetches packages with all that they need, once, and unpacks them into a folder of the cache.
 * @throws StartRefused where there is no Debian, or its packages cannot be had.
 */
export function unpackFromDebian(
  folder: string,
  what: string,
  packages: readonly string[],
): Unpacked {
  const root = join(cacheFolder(), folder)
  if (!existsSync(root)) {
    if (!existsSync(APT))
      throw new StartRefused(`${what} needs the packages of Debian, and there is no apt-get.`)
    console.log('  Fetching packages of Debian (once)…')
    unpackInto(root, packages)
  }
  const kept = readdirSync(join(root, 'packages'))
  const machine = process.arch === 'arm64' ? 'aarch64-linux-gnu' : 'x86_64-linux-gnu'
  const libraries = [`usr/lib/${machine}`, 'usr/lib', `lib/${machine}`]
  return {
    root,
    env: {
      PATH: process.env.PATH,
      LC_ALL: 'C.UTF-8',
      PYTHONPATH: join(root, 'usr/lib/python3/dist-packages'),
      PYTHONDONTWRITEBYTECODE: '1',
      LD_LIBRARY_PATH: libraries.map(path => join(root, path)).join(':'),
    },
    versions: packages.flatMap(name => kept.filter(file => file.startsWith(`${name}_`))),
  }
}

/** In a folder of another name first, so that the cache has all of them or none. */
function unpackInto(root: string, packages: readonly string[]): void {
  const partial = mkdtempSync(`${root}-`)
  const files = join(partial, 'packages')
  mkdirSync(files)
  const apt = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      APT,
      ['-q', '-o', 'APT::Sandbox::User=root', ...args],
      { cwd: files, encoding: 'utf8' },
    )
    return { isWell: status === 0, stdout, stderr }
  }
  const simulate = () => apt('install', '--simulate', '--no-install-recommends', ...packages)
  const first = simulate()
  if (!first.isWell) apt('update')
  const { stdout } = first.isWell ? first : simulate()
  const missing = [...stdout.matchAll(/^Inst (\S+)/gm)].map(([, name]) => name ?? '')
  const fetched = apt('download', ...new Set([...packages, ...missing]))
  if (!fetched.isWell) {
    rmSync(partial, { recursive: true })
    throw new StartRefused(
      `The packages of Debian could not be fetched: ${fetched.stderr.trim().split('\n').at(-1)}`,
    )
  }
  for (const file of readdirSync(files))
    execFileSync('dpkg', ['-x', join(files, file), partial], { stdio: 'pipe' })
  execFileSync('chmod', ['-R', 'a+rX', partial])
  try {
    renameSync(partial, root)
  } catch (error) {
    // Another process was faster.
    rmSync(partial, { recursive: true })
    if (!existsSync(root)) throw error
  }
}
