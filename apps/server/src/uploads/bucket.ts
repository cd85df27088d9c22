import { createReadStream, readFileSync } from 'node:fs'
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { ConfigError, type ObjectStoreConfig } from '../platform/config.ts'
import { StoreAway } from './keeper.ts'

/** What is sent with a request; the hash is signed, so the store refuses bytes that were changed. */
export interface Body {
  of: Buffer | { path: string }
  bytes: number
  sha256: string
}

interface Asked {
  method: 'GET' | 'PUT' | 'DELETE'
  /** The name of a file; none asks about the bucket itself. */
  name?: string
  query?: Readonly<Record<string, string>>
  range?: { from: number; to: number }
  body?: Body
}

/** How long a store is waited for. */
export interface Patience {
  /** A store that is well begins to answer, and goes on with an answer, within this time. */
  waitMs: number
  /** Between two tries; longer before the third. */
  pauseMs: number
  /** Once it was away, it is left alone for so long: nobody waits for it in the meantime. */
  restMs: number
}

/** The store answers, and it is no success; `code` is the store's own name for the reason. */
export class StoreRefuses extends StoreAway {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(`the store of uploads refuses with ${status} ${code}`.trimEnd())
    this.status = status
    this.code = code
  }
}

/** One bucket of a store, as requests and answers. */
export interface Bucket {
  /**
   * The answer to a request that succeeded; its body is to be read, or dropped.
   * @throws StoreRefuses, or StoreAway where the store does not answer.
   */
  ask(asked: Asked): Promise<IncomingMessage>
  /** The body of an answer. The store is waited for, each time, for so long at most. */
  bodyOf(answer: IncomingMessage): AsyncGenerator<Buffer>
  close(): void
}

const patient: Patience = { waitMs: 10_000, pauseMs: 200, restMs: 5_000 }
const TRIES = 3
/** The slowest store that large files are waited for. */
const BYTES_PER_MS = 1_000
/** Connections that are kept for the next requests. */
const KEPT_OPEN = 32
const EMPTY_SHA256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'
const MOST_OF_A_REASON = 64 * 1024
/** The store says that it may answer when it is asked again. */
const passing = new Set([429, 500, 502, 503, 504])

class Late extends Error {}

/**
 * Opens a bucket, addressed by its path (`https://store/bucket/name`). Each request may be made
 * twice without harm: names are drawn at random and always stand for the same bytes. So it is
 * tried again where a connection broke or the store says that it is busy; where the store is silent
 * it is not, because a member is waiting.
 */
export function openBucket(settings: ObjectStoreConfig, patience: Partial<Patience> = {}): Bucket {
  const { waitMs, pauseMs, restMs } = { ...patient, ...patience }
  const isTls = settings.endpoint.startsWith('https:')
  // No most of all: a member who reads slowly holds a connection, and others do not wait for it.
  const pool = { keepAlive: true, maxFreeSockets: KEPT_OPEN }
  const agent = isTls
    ? new HttpsAgent({ ...pool, ca: authorityIn(settings.caFile) })
    : new HttpAgent(pool)
  let away: { why: string; until: number } | null = null

  const sign = async ({ method, name, query = {}, range, body }: Asked) => {
    const url = new URL(`${settings.endpoint}/${settings.bucket}${name ? `/${name}` : ''}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const headers: Record<string, string> = {
      'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256,
      ...(range && { range: `bytes=${range.from}-${range.to}` }),
    }
    const { accessKeyId, secretAccessKey, region } = settings
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers,
      accessKeyId,
      secretAccessKey,
      region,
      service: 's3',
    })
    const signed = await signer.sign()
    return {
      url: signed.url,
      method,
      headers: {
        ...Object.fromEntries(signed.headers),
        'content-length': String(body?.bytes ?? 0),
      },
    }
  }

  const send = async (asked: Asked): Promise<IncomingMessage> => {
    const { url, method, headers } = await sign(asked)
    const { body } = asked
    return new Promise((resolve, reject) => {
      const request = (isTls ? requestHttps : requestHttp)(url, { method, headers, agent })
      const late = setTimeout(
        () => request.destroy(new Late()),
        waitMs + (body?.bytes ?? 0) / BYTES_PER_MS,
      )
      request.on('response', answer => {
        clearTimeout(late)
        resolve(answer)
      })
      // It may answer before it has everything, and close: the answer counts then.
      request.on('error', error => {
        clearTimeout(late)
        reject(error)
      })
      if (body === undefined || Buffer.isBuffer(body.of)) request.end(body?.of)
      else pipeline(createReadStream(body.of.path), request).catch(error => request.destroy(error))
    })
  }

  /** One try: the answer, or why there is none and whether another try may help. */
  const tryOnce = async (
    asked: Asked,
  ): Promise<IncomingMessage | { failed: StoreAway; again: boolean; isAway: boolean }> => {
    const answer = await send(asked).catch((error: Error) => error)
    if (answer instanceof Error) {
      const why = answer instanceof Late ? 'does not answer in time' : 'is not reached'
      const failed = new StoreAway(`the store of uploads ${why}`, { cause: answer })
      return { failed, again: !(answer instanceof Late), isAway: true }
    }
    const { statusCode: status = 0 } = answer
    if (status >= 200 && status < 300) return answer
    const code = /<Code>([A-Za-z0-9.]{1,60})<\/Code>/.exec(await reasonIn(answer))?.[1] ?? ''
    const again = passing.has(status)
    return { failed: new StoreRefuses(status, code), again, isAway: again }
  }

  const reasonIn = async (answer: IncomingMessage): Promise<string> => {
    const found: Buffer[] = []
    let bytes = 0
    try {
      for await (const part of bodyOf(answer)) {
        found.push(part)
        bytes += part.length
        if (bytes > MOST_OF_A_REASON) break
      }
    } catch {
      // The status says enough.
    }
    return Buffer.concat(found).toString()
  }

  async function* bodyOf(answer: IncomingMessage): AsyncGenerator<Buffer> {
    const parts = answer[Symbol.asyncIterator]() as AsyncIterator<Buffer>
    try {
      for (;;) {
        const next = await inTime(parts.next(), waitMs)
        if (next.done) return
        yield next.value
      }
    } catch (error) {
      throw new StoreAway(
        `the store of uploads ${error instanceof Late ? 'does not go on' : 'broke off'}`,
        { cause: error },
      )
    } finally {
      answer.destroy()
    }
  }

  return {
    async ask(asked) {
      if (away && performance.now() < away.until) throw new StoreAway(away.why)
      for (let turn = 1; ; turn++) {
        const result = await tryOnce(asked)
        if (!('failed' in result)) {
          away = null
          return result
        }
        const { failed, again, isAway } = result
        if (!again || turn === TRIES) {
          away = isAway ? { why: failed.message, until: performance.now() + restMs } : null
          throw failed
        }
        await sleep(pauseMs * 2 ** (turn - 1))
      }
    },
    bodyOf,
    close: () => agent.destroy(),
  }
}

function authorityIn(file: string | null): Buffer | undefined {
  if (file === null) return undefined
  try {
    return readFileSync(file)
  } catch (error) {
    throw new ConfigError(
      `The file ${file} of S3_CA_FILE cannot be read (${(error as { code?: string }).code ?? error}): set S3_CA_FILE to the file of the authority that signed the certificate of your store of uploads.`,
    )
  }
}

const inTime = async <T>(work: Promise<T>, ms: number): Promise<T> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Late()), ms)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
