import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { answerOf, startChildProcess } from '../platform/child-process.ts'
import type { RunHashes } from './hashes.ts'

/**
 * Works a run out a second time, elsewhere, from the canonical text of its input, which comes in
 * pieces. Resolves when all of it has been told: from then on it is worked out there whatever happens
 * here. `hashes` are those that come out.
 */
export type Recount = (input: Iterable<Buffer>) => Promise<{ hashes: Promise<RunHashes> }>

/** The second computation has come to nothing, and would again; a process that ended may be asked anew. */
export class RecountFault extends Error {
  override name = 'RecountFault'
}

/** What the process is told when all of a text has been sent to its standard input. */
export interface ToRecount {
  /** How many bytes the text has. */
  whole: number
}
/** What it answers. */
export type FromRecount = { input: string; result: string } | { fault: string }

/**
 * The second computation in a process of its own, which is given the text and nothing else: no
 * database, no settings. It is started at the first need, kept for the next run, and never keeps
 * this process alive. One run at a time.
 */
export const recountInChild: Recount = async input => {
  const turn = last.then(() => begin(input))
  last = turn.then(({ hashes }) => hashes).catch(() => undefined)
  return turn
}

let last: Promise<unknown> = Promise.resolve()
let running: Teller | null = null

/** The process with its open end, into which the text goes. */
interface Teller {
  child: ChildProcess
  text: Socket
}

async function begin(input: Iterable<Buffer>): Promise<{ hashes: Promise<RunHashes> }> {
  const teller = running ?? start()
  teller.child.ref()
  teller.child.channel?.ref()
  teller.text.ref()
  const hashes = hashesOf(teller)
  hashes.catch(() => undefined)
  try {
    await Promise.race([tell(teller, input), hashes])
  } catch (error) {
    // Half a text is in it: the next run is told to another.
    if (running === teller) running = null
    teller.child.kill()
    throw error
  }
  return { hashes }
}

async function hashesOf({ child, text }: Teller): Promise<RunHashes> {
  try {
    const told = await answerOf<FromRecount>(child)
    if ('fault' in told) throw new RecountFault(`the second computation failed: ${told.fault}`)
    return { input: Buffer.from(told.input, 'hex'), result: Buffer.from(told.result, 'hex') }
  } finally {
    child.unref()
    child.channel?.unref()
    text.unref()
  }
}

function start(): Teller {
  const child = startChildProcess('recount', {
    // What it reads lives for seconds: a large young heap is copied less often.
    execArgv: ['--max-semi-space-size=64'],
    stdio: ['pipe', 'inherit', 'inherit', 'ipc'],
  })
  const teller = { child, text: child.stdin as Socket }
  // A process that ends is heard of by its end.
  teller.text.on('error', () => {})
  running = teller
  child.once('exit', () => {
    if (running === teller) running = null
  })
  return teller
}

async function tell({ child, text }: Teller, input: Iterable<Buffer>): Promise<void> {
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
