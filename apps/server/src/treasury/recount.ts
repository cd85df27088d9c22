import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { answerOf, startChildProcess } from '../platform/child-process.ts'
import type { RunHashes } from '../settlement/index.ts'

/**
 * Computes a run a second time in another process, from the canonical text of its input, which
 * comes in pieces. Resolves when all of it has been sent: from then on the other process computes
 * independently. `hashes` are those of its result.
 */
export type Recount = (input: Iterable<Buffer>) => Promise<{ hashes: Promise<RunHashes> }>

/**
 * The second computation failed, and would fail again; after the end of a process it may be
 * repeated with a new one.
 */
export class RecountFault extends Error {
  override name = 'RecountFault'
}

/** The message to the process after a whole text has been sent to its standard input. */
export interface ToRecount {
  /** The length of the text in bytes. */
  whole: number
}
/** The answer of the process. */
export type FromRecount = { input: string; result: string } | { fault: string }

/**
 * The second computation in a process of its own, which gets the text and nothing else: no
 * database, no settings. It is started on first use, kept for the next run, and never keeps this
 * process alive. One run at a time.
 */
export const recountInChild: Recount = async input => {
  const run = last.then(() => begin(input))
  last = run.then(({ hashes }) => hashes).catch(() => undefined)
  return run
}

let last: Promise<unknown> = Promise.resolve()
let running: Recounter | null = null

/** The process with the pipe for the text. */
interface Recounter {
  child: ChildProcess
  text: Socket
}

async function begin(input: Iterable<Buffer>): Promise<{ hashes: Promise<RunHashes> }> {
  const recounter = running ?? start()
  recounter.child.ref()
  recounter.child.channel?.ref()
  recounter.text.ref()
  const hashes = hashesOf(recounter)
  hashes.catch(() => undefined)
  try {
    await Promise.race([sendText(recounter, input), hashes])
  } catch (error) {
    // The process has read half a text: the next run gets a new process.
    if (running === recounter) running = null
    recounter.child.kill()
    throw error
  }
  return { hashes }
}

async function hashesOf({ child, text }: Recounter): Promise<RunHashes> {
  try {
    const answer = await answerOf<FromRecount>(child)
    if ('fault' in answer) throw new RecountFault(`the second computation failed: ${answer.fault}`)
    return { input: Buffer.from(answer.input, 'hex'), result: Buffer.from(answer.result, 'hex') }
  } finally {
    child.unref()
    child.channel?.unref()
    text.unref()
  }
}

function start(): Recounter {
  const child = startChildProcess('recount', {
    // The objects that it reads live for seconds: a large young heap is copied less often.
    execArgv: ['--max-semi-space-size=64'],
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  })
  const recounter = { child, text: child.stdin as Socket }
  // The end of the process is handled by its exit event.
  recounter.text.on('error', () => {})
  running = recounter
  child.once('exit', () => {
    if (running === recounter) running = null
  })
  return recounter
}

async function sendText({ child, text }: Recounter, input: Iterable<Buffer>): Promise<void> {
  let whole = 0
  for (const bytes of input) {
    whole += bytes.length
    if (!text.write(bytes)) await once(text, 'drain')
  }
  const message: ToRecount = { whole }
  await new Promise<void>((resolve, reject) => {
    child.send(message, error => (error ? reject(error) : resolve()))
  })
}
