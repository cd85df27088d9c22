import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

/** The settings of a new hash; memory is in KiB. */
export interface Argon2Settings {
  algorithm: number
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** One computation: a new hash, or a comparison with a stored one. */
export type Argon2Task =
  | { does: 'hash'; password: string; settings: Argon2Settings }
  | { does: 'verify'; hash: string; password: string }

/** What a thread answers to a task. */
export type Argon2Answer = { value: string | boolean } | { failed: string }

/** How much this thread yields to every other one of the machine. */
const NICER = 5

/** The work of the thread: one task after the other, until its process ends it. */
export function runArgon2Thread(): void {
  giveWay()
  parentPort?.on('message', (task: Argon2Task) => parentPort?.postMessage(answerTo(task)))
}

function answerTo(task: Argon2Task): Argon2Answer {
  try {
    if (task.does === 'hash') return { value: hashSync(task.password, task.settings) }
    return { value: verifySync(task.hash, task.password) }
  } catch (error) {
    return { failed: String(error) }
  }
}

/**
 * Lowers the priority of this thread alone, which Linux allows by the thread's own number: where
 * passwords and calls want the same processor, the calls get it. Elsewhere nothing is lowered.
 */
function giveWay(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, Math.min(19, getPriority(thread) + NICER))
  } catch {
    // Another system, or a container that forbids it: the number of threads is what protects then.
  }
}
