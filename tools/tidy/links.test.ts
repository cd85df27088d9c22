import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .trim()
  .split('\n')
  .filter(path => existsSync(join(root, path)))

/** The links of a page that lead to a file or a heading of the repository. */
const linksOf = (text: string): string[] =>
  [...text.replaceAll(/^```[\s\S]*?^```|`[^`\n]*`\]?/gm, '').matchAll(/\]\(([^)\s]+)\)/g)]
    .map(match => match[1] ?? '')
    .filter(target => !/^[a-z]+:|^\//.test(target))

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )

/** The links of a page that lead nowhere. */
function brokenLinks(page: string, text: string): string[] {
  return linksOf(text).filter(target => {
    const [path = '', anchor] = target.split('#')
    const file = join(root, normalize(join(dirname(page), path)))
    if (path !== '' && !existsSync(file)) return true
    if (anchor === undefined) return false
    return !anchorsOf(path === '' ? text : readFileSync(file, 'utf8')).includes(anchor)
  })
}

describe('the documents', () => {
  it('have no link to a missing file or heading', () => {
    expect(pages.length).toBeGreaterThan(50)
    const broken = pages.flatMap(page =>
      brokenLinks(page, readFileSync(join(root, page), 'utf8')).map(link => [page, link]),
    )
    expect(broken).toEqual([])
  })
})

it.each([
  ['[a](missing.md)', ['missing.md']],
  ['[a](signer.md#no-such-heading)', ['signer.md#no-such-heading']],
  ['# One thing\n[a](#another)', ['#another']],
  ['# One thing\n[a](#one-thing) [b](signer.md) [c](https://example.org/x)', []],
])('the check of links judges `%s`', (text, broken) => {
  expect(brokenLinks('docs/planted.md', text)).toEqual(broken)
})
