import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { ConfigError, type ObjectStoreConfig } from '../platform/config.ts'
import { type Body, openBucket, type Patience, StoreRefuses } from './bucket.ts'
import { type FileKeeper, MissingFile } from './keeper.ts'

/** A store of uploads, with what an operator reads about it. */
export interface ObjectStore extends FileKeeper {
  /**
   * Checks at the start that the store can be used for the database of this id, and that it deletes
   * what is deleted. Returns what could not be checked.
   * @throws ConfigError where a person has to mend something, StoreAway where it does not answer.
   */
  check(databaseId: string): Promise<readonly string[]>
  /** Asks the store for something small. @throws StoreAway */
  greet(): Promise<void>
  close(): void
}

/** Says whose files are in the bucket. */
const MARK = 'banyan-database'
const PROBE = 'banyan-probe'
/** The most that stores list. */
const LISTED_AT_ONCE = 1_000

/**
 * Keeps uploads in a bucket of an S3-compatible store. Objects are private: only this server reads
 * them, after its own checks, and no address of one is ever given away. They are the same bytes
 * under the same names as in a folder: what is encrypted there is encrypted here.
 */
export function openObjectStore(
  settings: ObjectStoreConfig,
  {
    listedAtOnce = LISTED_AT_ONCE,
    ...patience
  }: Partial<Patience> & { listedAtOnce?: number } = {},
): ObjectStore {
  const bucket = openBucket(settings, patience)
  const bytesOf = async (asked: Parameters<typeof bucket.ask>[0]): Promise<Buffer> => {
    const parts: Buffer[] = []
    for await (const part of bucket.bodyOf(await bucket.ask(asked))) parts.push(part)
    return Buffer.concat(parts)
  }
  const put = (name: string, body: Body) => bytesOf({ method: 'PUT', name, body })
  const remove = (name: string) =>
    bytesOf({ method: 'DELETE', name }).then(() => {}, unlessAbsent(undefined))

  return {
    async write(name, given) {
      await put(name, await bodyOf(given))
      if (!Buffer.isBuffer(given)) await rm(given.path, { force: true })
    },
    read: name => bytesOf({ method: 'GET', name }).catch(missing(name)),
    async *part(name, from, to) {
      const answer = await bucket
        .ask({ method: 'GET', name, range: { from, to } })
        .catch(missing(name))
      if (answer.statusCode !== 206) {
        answer.destroy()
        throw new StoreRefuses(answer.statusCode ?? 0, 'instead of a part')
      }
      yield* bucket.bodyOf(answer)
    },
    async sizeOf(name) {
      // One byte, not HEAD: the reason of a failure is in the body.
      const answer = await bucket
        .ask({ method: 'GET', name, range: { from: 0, to: 0 } })
        .catch(unlessAbsent(null))
      if (answer === null) return null
      const bytes = /\/(\d+)$/.exec(answer.headers['content-range'] ?? '')?.[1]
      for await (const _ of bucket.bodyOf(answer));
      if (bytes === undefined) throw new StoreRefuses(answer.statusCode ?? 0, 'without a length')
      return Number(bytes)
    },
    remove,
    async *names() {
      let token: string | undefined
      do {
        const query = {
          'list-type': '2',
          'max-keys': String(listedAtOnce),
          ...(token !== undefined && { 'continuation-token': token }),
        }
        const page = (await bytesOf({ method: 'GET', query })).toString()
        for (const [, name = ''] of page.matchAll(/<Key>([^<]+)<\/Key>/g))
          if (name !== MARK && name !== PROBE) yield textIn(name)
        const isCut = /<IsTruncated>true<\/IsTruncated>/.test(page)
        const next = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(page)?.[1]
        if (isCut && next === undefined) throw new StoreRefuses(200, 'a list without its end')
        token = isCut ? textIn(next ?? '') : undefined
      } while (token !== undefined)
    },
    async check(databaseId) {
      const own = Buffer.from(databaseId)
      try {
        const mark = await bytesOf({ method: 'GET', name: MARK }).catch(unlessAbsent(null))
        if (mark === null) await put(MARK, await bodyOf(own))
        else if (!mark.equals(own))
          throw new ConfigError(
            `The bucket ${settings.bucket} keeps the uploads of another database of Banyan (its ${MARK} says so): set S3_BUCKET to a bucket of its own.`,
          )
        await put(PROBE, await bodyOf(Buffer.from('may be deleted')))
        await bytesOf({ method: 'DELETE', name: PROBE })
      } catch (error) {
        throw asConfigError(error, settings)
      }
      const versions = await bytesOf({ method: 'GET', query: { versioning: '' } }).catch(
        (error: unknown) => {
          if (error instanceof StoreRefuses) return error
          throw error
        },
      )
      if (versions instanceof StoreRefuses)
        return [`whether the bucket keeps deleted files (${versions.message})`]
      if (/<Status>Enabled<\/Status>/.test(versions.toString()))
        throw new ConfigError(
          `The bucket ${settings.bucket} keeps what is deleted, because its versioning is on: members' files have to go when they delete them, so suspend its versioning and delete the old versions.`,
        )
      return []
    },
    async greet() {
      await bytesOf({ method: 'GET', name: MARK }).catch(unlessAbsent(null))
    },
    close: bucket.close,
  }
}

/** Of what a store refuses at the start: what a person can mend. */
function asConfigError(error: unknown, { bucket, region }: ObjectStoreConfig): unknown {
  if (!(error instanceof StoreRefuses)) return error
  const { status, code } = error
  if (code === 'NoSuchBucket' || status === 404)
    return new ConfigError(
      `The store of uploads has no bucket ${bucket}: create it, or set S3_BUCKET to one that is there.`,
    )
  if (status >= 500 || status === 429) return error
  return new ConfigError(
    `The store of uploads refuses this server (${status} ${code || 'without a reason'}): set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY to a key that may list, read, write and delete in the bucket ${bucket}, S3_REGION (now ${region}) to the region of the bucket, and look at the clock of this machine.`,
  )
}

const isAbsent = (error: unknown): boolean =>
  error instanceof StoreRefuses && error.status === 404 && error.code !== 'NoSuchBucket'

const missing =
  (name: string) =>
  (error: unknown): never => {
    throw isAbsent(error) ? new MissingFile(name) : error
  }

const unlessAbsent =
  <T>(instead: T) =>
  (error: unknown): T => {
    if (isAbsent(error)) return instead
    throw error
  }

async function bodyOf(given: Buffer | { path: string }): Promise<Body> {
  const sha256 = createHash('sha256')
  if (Buffer.isBuffer(given))
    return { of: given, bytes: given.length, sha256: sha256.update(given).digest('hex') }
  await pipeline(createReadStream(given.path), sha256)
  return { of: given, bytes: (await stat(given.path)).size, sha256: sha256.digest('hex') }
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}
const textIn = (xml: string): string =>
  xml.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? '')
