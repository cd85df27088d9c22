import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pictureBomb } from '../testing/bomb.ts'
import { type Cleaner, LIMITS, openCleaner } from './cleaner.ts'

const logger = pino({ level: 'silent' })
const create = { width: 60, height: 80, channels: 3 as const, background: '#0b0d12' }
const folder = mkdtempSync(join(tmpdir(), 'banyan-pictures-'))
const file = (bytes: Uint8Array) => {
  const path = join(folder, 'picture')
  writeFileSync(path, bytes)
  return path
}
const photograph = async () => file(await sharp({ create }).jpeg().toBuffer())

/** Processes that this one has started since this file began, where the system tells. */
const children = (): string[] => startedByNow().filter(id => !startedBefore.has(id))
const startedByNow = (): string[] =>
  readdirSync('/proc/self/task').flatMap(task => {
    try {
      return readFileSync(`/proc/self/task/${task}/children`, 'latin1').split(' ').filter(Boolean)
    } catch {
      // The thread has ended since it was listed.
      return []
    }
  })
const tellsOfProcesses = existsSync(`/proc/self/task/${process.pid}/children`)
/** Files that ran in this process before may have left some. */
const startedBefore = new Set(tellsOfProcesses ? startedByNow() : [])

/** Resident bytes of this process and of those that it has started. */
function resident(): number {
  const ofChildren = children().map(id => {
    try {
      return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'latin1'))?.[1] ?? 0)
    } catch {
      return 0
    }
  })
  return process.memoryUsage.rss() + 1024 * ofChildren.reduce((sum, kib) => sum + kib, 0)
}

describe('cleaning a picture elsewhere', () => {
  let cleaner: Cleaner
  beforeAll(() => {
    // However busy the machine is: nothing but memory ends it.
    cleaner = openCleaner(logger, { ...LIMITS, ms: 600_000 })
  })
  afterAll(async () => {
    await cleaner.close()
    if (tellsOfProcesses) expect(children()).toEqual([])
    rmSync(folder, { recursive: true })
  })

  it('refuses a bomb within the limit of points before all of it is unpacked', async () => {
    const bomb = pictureBomb(7_000, 7_000)
    expect(bomb.length).toBeLessThan(1_000_000)
    const path = file(bomb)
    const before = tellsOfProcesses ? resident() : 0
    let most = before
    const watch = setInterval(() => {
      if (tellsOfProcesses) most = Math.max(most, resident())
    }, 5)
    await expect(cleaner.clean(path)).rejects.toMatchObject({ refusal: 'uploadTooHeavy' })
    clearInterval(watch)
    // Unpacked it takes 392 MB, beside what the process that met it takes.
    expect(most - before).toBeLessThan(392e6)
    if (tellsOfProcesses) expect(children()).toEqual([])
  })

  it('goes on after it, and the same process cleans the next one', async () => {
    const first = await cleaner.clean(await photograph())
    expect(first).toMatchObject({ width: 60, height: 80, cameAs: 'image/jpeg' })
    expect((await sharp(first.bytes).metadata()).format).toBe('webp')
    const before = tellsOfProcesses ? children() : []
    await cleaner.clean(await photograph())
    expect(tellsOfProcesses ? children() : []).toEqual(before)
  })

  it('refuses a bomb beyond the limit of points by its head', async () => {
    const bomb = pictureBomb(8_000, 7_000)
    await expect(cleaner.clean(file(bomb))).rejects.toMatchObject({ refusal: 'uploadUnreadable' })
  })

  it('refuses what takes longer than it may', async () => {
    const hasty = openCleaner(logger, { ...LIMITS, ms: 20 })
    const before = tellsOfProcesses ? children() : []
    // A pipe into which nobody writes: reading it takes for ever.
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    await expect(hasty.clean(path)).rejects.toMatchObject({ refusal: 'uploadTooHeavy' })
    expect(tellsOfProcesses ? children() : []).toEqual(before)
  })

  it('tells a fault of its own as one', async () => {
    await expect(cleaner.clean(join(folder, 'nothing'))).rejects.toThrow('could not be cleaned')
    expect((await cleaner.clean(await photograph())).width).toBe(60)
  })
})
