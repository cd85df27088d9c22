import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AwsV4Signer } from 'aws4fetch'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConfigError } from '../platform/config.ts'
import { openAuthority } from '../testing/authority.ts'
import {
  hasObjectStore,
  placesOfUploads,
  type StoreFault,
  startFaultyStore,
} from '../testing/faulty-store.ts'
import { type FileKeeper, openFolder } from './keeper.ts'
import { type ObjectStore, openObjectStore } from './object-store.ts'

/* Runs against OpenStack Swift with its S3 interface, from Debian's packages. */

let store: Awaited<ReturnType<typeof startFaultyStore>>
let folder: string
const opened: ObjectStore[] = []
beforeAll(async () => {
  if (!hasObjectStore) return
  store = await startFaultyStore()
  console.log(`  the store of objects is ${store.version}`)
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'banyan-files-'))
})
afterEach(() => {
  store?.fail('none')
  for (const one of opened.splice(0)) one.close()
  rmSync(folder, { recursive: true })
})
afterAll(() => store?.stop())

const DATABASE = randomUUID()
const nameOf = () => `${randomBytes(16).toString('hex')}.webp`
const open = ({ waitMs = 20_000, restMs = 0, settings = store.settings } = {}) => {
  const one = openObjectStore(settings, { waitMs, pauseMs: 1, restMs })
  opened.push(one)
  return one
}
const all = async <T>(parts: AsyncIterable<T>): Promise<T[]> => {
  const found: T[] = []
  for await (const part of parts) found.push(part)
  return found
}
const partOf = async (files: FileKeeper, name: string, from: number, to: number) =>
  Buffer.concat(await all(files.part(name, from, to)))

describe.each(placesOfUploads)('a %s of uploads', kind => {
  const keeper = (): FileKeeper => (kind === 'store' ? open() : openFolder(folder, folder))

  it('keeps bytes and files, returns them whole and in parts, and takes them away', async () => {
    const files = keeper()
    const [one, two] = [nameOf(), nameOf()]
    const bytes = randomBytes(300_000)
    await files.write(one, bytes)
    const path = join(folder, 'big')
    writeFileSync(path, bytes)
    await files.write(two, { path })
    expect(existsSync(path)).toBe(false)
    for (const name of [one, two]) {
      expect(await files.sizeOf(name)).toBe(300_000)
      expect((await files.read(name)).equals(bytes)).toBe(true)
      expect((await partOf(files, name, 10, 70_000)).equals(bytes.subarray(10, 70_001))).toBe(true)
      expect((await partOf(files, name, 299_999, 299_999)).length).toBe(1)
      await files.remove(name)
      await files.remove(name)
      expect(await files.sizeOf(name)).toBe(null)
      await expect(files.read(name)).rejects.toThrow(`the file ${name} of an upload is not there`)
      await expect(partOf(files, name, 0, 1)).rejects.toThrow('is not there')
    }
  })

  it('keeps what was written last under a name, and one writer of two at the same time', async () => {
    const files = keeper()
    const name = nameOf()
    const [one, two] = [Buffer.alloc(200_000, 1), Buffer.alloc(200_000, 2)]
    await Promise.all([files.write(name, one), files.write(name, two)])
    const kept = await files.read(name)
    expect(kept.equals(one) || kept.equals(two)).toBe(true)
    await files.write(name, Buffer.from('again'))
    expect((await files.read(name)).toString()).toBe('again')
  })

  it('names all that it keeps, and nothing else', async () => {
    const files = keeper()
    await Promise.all((await all(files.names())).map(name => files.remove(name)))
    const names = Array.from({ length: 5 }, nameOf)
    for (const name of names) await files.write(name, Buffer.from(name))
    if (kind === 'store') await open().check(DATABASE)
    expect((await all(files.names())).sort()).toEqual(names.sort())
  })
})

