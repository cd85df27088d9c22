import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { repository } from '../bootstrap/repository.ts'

// Inside the repository, because the plugin's path is read from the configuration above the file.
mkdirSync(join(repository, '.cache'), { recursive: true })
const folder = mkdtempSync(join(repository, '.cache/lint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** The linter's findings in one file's text. */
function lint(text: string): string {
  const file = join(folder, 'sample.tsx')
  writeFileSync(file, text)
  const biome = join(repository, 'node_modules/.bin/biome')
  const { stdout, stderr } = spawnSync(biome, ['lint', '--vcs-enabled=false', file], {
    cwd: repository,
    encoding: 'utf8',
  })
  return stdout + stderr
}

test('a literal that is spread into an object, a list or an element is refused', () => {
  const refusal = 'Write the properties where the spread stands'
  expect(lint('const a = 1\nexport const b = { ...{ a }, c: 2 }\n')).toContain(refusal)
  expect(lint('const a = 1\nexport const b = [...[a], 2]\n')).toContain(refusal)
  expect(lint('const a = 1\nexport const b = <p {...{ a }} />\n')).toContain(refusal)
  expect(lint('const a = { c: 1 }\nexport const b = { ...a, d: 2 }\n')).not.toContain(refusal)
})
