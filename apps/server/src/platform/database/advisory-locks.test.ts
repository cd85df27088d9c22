import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockNumbers, memberLockNumbers, shownLockNumbers } from './advisory-locks.ts'

test('no two advisory locks share a number', () => {
  for (const table of [lockNumbers, { ...memberLockNumbers, ...shownLockNumbers }]) {
    const numbers: number[] = Object.values(table)
    expect(new Set(numbers).size).toBe(numbers.length)
  }
})

test('a lock has its number from the table, or is named by a text', () => {
  const sources = join(import.meta.dirname, '../..')
  const calls = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts') && !/\.test\.ts$|\.fixture\.ts$|^testing\//.test(path))
    .flatMap(path =>
      [
        ...readFileSync(join(sources, path), 'utf8').matchAll(/pg_(?:try_)?advisory_\w+\([^)]*/g),
      ].map(([call]) => ({ path, call })),
    )
  expect(calls.length).toBeGreaterThan(5)
  const fromTable = /\$\{lockNumbers|\$\{number\}|hashtextextended|\(\$1$/
  expect(calls.filter(({ call }) => !fromTable.test(call))).toEqual([])
})
