import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RunHashes } from './run.ts'

/**
 * Works a run out a second time, elsewhere, from the canonical text of its input, which comes in
 * pieces. Resolves when all of it has been told: from then on it is worked out there whatever happens
 * here. `hashes` are those that come out.
 */
export type Recount = (input: readonly string[]) => Promise<{ hashes: Promise<RunHashes> }>

/** What the process is told: the canonical text of an input in pieces, then that it is whole. */
export type ToRecount = { piece: string } | { whole: true }
/** What it answers. */
export type FromRecount = { input: string; result: string } | { fault: string }

/** Pieces are joined until they are about this long, so that a message is worth its cost. */
const MESSAGE = 1_000_000

/**
 * The second computation in a process of its own, which is given the text and nothing else: no
 * database, no settings. It is started at the first need, kept for the next run, and never keeps
 * this process alive. One run at a time.
 */
export const recountElsewhere: Recount = async input => {
  const turn = last.then(() => begin(input))
  last = turn.then(({ hashes }) => hashes).catch(() => undefined)
  return turn
}

let last: Promise<unknown> = Promise.resolve()
let running: ChildProcess | null = null

async function begin(input: readonly string[]): Promise<{ hashes: Promise<RunHashes> }> {
  const child = running ?? start()
  child.ref()
  child.channel?.ref()
  const hashes = hashesOf(child)
  hashes.catch(() => undefined)
  await tell(child, input)
  return { hashes }
}

async function hashesOf(child: ChildProcess): Promise<RunHashes> {
  try {
    const told = await answerOf(child)
    if ('fault' in told) throw new Error(`the second computation failed: ${told.fault}`)
    return { input: Buffer.from(told.input, 'hex'), result: Buffer.from(told.result, 'hex') }
  } finally {
    child.unref()
    child.channel?.unref()
  }
}

function start(): ChildProcess {
  const fromSource = import.meta.url.endsWith('.ts')
  const door = new URL(`../bin/recount.${fromSource ? 'ts' : 'js'}`, import.meta.url)
  const child = fork(fileURLToPath(door), {
    env: { PATH: process.env.PATH },
    execArgv: fromSource ? ['--import', 'tsx'] : [],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  running = child
  child.once('exit', () => {
    if (running === child) running = null
  })
  return child
}

function answerOf(child: ChildProcess): Promise<FromRecount> {
  return new Promise((resolve, reject) => {
    const ended = () => reject(new Error('the process of the second computation ended'))
    child.once('exit', ended)
    child.once('message', answer => {
      child.off('exit', ended)
      resolve(answer as FromRecount)
    })
  })
}

async function tell(child: ChildProcess, input: readonly string[]): Promise<void> {
  let text = ''
  for (const piece of input) {
    text += piece
    if (text.length < MESSAGE) continue
    await send(child, { piece: text })
    text = ''
  }
  await send(child, { piece: text })
  await send(child, { whole: true })
}

const send = (child: ChildProcess, message: ToRecount): Promise<void> =>
  new Promise((resolve, reject) => {
    child.send(message, error => (error ? reject(error) : resolve()))
  })
