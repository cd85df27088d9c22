import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type SettlementInput, writeCanonical } from '@banyan/economy'
import type { RunHashes } from './run.ts'

/** Works a run out a second time, elsewhere; answers the hashes that come out there. */
export type Recount = (input: SettlementInput) => Promise<RunHashes>

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
  const turn = last.then(() => ask(input))
  last = turn.catch(() => undefined)
  return turn
}

let last: Promise<unknown> = Promise.resolve()
let running: ChildProcess | null = null

async function ask(input: SettlementInput): Promise<RunHashes> {
  const child = running ?? start()
  child.ref()
  child.channel?.ref()
  try {
    const answer = answerOf(child)
    answer.catch(() => undefined)
    await tell(child, input)
    const told = await answer
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

async function tell(child: ChildProcess, input: SettlementInput): Promise<void> {
  let text = ''
  const messages: ToRecount[] = []
  writeCanonical(input, piece => {
    text += piece
    if (text.length < MESSAGE) return
    messages.push({ piece: text })
    text = ''
  })
  messages.push({ piece: text }, { whole: true })
  for (const message of messages) await send(child, message)
}

const send = (child: ChildProcess, message: ToRecount): Promise<void> =>
  new Promise((resolve, reject) => {
    child.send(message, error => (error ? reject(error) : resolve()))
  })
