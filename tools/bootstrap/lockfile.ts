import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { repository } from './repository.ts'

interface LockedPackage {
  version?: string
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}

export interface Lockfile {
  packages: Record<string, LockedPackage>
}

export const lockfilePath = join(repository, 'package-lock.json')

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32']
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'loong64']

/**
 * Entries for the builds of a package for other systems, where the registry that made the lockfile
 * did not carry them. `npm ci` refuses a lockfile without them, and with them asks no registry: it
 * sees that they are for another system.
 */
export function findMissingPackages({ packages }: Lockfile): Record<string, LockedPackage> {
  const missing: Record<string, LockedPackage> = {}
  for (const [path, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(optionalDependencies)) {
      const places = [`${path}/node_modules/${name}`, `node_modules/${name}`]
      if (places.some(place => place in packages)) continue
      missing[`node_modules/${name}`] = {
        version: range.replace(/^[~^]/, ''),
        ...(dev ? { dev } : {}),
        optional: true,
        ...systemOf(name),
      }
    }
  }
  return missing
}

function systemOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> {
  const words = name.split(/[-/]/)
  if (name === 'fsevents') return { os: ['darwin'] }
  const os = systems.filter(system => words.includes(system))
  const cpu = processors.filter(processor => words.includes(processor))
  if (os.length + cpu.length === 0) {
    throw new Error(`${name} is missing from package-lock.json, and its name tells no system.`)
  }
  const isMusl = words.some(word => word.startsWith('musl'))
  const isGnu = words.some(word => word.startsWith('gnu'))
  return {
    ...(os.length > 0 ? { os } : {}),
    ...(cpu.length > 0 ? { cpu } : {}),
    ...(isMusl ? { libc: ['musl'] } : isGnu ? { libc: ['glibc'] } : {}),
  }
}

export function readLockfile(): Lockfile {
  return JSON.parse(readFileSync(lockfilePath, 'utf8'))
}

/** `npm run lock:complete`, after an installation that changed the lockfile. */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const lockfile = readLockfile()
  const packages = { ...lockfile.packages, ...findMissingPackages(lockfile) }
  const sorted = Object.fromEntries(
    Object.entries(packages).sort(([left], [right]) => left.localeCompare(right, 'en')),
  )
  writeFileSync(lockfilePath, `${JSON.stringify({ ...lockfile, packages: sorted }, null, 2)}\n`)
}
