/** A package as a lockfile has it; fields that are not named here are kept as they are. */
export interface Locked {
  version?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  dev?: boolean
  devOptional?: boolean
}

interface Lock {
  packages: Readonly<Record<string, Locked>>
}

/**
 * The lockfile of what the programs need at run time and nothing besides, with the versions and
 * hashes of the repository's own: the packages of the registry that are reached from `dependencies`.
 * @throws Error when one of them is not locked, or is locked to another version.
 */
export function productionLock(
  { packages }: Lock,
  root: { name: string; version: string; dependencies: Readonly<Record<string, string>> },
): object {
  const kept = new Map<string, Locked>()
  const keep = (name: string, from: string, isNeeded: boolean): void => {
    const path = pathFrom(packages, name, from)
    const locked = path === undefined ? undefined : packages[path]
    if (path === undefined || locked === undefined) {
      if (isNeeded) throw new Error(`${name}, which ${from || 'a program'} needs, is not locked`)
      return
    }
    if (kept.has(path)) return
    // What tests alone need in the repository may be needed here.
    const { dev: _, devOptional: __, ...rest } = locked
    kept.set(path, rest)
    for (const one of Object.keys(locked.dependencies ?? {})) keep(one, path, true)
    for (const one of Object.keys(locked.optionalDependencies ?? {})) keep(one, path, false)
  }
  for (const [name, version] of Object.entries(root.dependencies)) {
    const locked = packages[`node_modules/${name}`]?.version
    if (locked !== version) throw new Error(`${name} ${version} is locked to ${locked}`)
    keep(name, '', true)
  }
  const sorted = [...kept].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    name: root.name,
    version: root.version,
    lockfileVersion: 3,
    requires: true,
    packages: { '': { ...root }, ...Object.fromEntries(sorted) },
  }
}

/** Where Node finds a package from the folder of another one: the nearest. */
function pathFrom(packages: Lock['packages'], name: string, from: string): string | undefined {
  for (
    let place = from;
    ;
    place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))
  ) {
    const path = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`
    if (path in packages) return path
    if (place === '') return undefined
  }
}
