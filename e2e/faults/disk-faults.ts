import { execFileSync } from 'node:child_process'
import { closeSync, ftruncateSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { refusals, type UploadAnswer, uploadPath } from '@banyan/domain'
import { until } from '@banyan/tools/until'
import { voucherPicture } from '@banyan/tools/voucher'
import { inDatabaseAt } from './clock.ts'
import { AFTER_MS, type Fault, seconds } from './fault.ts'
import type { Scene } from './scene.ts'

/** The file system of the data folder: what the community has, twice and more. */
const DISK = '1200M'
/** Uploads stop at a tenth. */
const NEARLY_FULL = 0.07
const FULL_MS = 10_000
/** More than PostgreSQL keeps ready for later. */
const MOST_WAL_FILES = 100
const PIECE = Buffer.alloc(1_000_000)

/** R11. The data folder is moved to a small file system of its own, which is filled and made free again. */
export const diskFaults: Fault = {
  what: 'the data folder is on a file system of 1.2 GB, which is filled to 93 %, then wholly for 10 s, and made free again',
  bound:
    'nearly full: uploads are refused with a text of their own, acts go on; full, the database itself without space: answered 503 at worst; freed: acts and uploads go on without a hand, nothing is lost',
  run: async scene => {
    const wrong: string[] = []
    await onSmallDisk(scene)
    try {
      await scene.recovered(performance.now())
      const filler = join(scene.disturbed.dataDir, 'filler')
      const file = openSync(filler, 'w')
      try {
        fill(file, scene.disturbed.dataDir, NEARLY_FULL)
        const refused = await upload(scene)
        if (refused !== refusals.uploadDiskFull.code)
          wrong.push(`an upload to a disk that is nearly full was answered ${refused}`)
        await scene.recovered(performance.now())
        fill(file, scene.disturbed.dataDir, 0)
        await useUpWal(scene)
        const before = scene.acts.length
        await sleep(FULL_MS)
        const done = scene.acts.slice(before).filter(({ outcome }) => outcome === 'done').length
        ftruncateSync(file, 0)
        const freed = performance.now()
        const actsMs = await scene.recovered(freed)
        await until('uploads are taken in again', async () => (await upload(scene)) === 1)
        const uploadsMs = performance.now() - freed
        await sleep(AFTER_MS)
        const figure =
          `nearly full: the upload was refused with code ${refused}, acts went on; full: ${done} acts begun and acknowledged ` +
          `in ${seconds(FULL_MS)}; freed: acts acknowledged again after ${seconds(actsMs)}, uploads after ${seconds(uploadsMs)}`
        return { figure, wrong }
      } finally {
        closeSync(file)
        rmSync(filler, { force: true })
      }
    } finally {
      await backToLarge(scene)
    }
  },
}

const run = (command: string, ...args: string[]) => execFileSync(command, args, { stdio: 'pipe' })
const beside = (dataDir: string) => ({ real: `${dataDir}.real`, image: `${dataDir}.image` })

/** Moves the data to a small file system that is mounted where they were. Only root can. */
async function onSmallDisk({ product, disturbed: { dataDir } }: Scene): Promise<void> {
  const { real, image } = beside(dataDir)
  await product.stop()
  run('truncate', '-s', DISK, image)
  // Nothing is kept for root: the server of this run may be root's.
  run('mkfs.ext4', '-q', '-m', '0', image)
  run('mv', dataDir, real)
  run('mkdir', '-m', '700', dataDir)
  run('mount', '-o', 'loop', image, dataDir)
  // The folder keeps its owner and its rights.
  run('cp', '-a', `${real}/.`, dataDir)
  await product.startAgain()
}

async function backToLarge({ product, disturbed: { dataDir } }: Scene): Promise<void> {
  const { real, image } = beside(dataDir)
  await product.stop()
  run('rm', '-rf', real)
  run('cp', '-a', dataDir, real)
  run('umount', dataDir)
  run('rmdir', dataDir)
  run('mv', real, dataDir)
  rmSync(image)
  await product.startAgain()
}

/** Writes until no more than this share of the disk is free. */
function fill(file: number, folder: string, share: number): void {
  for (;;) {
    const { bavail, blocks } = statfsSync(folder)
    if (bavail / blocks <= share) return
    try {
      writeSync(file, PIECE)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
      throw error
    }
  }
}

/**
 * Begins new files of WAL until there is no space for one: only then is the database itself without
 * space, which ends it.
 */
async function useUpWal({ product }: Scene): Promise<void> {
  await inDatabaseAt(product.databaseUrl, async client => {
    for (let n = 0; n < MOST_WAL_FILES; n++) {
      await client.query('select pg_logical_emit_message(false, $1, $1)', ['faults'])
      await client.query('select pg_switch_wal()')
    }
  }).catch(() => {})
}

/** Sends a picture. Returns the code of the answer. */
async function upload({ product, beside: { seller } }: Scene): Promise<number> {
  const form = new FormData()
  form.set('file', new Blob([voucherPicture(1)], { type: 'image/png' }), 'voucher.png')
  const headers = { authorization: `Bearer ${seller.token}` }
  const reply = await fetch(product.appUrl + uploadPath, { method: 'POST', headers, body: form })
  const { code } = (await reply.json()) as { code: number; data: UploadAnswer }
  return code
}
