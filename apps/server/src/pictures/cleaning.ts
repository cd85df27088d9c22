import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { type CleanPicture, cleanPicture, type NoPicture } from './picture.ts'

/** What the process is told: a file to clean, and how much memory it may have, in bytes. */
export interface ToClean {
  path: string
  memory: number
}
/** What it answers; `ready` once, before it is told anything. */
export type FromCleaning =
  | { ready: true }
  | { picture: CleanPicture | NoPicture }
  | { fault: string }

/** Decoding is native work beside this thread, which looks this often how much memory it takes. */
const LOOK_MS = 10

/**
 * Cleans pictures one after the other in a process of its own. One that takes more memory than it
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
  process.on('message', async ({ path, memory }: ToClean) => {
    const watch = setInterval(() => {
      // `exit` would wait for the decoder.
      if (process.memoryUsage.rss() > memory) process.kill(process.pid, 'SIGKILL')
    }, LOOK_MS)
    const answer = await pictureIn(path)
    clearInterval(watch)
    process.send?.(answer)
  })
  const ready: FromCleaning = { ready: true }
  process.send?.(ready)
}

async function pictureIn(path: string): Promise<FromCleaning> {
  try {
    return { picture: await cleanPicture(await readFile(path)) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}
