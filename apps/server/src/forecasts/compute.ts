import type { ChildProcess } from 'node:child_process'
import type { ForecastFault } from '@banyan/domain'
import { startChildProcess } from '../platform/child-process.ts'
import { canonicalBytes, type Recorded } from '../treasury/index.ts'
import type { Computed, FromForecast, ToForecast } from './computed.ts'

/** The bounds of one forecast: its process is ended beyond them. */
export interface ForecastBounds {
  /** Bytes of the input of the last settlement. */
  bytes: number
  /** Milliseconds from its beginning to its end. */
  ms: number
}

/** A few hundred thousand members, and longer than they take. */
export const forecastBounds: ForecastBounds = { bytes: 256 * 1024 * 1024, ms: 10 * 60_000 }

/** The heap of the process, MB. */
const HEAP_MB = 2_048

export interface ToCompute {
  before: string
  after: string
  recorded: Recorded
  count: number
}

/** Why it was not computed; `cancelled` when `isWanted` said so. */
export class ForecastFailed extends Error {
  override name = 'ForecastFailed'
  readonly why: ForecastFault | 'cancelled'

  constructor(why: ForecastFault | 'cancelled', message: string = why) {
    super(message)
    this.why = why
  }
}

export interface Computing {
  computed: Promise<Computed>
  /** Ends the process; `computed` rejects. */
  stop: (why: ForecastFault | 'cancelled') => void
}

/** Computes a forecast in another process. `onProgress` gets the number of computed days of both sides. */
export function computeForecast(
  given: ToCompute,
  bounds: ForecastBounds,
  onProgress: (done: number) => void,
): Computing {
  const child = startChildProcess('forecast', {
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  let stop: Computing['stop'] = () => {}
  const ended = new Promise<Computed>((resolve, reject) => {
    stop = why => reject(new ForecastFailed(why))
    child.once('error', reject)
    child.once('exit', () => reject(new ForecastFailed('faulty', 'its process ended')))
    child.on('message', (message: FromForecast) => {
      if (message.kind === 'progress') onProgress(message.done)
      else if (message.kind === 'done') resolve(message.computed)
      else if (message.kind === 'differs') reject(new ForecastFailed('differs'))
      else reject(new ForecastFailed('faulty', message.message))
    })
  })
  const limit = setTimeout(() => stop('tooLong'), bounds.ms)
  const computed = Promise.race([
    ended,
    // What is sent is only the first half: the answer comes by a message.
    sendAll(child, given, bounds).then(() => ended),
  ]).finally(() => {
    clearTimeout(limit)
    child.kill('SIGKILL')
  })
  ended.catch(() => undefined)
  return { computed, stop: why => stop(why) }
}

async function sendAll(child: ChildProcess, given: ToCompute, bounds: ForecastBounds) {
  const { before, after, recorded, count } = given
  const { input, hashes, days } = recorded
  await sendTo(child, {
    kind: 'begin',
    before,
    after,
    hashes: { input: hashes.input.toString('hex'), result: hashes.result.toString('hex') },
    recorded: days,
    count,
  })
  let sent = 0
  for (const bytes of canonicalBytes(input)) {
    sent += bytes.length
    if (sent > bounds.bytes) throw new ForecastFailed('tooLarge')
    // Each piece waits for the one before: other calls are answered in between.
    await sendTo(child, { kind: 'piece', bytes })
  }
  await sendTo(child, { kind: 'whole' })
}

const sendTo = (child: ChildProcess, message: ToForecast): Promise<void> =>
  new Promise((resolve, reject) => {
    child.send(message, error => (error ? reject(error) : resolve()))
  })
