import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sourcesOf } from '../tidy/imports.ts'
import { serverModulesOf } from '../tidy/violations.ts'
import { renderDiagram, renderTable, withPart } from './render.ts'

const root = new URL('../../', import.meta.url)

/** The pages with a generated part: where each is, what it holds, and what it should hold. */
export function mapPages(): { file: URL; written: string; wanted: string }[] {
  const modules = serverModulesOf(sourcesOf(fileURLToPath(root)))
  return (
    [
      ['ARCHITECTURE.md', renderDiagram(modules)],
      ['docs/modules.md', renderTable(modules)],
    ] as const
  ).map(([path, part]) => {
    const file = new URL(path, root)
    const written = readFileSync(file, 'utf8')
    return { file, written, wanted: withPart(written, part) }
  })
}
