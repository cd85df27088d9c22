import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openJournal } from './journal.ts'
import type { JournalRecord } from './records.ts'
import { CannotWork } from './refusal.ts'

let folder: string
let file: string
const open = () =>
  openJournal({
    file,
    reached: () => {},
    failed: error => {
      throw error
    },
  })
const at = '2026-11-23T12:00:00.000Z'
const halts = (detail: string): JournalRecord => ({
  kind: 'halted',
  at,
  reason: 'nonceGap',
  detail,
})

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'banyan-journal-'))
  file = join(folder, 'journal')
})

afterEach(() => rmSync(folder, { recursive: true }))

async function write(...details: string[]): Promise<void> {
  const journal = await open()
  await Promise.all(details.map(detail => journal.append(halts(detail))))
  await journal.close()
}

const read = async () => {
  const journal = await open()
  await journal.close()
  return journal.records
}

test('a journal keeps its records in their order, also those that are written together', async () => {
  await write('one', 'two')
  await write('three')
  expect(await read()).toEqual(['one', 'two', 'three'].map(halts))
})

test('a record that directly follows another one reaches the disk by itself', async () => {
  const journal = await open()
  await journal.append(halts('one'))
  await journal.append(halts('two'))
  await journal.stored()
  await journal.close()
  expect(await read()).toEqual([halts('one'), halts('two')])
})

test('a record that a crash cut short is dropped, saved in another file, and overwritten', async () => {
  await write('one', 'two')
  const whole = readFileSync(file)
  for (const cut of [1, 40, 70]) {
    writeFileSync(file, whole.subarray(0, whole.length - cut))
    expect(await read()).toEqual([halts('one')])
  }
  await write('three')
  expect(await read()).toEqual([halts('one'), halts('three')])
  expect(
    readdirSync(folder).filter(name => name.startsWith('journal.torn-')).length,
  ).toBeGreaterThan(0)
})

test('bytes that a power cut left after the last record are dropped', async () => {
  await write('one')
  appendFileSync(file, Buffer.alloc(300))
  expect(await read()).toEqual([halts('one')])
})

test('a record that was changed, removed or inserted elsewhere is refused', async () => {
  await write('one', 'two', 'three')
  const [one = '', two = '', three = ''] = readFileSync(file, 'utf8').split('\n')
  for (const lines of [
    [one.replace('one', 'ten'), two, three],
    [one, three, three],
    [two, one, three],
    [two, three, three],
  ]) {
    writeFileSync(file, `${lines.join('\n')}\n`)
    await expect(open()).rejects.toThrow(CannotWork)
  }
})
