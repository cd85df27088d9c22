import { describe, expect, it } from 'vitest'
import type { ServerModules } from '../tidy/violations.ts'
import { mapPages } from './pages.ts'
import { renderDiagram, renderTable, withPart } from './render.ts'

it('ARCHITECTURE.md and docs/modules.md show the modules as they are: run npm run module-map', () => {
  for (const { written, wanted } of mapPages()) expect(written).toBe(wanted)
})

it('docs/modules.md says of each module what it keeps', () => {
  const page = mapPages().find(({ file }) => file.href.endsWith('docs/modules.md'))?.written ?? ''
  const [described = '', generated = ''] = page.split('<!-- written')
  const names = [...generated.matchAll(/^\| ([\w-]+) \|/gm)].flatMap(([, name]) => name ?? [])
  expect(names.length).toBeGreaterThan(30)
  const missing = names.filter(name => !new RegExp(`^\\|.*\\b${name}\\b.*\\|`, 'm').test(described))
  expect(missing, 'modules without a description').toEqual([])
})

describe('the map of some modules', () => {
  const of = (needs: string[], points: string[] = [], offers: string[] = []) => ({
    needs,
    points,
    offers,
  })
  const modules: ServerModules = new Map([
    ['ledger', of([], ['stop'], ['ledger_account'])],
    ['otc', of(['ledger'])],
    ['chat', of(['ledger', 'otc'])],
  ])

  it('has an arrow for each need that no longer way shows', () => {
    expect(renderDiagram(modules)).toContain('  chat --> otc\n  otc --> ledger\n')
    expect(renderDiagram(modules)).not.toContain('chat --> ledger')
  })

  it('lists needs, extension points and tables', () => {
    expect(renderTable(modules)).toContain('| chat | ledger, otc |  |  |')
    expect(renderTable(modules)).toContain('| ledger |  | stop | ledger_account |')
  })

  it('replaces the generated part of a page and nothing else', () => {
    const page = 'before\n<!-- written by npm run module-map -->\nold\n<!-- end -->\nafter'
    expect(withPart(page, 'new\n')).toBe(
      'before\n<!-- written by npm run module-map -->\n\nnew\n\n<!-- end -->\nafter',
    )
    expect(() => withPart('nothing', 'new')).toThrow('no part')
  })
})
