import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')
const spoken = [
  'apps/member/src',
  'apps/console/src',
  'apps/server/src',
  'packages/domain/src',
  'packages/economy/src',
]

test('members are spoken to in one way in Chinese', () => {
  const files = spoken.flatMap(folder =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .filter(name => /\.tsx?$/.test(name))
      .map(name => join(folder, name)),
  )
  expect(files.length).toBeGreaterThan(500)
  const familiar = files.filter(file =>
    readFileSync(join(repository, file), 'utf8').includes('\u4f60'),
  )
  expect(familiar).toEqual([])
})
