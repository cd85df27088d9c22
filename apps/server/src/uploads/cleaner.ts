import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileLimits } from '@banyan/domain'
import type { Logger } from 'pino'
import type { CheckedFile, NoFile } from '../files/index.ts'
import type { CleanPicture, FromCleaning, ToClean } from '../pictures/index.ts'
import { answerOf, startChildProcess } from '../platform/child-process.ts'
import { refuse } from '../platform/refused.ts'

/** What one picture may cost: resident bytes of the whole process, and time. */
export interface CleaningLimits {
  memory: number
  ms: number
}

/**
 * The process takes about 100 MB, a photograph of 12 million points 90 MB more. Pictures that have to
 * be held whole (interlaced, progressive) are too heavy from about 20 million points on.
 */
export const LIMITS: CleaningLimits = { memory: 240e6, ms: 10_000 }
/** A decoder that leaks or was spoilt does not live on. */
const PICTURES_PER_PROCESS = 200

/** Decodes and encodes pictures where a bad one takes nothing with it. */
export interface Cleaner {
  /**
   * The picture in a file, clean. One at a time: who calls waits for the answer before the next.
   * Refuses what is no picture, and `uploadTooHeavy` what takes more memory or time than it may.
   */
  clean(path: string): Promise<CleanPicture>
  /** Checks a video or a document in the same process, in the same way; a video is clean after it. */
  check(path: string): Promise<CheckedFile>
  close(): Promise<void>
}

/** The process is started at the first need and kept for the next picture. */
export function openCleaner(logger: Logger, limits = LIMITS): Cleaner {
  let kept: { child: ChildProcess; cleaned: number } | null = null

  const start = async () => {
    const child = startChildProcess('pictures', { serialization: 'advanced' })
    const started = { child, cleaned: 0 }
    kept = started
    const forget = () => {
      if (kept === started) kept = null
    }
    child.once('exit', forget).on('error', forget)
    await answerOf<FromCleaning>(child)
    return started
  }

  const answerTo = async (child: ChildProcess, order: ToClean): Promise<FromCleaning> => {
    const late = setTimeout(() => child.kill('SIGKILL'), limits.ms)
    try {
      const answer = answerOf<FromCleaning>(child)
      child.send(order, () => {})
      return await answer
    } catch (error) {
      logger.warn({ err: error, signal: child.signalCode }, 'an upload was too heavy to be cleaned')
      return refuse(order.what === 'picture' ? 'uploadTooHeavy' : 'documentUnreadable')
    } finally {
      clearTimeout(late)
    }
  }

  const ask = async (path: string, what: ToClean['what']): Promise<FromCleaning> => {
    const worker = kept ?? (await start())
    const answer = await answerTo(worker.child, { path, what, memory: limits.memory })
    if (++worker.cleaned >= PICTURES_PER_PROCESS) await end(worker.child)
    if ('fault' in answer) throw new Error(`an upload could not be cleaned: ${answer.fault}`)
    return answer
  }

  return {
    async clean(path) {
      const answer = await ask(path, 'picture')
      if (!('picture' in answer)) throw new Error('the process that cleans pictures began twice')
      return typeof answer.picture === 'string' ? refuse(answer.picture) : answer.picture
    },
    async check(path) {
      const answer = await ask(path, 'file')
      if (!('file' in answer)) throw new Error('the process that cleans pictures began twice')
      return typeof answer.file === 'string' ? refuseFile(answer.file) : answer.file
    },
    async close() {
      if (kept) await end(kept.child)
    },
  }
}

/** Refuses a file, with the number that its sentence names. */
const refuseFile = (fault: NoFile): never =>
  refuse(fault, fault === 'videoTooLong' ? { max: fileLimits.maxVideoSeconds } : {})

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
