import type { ExtensionPoint, Manifest, Provided } from './manifest.ts'
import type { Module, Platform } from './module.ts'

/** Every module, opened. */
export interface Composed {
  /** The modules' routes, jobs and hooks, lower modules first. */
  readonly modules: readonly Module[]
  /** One opened module. */
  of<Opened>(manifest: Manifest<Opened>): Opened
}

/**
 * The manifests in an order in which each comes after all that it needs; otherwise in the order in
 * which they are given. Throws an error that names the modules when one is missing from the list, is
 * listed twice, or needs itself through others.
 */
export function sortManifests(manifests: readonly Manifest[]): Manifest[] {
  const listed = new Set(manifests)
  const names = new Set(manifests.map(({ name }) => name))
  if (listed.size !== manifests.length || names.size !== manifests.length)
    throw new Error('a module is listed twice')
  const sorted = new Set<Manifest>()
  const visit = (manifest: Manifest, path: readonly Manifest[]): void => {
    if (sorted.has(manifest)) return
    const from = [...path, manifest]
    if (!listed.has(manifest)) throw new Error(`not in the list of modules: ${namesOf(from)}`)
    if (path.includes(manifest)) throw new Error(`modules need each other: ${namesOf(from)}`)
    for (const needed of Object.values(manifest.needs)) visit(needed, from)
    sorted.add(manifest)
  }
  for (const manifest of manifests) visit(manifest, [])
  return [...sorted]
}

const namesOf = (path: readonly Manifest[]): string => path.map(({ name }) => name).join(' → ')

/**
 * Opens every module with what it needs, then fills the extension points. Throws when a point is
 * provided twice or not at all, or by a module that does not need the point's module.
 */
export function compose(
  platform: Platform,
  manifests: readonly Manifest[],
  own: readonly Provided[] = [],
): Composed {
  const sorted = sortManifests(manifests)
  const opened = new Map<Manifest, unknown>()
  const points = new Map<Manifest, Map<string, Slot>>()
  const needsOf = ({ needs }: Manifest) =>
    Object.fromEntries(Object.entries(needs).map(([key, needed]) => [key, opened.get(needed)]))
  for (const manifest of sorted) {
    const slots = new Map(
      Object.entries<ExtensionPoint>(manifest.points).map(([name, point]) => [
        name,
        openSlot(`${manifest.name}.${name}`, point),
      ]),
    )
    points.set(manifest, slots)
    const calls = Object.fromEntries([...slots].map(([name, slot]) => [name, slot.call]))
    opened.set(manifest, manifest.open(platform, needsOf(manifest), calls))
  }
  const fill = ({ to, point, work }: Provided): void => {
    const slot = points.get(to)?.get(point)
    if (!slot) throw new Error(`there is no extension point ${to.name}.${point}`)
    slot.fill(work)
  }
  for (const manifest of sorted) {
    const below = new Set(Object.values(manifest.needs))
    for (const provided of manifest.provides(opened.get(manifest), needsOf(manifest))) {
      if (!below.has(provided.to))
        throw new Error(`${manifest.name} extends ${provided.to.name} without needing it`)
      fill(provided)
    }
  }
  own.forEach(fill)
  for (const slots of points.values()) for (const slot of slots.values()) slot.requireFilled()
  return {
    modules: sorted.map(manifest => manifest.serves(opened.get(manifest))),
    of: manifest => {
      if (!opened.has(manifest)) throw new Error(`${manifest.name} is not in the list of modules`)
      return opened.get(manifest) as never
    },
  }
}

type Work = Provided['work']

/** A place for the functions that modules provide for one extension point. */
interface Slot {
  /** What the point's module calls: the function itself, or the list of functions. */
  call: Work
  fill(work: Work): void
  /** Throws when a function is missing. */
  requireFilled(): void
}

function openSlot(name: string, { by }: ExtensionPoint): Slot {
  const works: Work[] = []
  const theOne = (): Work => {
    const [work] = works
    if (!work) throw new Error(`no module provides ${name}`)
    return work
  }
  return {
    call: by === 'many' ? () => works : (...given) => theOne()(...given),
    fill: work => {
      if (by === 'one' && works.length > 0) throw new Error(`two modules provide ${name}`)
      works.push(work)
    },
    requireFilled: () => {
      if (by === 'one') theOne()
    },
  }
}
