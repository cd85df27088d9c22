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

/**
 * Child processes that this process has started since this file began, where the system lists them.
 */
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
/** Earlier files in this process may have left some. */
const startedBefore = new Set(tellsOfProcesses ? startedByNow() : [])

/** Resident bytes of this process and its child processes. */
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

describe('cleaning a picture in a child process', () => {
  let cleaner: Cleaner
  beforeAll(() => {
    // Longer than any busy machine needs: only the memory limit can end it.
    cleaner = openCleaner(logger, { ...LIMITS, ms: 600_000 })
  })
  afterAll(async () => {
    await cleaner.close()
    if (tellsOfProcesses) expect(children()).toEqual([])
    rmSync(folder, { recursive: true })
  })

  it('refuses a bomb within the pixel limit before all of it is unpacked', async () => {
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
    // Unpacked it takes 392 MB, in addition to the child process itself.
    expect(most - before).toBeLessThan(392e6)
    if (tellsOfProcesses) expect(children()).toEqual([])
  })

  it('goes on after it, and the same child process cleans the next one', async () => {
    const first = await cleaner.clean(await photograph())
    expect(first).toMatchObject({ width: 60, height: 80, cameAs: 'image/jpeg' })
    expect((await sharp(first.bytes).metadata()).format).toBe('webp')
    const before = tellsOfProcesses ? children() : []
    await cleaner.clean(await photograph())
    expect(tellsOfProcesses ? children() : []).toEqual(before)
  })

  it('refuses a bomb beyond the pixel limit by its header', async () => {
    const bomb = pictureBomb(8_000, 7_000)
    await expect(cleaner.clean(file(bomb))).rejects.toMatchObject({ refusal: 'uploadUnreadable' })
  })

  it('refuses a picture that takes too long', async () => {
    const hasty = openCleaner(logger, { ...LIMITS, ms: 20 })
    const before = tellsOfProcesses ? children() : []
    // A pipe without a writer: reading it never ends.
    const path = join(folder, 'pipe')
    execFileSync('mkfifo', [path])
    await expect(hasty.clean(path)).rejects.toMatchObject({ refusal: 'uploadTooHeavy' })
    expect(tellsOfProcesses ? children() : []).toEqual(before)
  })

  it('reports its own failure as one', async () => {
    await expect(cleaner.clean(join(folder, 'nothing'))).rejects.toThrow('could not be cleaned')
    expect((await cleaner.clean(await photograph())).width).toBe(60)
  })
})
