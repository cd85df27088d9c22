import type { ServerModules } from '../tidy/violations.ts'

/** Begins and ends the generated part of a page. */
const begin = '<!-- written by npm run module-map -->'
const end = '<!-- end -->'

/** A page with its generated part replaced. Throws when the page has no such part. */
export function withPart(page: string, part: string): string {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the page has no part between ${begin} and ${end}`)
  return `${page.slice(0, from + begin.length)}\n\n${part}\n${page.slice(to)}`
}

/**
 * A Mermaid diagram of the modules: an arrow leads to a module that is needed, unless a longer way
 * leads there too.
 */
export function renderDiagram(modules: ServerModules): string {
  const arrows = [...modules.keys()]
    .sort()
    .flatMap(name => directNeeds(modules, name).map(needed => `  ${name} --> ${needed}`))
  return ['```mermaid', 'graph TD', ...arrows, '```', ''].join('\n')
}

/** A table: what each module needs, what it lets modules above provide, and what it lets them read. */
export function renderTable(modules: ServerModules): string {
  const rows = [...modules]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, { needs, points, offers }]) =>
      [name, [...needs].sort().join(', '), points.join(', '), offers.join(', ')].join(' | '),
    )
  return [
    '| Module | Needs | Extension points | Tables that others may read |',
    '|---|---|---|---|',
    ...rows.map(row => `| ${row} |`),
    '',
  ].join('\n')
}

/** The needs of a module that no other of its needs has, directly or through others. */
function directNeeds(modules: ServerModules, name: string): string[] {
  const needs = [...(modules.get(name)?.needs ?? [])].sort()
  const through = new Set(needs.flatMap(needed => [...allNeeds(modules, needed)]))
  return needs.filter(needed => !through.has(needed))
}

function allNeeds(modules: ServerModules, name: string): Set<string> {
  const all = new Set<string>()
  const add = (from: string): void => {
    for (const needed of modules.get(from)?.needs ?? []) {
      if (all.has(needed)) continue
      all.add(needed)
      add(needed)
    }
  }
  add(name)
  return all
}
