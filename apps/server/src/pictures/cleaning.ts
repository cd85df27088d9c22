import { open, readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { type CheckedFile, checkFile, HEAD_BYTES, type NoFile } from '../files/index.ts'
import { type CleanPicture, cleanPicture, type NoPicture } from './picture.ts'

/** The input of the process: a file to clean, its expected kind, and the memory limit in bytes. */
export interface ToClean {
  path: string
  what: 'picture' | 'file'
  memory: number
}
/** Its answers; `ready` once, before it receives anything. */
export type FromCleaning =
  | { ready: true }
  | { picture: CleanPicture | NoPicture }
  | { file: CheckedFile | NoFile }
  | { fault: string }

/** Decoding is native work beside this thread, which checks its memory this often. */
const CHECK_MS = 10

/**
 * Cleans pictures and checks files one after the other in a process of its own. One that takes more memory than it
 * may have ends the process; so does the end of the process that started it.
 */
export function runCleaning(): void {
  // Whatever the bytes pretend to be: no other decoder is there.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({
    operation: [
      'VipsForeignLoadJpegBuffer',
      'VipsForeignLoadPngBuffer',
      'VipsForeignLoadWebpBuffer',
    ],
  })
  process.on('disconnect', () => process.exit())
  process.on('message', async ({ path, what, memory }: ToClean) => {
    const watch = setInterval(() => {
      // `exit` would wait for the decoder.
      if (process.memoryUsage.rss() > memory) process.kill(process.pid, 'SIGKILL')
    }, CHECK_MS)
    const answer = await answerFor(path, what)
    clearInterval(watch)
    process.send?.(answer)
  })
  const ready: FromCleaning = { ready: true }
  process.send?.(ready)
}

async function answerFor(path: string, what: ToClean['what']): Promise<FromCleaning> {
  try {
    if (what === 'file') return { file: await checkFile(path, await headOf(path)) }
    return { picture: await cleanPicture(await readFile(path)) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
