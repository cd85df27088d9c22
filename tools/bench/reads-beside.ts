import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** How calls at an even pace were answered; times in milliseconds. */
export interface Paced {
  sent: number
  failed: number
  p50: number
  p99: number
  most: number
}

/** A read over HTTP: its path, and the session of its member where it needs one. */
export interface Read {
  path: string
  token?: string
}

/**
 * Sends reads at an even pace until the work ends, one after the other from the list. The time of each
 * counts from the moment when it was due, so a caller that is late itself hides nothing.
 */
export async function readsBeside<T>(
  port: number,
  reads: readonly Read[],
  perSecond: number,
  work: Promise<T>,
): Promise<Paced> {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const times: number[] = []
  const answers: Promise<void>[] = []
  let failed = 0
  let isOver = false
  void work.catch(() => {}).then(() => (isOver = true))
  const began = performance.now()
  if (perSecond === 0) await work
  for (let n = 0; !isOver; n++) {
    const due = began + (n * 1_000) / perSecond
    if (due > performance.now()) await sleep(due - performance.now())
    const read = reads[n % reads.length] as Read
    answers.push(
      statusOf(agent, port, read).then(status => {
        times.push(performance.now() - due)
        if (status !== 200) failed++
      }),
    )
  }
  await Promise.all(answers)
  agent.destroy()
  times.sort((one, other) => one - other)
  const at = (share: number) =>
    Math.round((times[Math.floor((times.length - 1) * share)] ?? Number.NaN) * 10) / 10
  return { sent: times.length, failed, p50: at(0.5), p99: at(0.99), most: at(1) }
}

const statusOf = (agent: Agent, port: number, { path, token }: Read): Promise<number> =>
  new Promise(resolve => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    get({ host: '127.0.0.1', port, path, agent, headers }, response => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0))
    }).once('error', () => resolve(0))
  })
