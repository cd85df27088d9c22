import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { Argon2Answer, Argon2Settings, Argon2Task } from './argon2-thread.ts'
import { startThread } from './child-process.ts'
import { type Line, openFairQueue } from './fair-queue.ts'

/** Computes Argon2 beside the event loop. Both throw `busy` when too many wait. */
export interface Argon2 {
  hash(line: Line, password: string, settings: Argon2Settings): Promise<string>
  verify(line: Line, hash: string, password: string): Promise<boolean>
}

/** security.md 4.2: at most four at once. One processor stays free for the calls. */
const THREADS = Math.max(1, Math.min(4, availableParallelism() - 1))
/** At 15 ms each on one thread the last of them waits four seconds, which a person still does. */
const BOUNDS = { atOnce: THREADS, waiting: 256, waitingForOne: 32 }

/** The threads are the process's, so all who hash in it share them, and one queue. */
let shared: Argon2 | undefined

/** The threads of this process; each starts with the first password that needs it. */
export function sharedArgon2(): Argon2 {
  shared ??= openArgon2(() => startThread('argon2-thread', null))
  return shared
}

/** Computes in threads that `start` starts. */
export function openArgon2(start: () => Worker): Argon2 {
  const queued = openFairQueue(BOUNDS)
  const idle: Worker[] = []
  const another = (): Worker => {
    const thread = start()
    // One that ends while it has nothing to do must not get the next task.
    const gone = () => {
      const place = idle.indexOf(thread)
      if (place >= 0) idle.splice(place, 1)
    }
    return thread.on('error', gone).on('exit', gone)
  }
  const run = (line: Line, task: Argon2Task) =>
    queued(line, async () => {
      const thread = idle.pop() ?? another()
      const answer = await answerOf(thread, task)
      // One that ended instead is gone; the next task starts another one.
      idle.push(thread)
      if ('failed' in answer) throw new Error(`a password could not be computed: ${answer.failed}`)
      return answer.value
    })
  return {
    hash: async (line, password, settings) =>
      String(await run(line, { does: 'hash', password, settings })),
    verify: async (line, hash, password) =>
      (await run(line, { does: 'verify', hash, password })) === true,
  }
}

/** Gives a thread one task. A process does not end during a task, and ends with idle threads. */
async function answerOf(thread: Worker, task: Argon2Task): Promise<Argon2Answer> {
  thread.ref()
  const answer = await new Promise<Argon2Answer>((resolve, reject) => {
    const leave = () => thread.off('message', answered).off('error', failed).off('exit', ended)
    const answered = (given: Argon2Answer) => {
      leave()
      resolve(given)
    }
    const failed = (error: Error) => {
      leave()
      reject(error)
    }
    const ended = () => failed(new Error('a thread for passwords ended before it answered'))
    thread.on('message', answered).on('error', failed).on('exit', ended)
    thread.postMessage(task)
  })
  thread.unref()
  return answer
}
