import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataFolder } from './data-folder.ts'
import { birthOf } from './processes.ts'

let home: string

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'banyan-folder-test-'))
})

afterEach(() => {
  chmodSync(home, 0o700)
  rmSync(home, { recursive: true })
})

test('a folder is made, taken, and given back', () => {
  const folder = openDataFolder(join(home, 'a/b'))
  expect(folder.wasCrashed).toBe(false)
  expect(statSync(folder.logs).mode & 0o777).toBe(0o700)
  folder.release()
  expect(existsSync(join(folder.root, 'start.lock'))).toBe(false)
})

test('a second start over the same folder is refused, and leaves the first alone', () => {
  const folder = openDataFolder(home)
  expect(() => openDataFolder(home)).toThrow(
    new RegExp(`^DATA_DIR ${home} is in use by another running start \\(process ${process.pid}\\)`),
  )
  expect(existsSync(join(home, 'start.lock'))).toBe(true)
  folder.release()
})

test('the lock of a start that was killed is taken over, even when its id is used again', () => {
  const lock = join(home, 'start.lock')
  writeFileSync(lock, JSON.stringify({ pid: process.pid, since: `${birthOf(process.pid)}0` }))
  const folder = openDataFolder(home)
  expect(folder.wasCrashed).toBe(true)
  folder.release()
})

test('a lock that was cut short is taken over', () => {
  writeFileSync(join(home, 'start.lock'), '{"pid":')
  const folder = openDataFolder(home)
  expect(folder.wasCrashed).toBe(true)
  folder.release()
})

test('a path that cannot be a folder is refused with what to do', () => {
  const file = join(home, 'file')
  writeFileSync(file, '')
  for (const place of [file, join(file, 'below'), '/proc/none/data']) {
    expect(() => openDataFolder(place)).toThrow(
      /^DATA_DIR is .*, which cannot be written .*set DATA_DIR/,
    )
  }
})
