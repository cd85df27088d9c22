import { manifests } from './modules.ts'
import { sortManifests } from './platform/compose.ts'
import type { Migration } from './platform/database/migrate.ts'

/**
 * Every migration, in the order in which they run on an empty database: by their days, and within a
 * day lower modules first; those of one module in the order of its list, and none before the one that
 * it comes `after`. New ones are added at the end of a module's list, with the day of the change in
 * their id.
 */
export const migrations: readonly Migration[] = inOrder(
  sortManifests(manifests).map(manifest => manifest.migrations),
)

function inOrder(lists: readonly (readonly Migration[])[]): Migration[] {
  const waiting = lists.map(list => [...list])
  const done = new Set<string>()
  const ordered: Migration[] = []
  const isReady = ({ after }: Migration) => after === undefined || done.has(after)
  for (;;) {
    const next = waiting
      .flatMap(([first]) => first ?? [])
      .filter(isReady)
      .sort((a, b) => dayOf(a).localeCompare(dayOf(b)))[0]
    if (!next) break
    ordered.push(next)
    done.add(next.id)
    waiting.find(([first]) => first === next)?.shift()
  }
  const stuck = waiting.flatMap(([first]) => first ?? [])[0]
  if (stuck) throw new Error(`migration ${stuck.id} waits for ${stuck.after}, which never comes`)
  return ordered
}

function dayOf({ id }: Migration): string {
  return id.slice(0, 10)
}
