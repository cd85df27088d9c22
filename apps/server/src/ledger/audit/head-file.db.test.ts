import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newUuid } from '../../platform/ids.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { exportHeads, houseAccount, openLedger, sealBooks, setHeadsAside } from '../index.ts'

/** Lines of the file are about a hundred bytes: these are more than the part that is read of it. */
const BATCHES = 9

let db: TestDatabase
let folder: string
let file: string
let whole: string
beforeAll(async () => {
  db = await openTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'banyan-head-file-'))
  for (let batch = 0; batch < BATCHES; batch++) await sealOne()
  const first = join(folder, 'first.txt')
  expect(await exportHeads(db.database, first)).toBe(BATCHES)
  whole = await readFile(first, 'utf8')
  await rm(first)
})
afterAll(async () => {
  await db.close()
  await rm(folder, { recursive: true })
})
beforeEach(() => {
  file = join(folder, `${newUuid()}.txt`)
})

async function sealOne(): Promise<void> {
  const order = {
    from: houseAccount('USDT', 'EXT'),
    to: houseAccount('USDT', 'OPS'),
    amount: 1n,
    kind: 'genesis',
    reference: newUuid(),
  } as const
  await db.database.transaction().execute(tx => openLedger().post(tx, [order]))
  expect(await sealBooks(db.database)).toBe(1)
}

describe('the file of heads', () => {
  it('gets the heads that it lacks, wherever a power cut has ended it', async () => {
    const ends = whole.split('').flatMap((one, at) => (one === '\n' ? [at + 1] : []))
    expect(ends).toHaveLength(BATCHES)
    for (const [place, end] of [0, ...ends].entries())
      for (const cut of [end, end + 1, end + 60, (ends[place] ?? end + 1) - 1]) {
        await writeFile(file, whole.slice(0, cut))
        const complete = ends.filter(one => one <= cut).length
        expect(await exportHeads(db.database, file), `cut at ${cut}`).toBe(BATCHES - complete)
        expect(await readFile(file, 'utf8'), `cut at ${cut}`).toBe(whole)
      }
  })

  it('is not continued where it ends with another head, or one that the books do not have', async () => {
    const lines = whole.trimEnd().split('\n')
    const last = lines.at(-1) as string
    const other = last.replace(/ [0-9a-f]{64} /, ` ${'ab'.repeat(32)} `)
    const later = last.replace(/^\d+/, String(BATCHES + 1))
    for (const wrong of [other, later]) {
      const text = [...lines.slice(0, -1), wrong, ''].join('\n')
      await writeFile(file, text)
      await expect(exportHeads(db.database, file)).rejects.toThrow('which the books do not have')
      expect(await readFile(file, 'utf8')).toBe(text)
    }
  })

  it('is set aside only where the books do not have its last head', async () => {
    expect(await setHeadsAside(db.database, file), 'no file').toBeNull()
    await writeFile(file, '')
    expect(await setHeadsAside(db.database, file), 'an empty file').toBeNull()
    await writeFile(file, whole)
    expect(await setHeadsAside(db.database, file), 'a good file').toBeNull()
    expect(await readFile(file, 'utf8')).toBe(whole)
    const head = 'ab'.repeat(32)
    await appendFile(file, `${BATCHES + 1} ${head} 2026-11-23T00:00:00.000Z 5\n`)
    const lost = await readFile(file, 'utf8')
    const aside = await setHeadsAside(db.database, file)
    expect(aside).toBe(file.replace('.txt', `-to-batch-${BATCHES + 1}-abababab.txt`))
    expect(await readFile(aside as string, 'utf8')).toBe(lost)
    expect((await readdir(folder)).map(name => join(folder, name))).not.toContain(file)
    expect(await exportHeads(db.database, file)).toBe(BATCHES)
  })
})
