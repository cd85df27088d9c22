import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installFromDebian } from '../bootstrap/debian.ts'
import { StartRefused } from '../bootstrap/refusal.ts'

const WRK = '/usr/bin/wrk'
/** A run that sends each call once ends before that, or fails. */
const MOST_SECONDS = 120
const SCRIPT = join(import.meta.dirname, 'wrk.lua')

/** One call as it goes over the wire. */
export interface Sent {
  method: 'GET' | 'POST'
  path: string
  token?: string
  key?: string
  body?: object
}

/** How the server answered; times in milliseconds. */
export interface Answered {
  good: number
  perSecond: number
  p50: number
  p99: number
}

/**
 * Installs wrk, a client in C that leaves the processors to the server, when there is none and this
 * user may.
 */
export async function ensureWrk(): Promise<void> {
  if (existsSync(WRK)) return
  await installFromDebian('wrk', ['wrk'])
  if (!existsSync(WRK)) throw new StartRefused('This needs wrk: sudo apt-get install wrk.')
}

/**
 * Sends calls over so many connections: each once, or round and round for so many seconds. Throws
 * when one was refused.
 */
export async function sendAll(
  url: string,
  calls: readonly Sent[],
  how: { folder: string; connections: number; seconds: number | 'once' },
): Promise<Answered> {
  const file = join(how.folder, 'calls.txt')
  const lines = calls.map(({ method, path, token = '', key = '', body }) =>
    [method, path, token, key, body ? JSON.stringify(body) : ''].join('\t'),
  )
  writeFileSync(file, `${lines.join('\n')}\n`)
  const isOnce = how.seconds === 'once'
  const seconds = how.seconds === 'once' ? MOST_SECONDS : how.seconds
  const args = [`-t1`, `-c${how.connections}`, `-d${seconds}s`, '--timeout', '30s', '-s', SCRIPT]
  const wrk = spawn(WRK, [...args, url, '--', file, isOnce ? 'once' : 'repeated'])
  let output = ''
  let failed = ''
  let began = 0
  let tookMs = 0
  wrk.stderr.on('data', part => {
    failed += part
  })
  wrk.stdout.on('data', part => {
    output += part
    if (began === 0 && output.includes('BEGUN')) began = performance.now()
    // wrk sleeps for all of its time, whatever its calls do; this wakes it.
    if (tookMs === 0 && output.includes('SENT')) {
      tookMs = performance.now() - began
      wrk.kill('SIGINT')
    }
  })
  const [code] = await once(wrk, 'close')
  const figures = /FIGURES (\d+) (\d+) (\d+) (\d+) (\d+) (.*)/.exec(output)
  if (code !== 0 || !figures) throw new Error(`wrk failed: ${failed || output}`)
  const [good = 0, refused = 0, micros = 0, p50 = 0, p99 = 0] = figures.slice(1, 6).map(Number)
  if (refused > 0 || good === 0)
    throw new Error(`${refused} calls were refused, ${good} done: ${figures[6]}\n${output}`)
  if (isOnce && good < calls.length)
    console.log(`  ${calls.length - good} answers were lost:\n${output}`)
  const perSecond = (good * 1000) / (isOnce ? tookMs : micros / 1000)
  return { good, perSecond, p50: p50 / 1000, p99: p99 / 1000 }
}