describe.skipIf(!hasObjectStore)('the store', () => {
  it('names more files than fit into one answer', async () => {
    const files = openObjectStore(store.settings, { listedAtOnce: 2 })
    opened.push(files)
    const names = Array.from({ length: 7 }, nameOf)
    for (const name of names) await files.write(name, Buffer.from('a'))
    store.fail('none')
    const found = new Set(await all(files.names()))
    expect(names.filter(name => !found.has(name))).toEqual([])
    expect(store.asked().length).toBeGreaterThan(3)
  })

  it.each<[StoreFault, string, number]>([
    ['down', 'the store of uploads is not reached', 3],
    ['busy', 'the store of uploads refuses with 503', 3],
    ['silent', 'the store of uploads does not answer in time', 1],
  ])(
    'that is %s is asked as often as it helps, and every wait ends',
    async (fault, said, times) => {
      const files = open({ waitMs: fault === 'silent' ? 100 : 20_000 })
      store.fail(fault)
      await expect(files.read(nameOf())).rejects.toThrow(said)
      expect(store.asked().length).toBe(times)
      store.fail(fault)
      await expect(files.write(nameOf(), randomBytes(100_000))).rejects.toThrow(said)
      expect(store.asked().length).toBe(times)
    },
  )

  it('that failed is left alone for a while, so that nobody waits for it', async () => {
    const files = open({ restMs: 60_000 })
    store.fail('down')
    await expect(files.read(nameOf())).rejects.toThrow('is not reached')
    store.fail('none')
    await expect(files.read(nameOf())).rejects.toThrow('is not reached')
    expect(store.asked()).toEqual([])
  })

  it('that fails once, or loses an answer, is asked again: it has the file once and whole', async () => {
    for (const fault of ['failsOnce', 'losesAnAnswer'] as const) {
      const files = open()
      const name = nameOf()
      const path = join(folder, 'file')
      const bytes = randomBytes(200_000)
      writeFileSync(path, bytes)
      store.fail(fault)
      await files.write(name, { path })
      expect(store.asked()).toEqual(['PUT', 'PUT'])
      expect((await files.read(name)).equals(bytes)).toBe(true)
      store.fail(fault)
      await files.remove(name)
      expect(await files.sizeOf(name)).toBe(null)
    }
  })

  it('keeps nothing of a file that was cut on its way, and the file is still here', async () => {
    const files = open()
    const name = nameOf()
    const path = join(folder, 'cut')
    writeFileSync(path, randomBytes(2_000_000))
    store.fail('cutsWhatComes')
    await expect(files.write(name, { path })).rejects.toThrow('is not reached')
    store.fail('none')
    expect(await files.sizeOf(name)).toBe(null)
    expect(existsSync(path)).toBe(true)
  })

  it('never passes half an answer off as a whole one', async () => {
    const files = open({ waitMs: 500 })
    const name = nameOf()
    await open().write(name, randomBytes(500_000))
    store.fail('cutsAnswers')
    await expect(files.read(name)).rejects.toThrow('the store of uploads broke off')
    await expect(partOf(files, name, 0, 400_000)).rejects.toThrow('broke off')
    store.fail('stallsAnswers')
    await expect(files.read(name)).rejects.toThrow('the store of uploads does not go on')
  })

  it('shows nothing to those who have no key', async () => {
    const name = nameOf()
    await open().write(name, Buffer.from('a picture'))
    const { endpoint, bucket } = store.settings
    const reply = await fetch(`${endpoint}/${bucket}/${name}`)
    expect(reply.ok).toBe(false)
    expect(await reply.text()).not.toContain('a picture')
  })
})

/** As an operator of the store sets it, by its S3 interface. */
async function setVersioning(status: 'Enabled' | 'Suspended'): Promise<void> {
  const { endpoint, bucket, accessKeyId, secretAccessKey, region } = store.settings
  const body = `<VersioningConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Status>${status}</Status></VersioningConfiguration>`
  const signed = await new AwsV4Signer({
    method: 'PUT',
    url: `${endpoint}/${bucket}?versioning`,
    body,
    accessKeyId,
    secretAccessKey,
    region,
    service: 's3',
  }).sign()
  const reply = await fetch(signed.url, { method: 'PUT', headers: signed.headers, body })
  if (!reply.ok) throw new Error(`the store answers ${reply.status}: ${await reply.text()}`)
}

describe.skipIf(!hasObjectStore)('the check at the start', () => {
  const refusal = (settings: Partial<typeof store.settings>) =>
    open({ settings: { ...store.settings, ...settings } })
      .check(DATABASE)
      .then(
        () => 'no refusal',
        (error: Error) => `${error instanceof ConfigError} ${error.message}`,
      )

  it('passes, again and in two processes at once', async () => {
    expect(await Promise.all([open().check(DATABASE), open().check(DATABASE)])).toEqual([[], []])
    expect(await open().check(DATABASE)).toEqual([])
  })

  it('says in one sentence what a person has to mend', async () => {
    const refused = /^true The store of uploads refuses this server \(\d+ (\w+)\): [^.]+\.$/
    expect((await refusal({ secretAccessKey: 'wrong' })).match(refused)?.[1]).toBe(
      'SignatureDoesNotMatch',
    )
    expect((await refusal({ region: 'eu-central-1' })).match(refused)?.[1]).toBe(
      'AuthorizationHeaderMalformed',
    )
    expect(await refusal({ bucket: 'elsewhere' })).toBe(
      'true The store of uploads has no bucket elsewhere: create it, or set S3_BUCKET to one that is there.',
    )
  })

  it('refuses the bucket of another database', async () => {
    await open().check(DATABASE)
    await expect(open().check(randomUUID())).rejects.toThrow(
      /^The bucket uploads keeps the uploads of another database of Banyan/,
    )
  })

  it('refuses a bucket that keeps what is deleted, and takes it once that is suspended', async () => {
    expect(await refusal({})).toBe('no refusal')
    await setVersioning('Enabled')
    expect(await refusal({})).toMatch(
      /^true The bucket uploads keeps what is deleted, because its versioning is on: .* suspend its versioning/,
    )
    await setVersioning('Suspended')
    expect(await refusal({})).toBe('no refusal')
  })

  it('is no refusal where the store is away', async () => {
    store.fail('down')
    await expect(open().check(DATABASE)).rejects.not.toBeInstanceOf(ConfigError)
  })
})

describe.skipIf(!hasObjectStore)('the way to the store', () => {
  it('has its certificate checked by the authority of S3_CA_FILE alone', async () => {
    const authority = await openAuthority()
    const caFile = join(folder, 'ca.pem')
    writeFileSync(caFile, authority.ca)
    const secure = await startFaultyStore(await authority.certify('localhost'))
    try {
      const files = open({ settings: { ...secure.settings, caFile } })
      const name = nameOf()
      await files.write(name, Buffer.from('over TLS'))
      expect((await files.read(name)).toString()).toBe('over TLS')
      await expect(open({ settings: secure.settings }).read(name)).rejects.toThrow('is not reached')
    } finally {
      await secure.stop()
    }
    const settings = { ...secure.settings, caFile: '/nowhere/ca.pem' }
    expect(() => open({ settings })).toThrow(/^The file \/nowhere\/ca\.pem of S3_CA_FILE cannot/)
  })
})
