import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import {
  deleteOwnPicture,
  filePath,
  personalData,
  refusals,
  sentFilePath,
  uploadedPicturePath,
} from '@banyan/domain'
import { tinyVideo } from '@banyan/tools/tiny-files'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { noticeFiles, picturesNamed } from '../notices/index.ts'
import { rotationBeside } from '../rotate-keys.fixture.ts'
import { hasObjectStore, startFaultyStore } from '../testing/faulty-store.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import type { TestMember } from '../testing/members.ts'
import { programArgs } from '../testing/program.ts'
import { uploadPicture } from '../testing/scene.ts'
import { checkUploads, copyUploads } from './index.ts'
import { openKeptFiles } from './kept-files.ts'

/* The store of objects is OpenStack Swift with its S3 interface, from Debian's packages. */

let store: Awaited<ReturnType<typeof startFaultyStore>>
let system: HttpSystem
let member: TestMember
beforeAll(async () => {
  if (!hasObjectStore) return
  store = await startFaultyStore()
  const env = store.env
  system = await openHttpSystem({ arbitrators: 'none', isFounded: false, env })
  member = await system.join('Filer')
})
afterEach(() => store?.fail('none'))
afterAll(async () => {
  await system?.close()
  await store?.stop()
})

const kept = () => openKeptFiles(system.config).files
const get = (path: string, as: { token: string } = member, headers = {}) =>
  fetch(system.at(path), { headers: { authorization: `Bearer ${as.token}`, ...headers } })
const sendVideo = async () => {
  const raw = new FormData()
  raw.set('file', new Blob([new Uint8Array(tinyVideo())], { type: 'video/mp4' }), 'a.mp4')
  return system.send('POST', filePath, { token: member.token, raw })
}
const rowNames = async (where = 'true') => {
  const { rows } = await system.db.owner.query<{ name: string }>(
    `select file_name as name from upload where ${where} and not files_gone
     union all select upload_original.file_name from upload_original
       join upload on upload.id = upload_id where ${where} and upload_original.file_name is not null`,
  )
  return rows.map(({ name }) => name)
}
const objects = async () => {
  const names: string[] = []
  for await (const name of kept().names()) names.push(name)
  return names
}
const readyz = async () => {
  const reply = await fetch(system.at('/readyz'))
  return [reply.status, ((await reply.json()) as { uploads?: string }).uploads]
}
/** A store that was away, or slow on a busy machine, is asked again after a few seconds. */
const comesBack = () => expect.poll(readyz).toEqual([200, 'ok'])

describe.skipIf(!hasObjectStore)('a server with a store of objects', () => {
  it('keeps pictures and videos there, shows them to those it concerns, and nothing in its folder', async () => {
    const id = await uploadPicture(system, member)
    const sent = await sendVideo()
    const other = await system.join('Other')
    for (const path of [uploadedPicturePath(id), sentFilePath(sent.data.id)]) {
      expect((await get(path)).status).toBe(200)
      const refused = (await (await get(path, other)).json()) as { code: number }
      expect(refused.code).toBe(refusals.notFound.code)
    }
    const part = await get(sentFilePath(sent.data.id), member, { range: 'bytes=5-24' })
    expect(part.status).toBe(206)
    const bytes = Buffer.from(await part.arrayBuffer())
    expect(bytes.equals(Buffer.from(tinyVideo()).subarray(5, 25))).toBe(true)
    expect((await objects()).sort()).toEqual((await rowNames()).sort())
    const folder = join(system.config.dataDir, 'files')
    expect(readdirSync(folder)).toEqual(['coming'])
    expect(readdirSync(join(folder, 'coming'))).toEqual([])
  })

  it('says clearly that uploads wait while the store is away, loses nothing, and serves the rest', async () => {
    const id = await uploadPicture(system, member)
    await comesBack()
    const before = await rowNames()
    store.fail('down')
    const reply = await sendVideo()
    expect([reply.status, reply.code]).toEqual([503, refusals.uploadsAway.code])
    expect(reply.msg).toBe(refusals.uploadsAway['zh-CN'])
    expect(reply.headers.get('retry-after')).toBe('5')
    await expect(uploadPicture(system, member)).rejects.toThrow(String(refusals.uploadsAway.code))
    const shown = await get(uploadedPicturePath(id))
    expect(shown.status).toBe(503)
    expect(((await shown.json()) as { code: number }).code).toBe(refusals.uploadsAway.code)
    expect(await rowNames()).toEqual(before)
    await system.must(personalData, { as: member })
    await expect.poll(readyz).toEqual([200, 'away'])
    store.fail('none')
    await comesBack()
    expect((await get(uploadedPicturePath(id))).status).toBe(200)
    expect((await sendVideo()).code).toBe(1)
  })

  it('answers that nothing is there where the store has lost a file', async () => {
    const id = await uploadPicture(system, member)
    for (const name of await rowNames(
      `upload.id = (select id from upload order by uploaded_at desc limit 1)`,
    ))
      await kept().remove(name)
    const gone = (await (await get(uploadedPicturePath(id))).json()) as { code: number }
    expect(gone.code).toBe(refusals.notFound.code)
    await system.must(deleteOwnPicture, { as: member, params: { id } })
  })

  it('deletes the objects of what a member deletes, later where the store is away', async () => {
    const own = await system.join('Deleter')
    const id = await uploadPicture(system, own)
    const names = await rowNames(`member_id = '${own.memberId}'`)
    expect(names.length).toBe(2)
    store.fail('down')
    await system.must(deleteOwnPicture, { as: own, params: { id } })
    store.fail('none')
    expect(await objects()).toEqual(expect.arrayContaining(names))
    // The server leaves the store alone for some seconds, and tries again then.
    const left = async () => {
      await system.job('old originals')
      const there = new Set(await objects())
      return names.filter(name => there.has(name))
    }
    await expect.poll(left).toEqual([])
  })

  it('does not start with the bucket of another database, and starts while the store is away', async () => {
    const env = store.env
    const mark = await kept().read('banyan-database')
    await kept().write('banyan-database', Buffer.from(randomUUID()))
    await expect(openHttpSystem({ arbitrators: 'none', isFounded: false, env })).rejects.toThrow(
      'keeps the uploads of another database',
    )
    await kept().write('banyan-database', mark)
    store.fail('down')
    const away = await openHttpSystem({ arbitrators: 'none', isFounded: false, env })
    const ready = async () => (await fetch(away.at('/readyz'))).json()
    expect(await ready()).toMatchObject({ ok: true, uploads: 'away' })
    // Once the store is back, the check is made up for.
    store.fail('none')
    await kept().remove('banyan-database')
    await expect.poll(ready).toMatchObject({ ok: true, uploads: 'ok' })
    expect((await kept().read('banyan-database')).equals(mark)).toBe(true)
    await away.close()
  })

  it('has its files encrypted anew when the field key is replaced', async () => {
    const sent = await sendVideo()
    const before = Buffer.from(await (await get(sentFilePath(sent.data.id))).arrayBuffer())
    expect(before.length).toBeGreaterThan(0)
    const rotation = rotationBeside(system)
    expect(await rotation.run('fieldKey')).toBe('waits')
    await system.shiftClock(3_660_000)
    expect(await rotation.run('fieldKey')).toBe('done')
    await system.shiftClock(0)
    const names = (await rowNames()).filter(name => name.endsWith('.sealed'))
    expect(names.length).toBeGreaterThan(0)
    for (const name of names) expect(name).toMatch(/\.2\.sealed$/)
    expect((await objects()).filter(name => name.endsWith('.sealed')).sort()).toEqual(names.sort())
    const shown = await get(sentFilePath(sent.data.id))
    const after = Buffer.from(await shown.arrayBuffer())
    expect([shown.status, after.equals(before)]).toEqual([200, true])
  })

  it('is copied to a folder and back, once, and the check finds what is missing and what nothing knows', async () => {
    await uploadPicture(system, member)
    const said: string[] = []
    const commanded = {
      database: system.db.database,
      place: system.config,
      others: { files: noticeFiles, named: picturesNamed },
      say: (line: string) => void said.push(line),
    }
    const count = (await rowNames('upload.removed_at is null')).length
    expect(await copyUploads(commanded, 'to-folder')).toEqual({
      copied: count,
      there: 0,
      missing: 0,
    })
    expect(await copyUploads(commanded, 'to-folder')).toEqual({
      copied: 0,
      there: count,
      missing: 0,
    })
    const { folder } = openKeptFiles(system.config)
    const [name = ''] = await rowNames('upload.removed_at is null')
    const unknown = `${'0'.repeat(31)}1.webp`
    await kept().remove(name)
    await kept().write(unknown, Buffer.from('left by a restored backup'))
    expect(await checkUploads(commanded)).toEqual({ there: count - 1, missing: 1, unknown: 1 })
    expect(said).toContain(`${name} is missing`)
    expect(await copyUploads(commanded, 'to-store')).toEqual({
      copied: 1,
      there: count - 1,
      missing: 0,
    })
    expect((await kept().read(name)).equals(await folder.read(name))).toBe(true)
    expect(await checkUploads(commanded)).toEqual({ there: count, missing: 0, unknown: 0 })
    await expect(
      copyUploads({ ...commanded, place: { ...system.config, objectStore: null } }, 'to-store'),
    ).rejects.toThrow('No store of uploads is set')
  })

  it('is copied and checked by a command, which says how it ended', async () => {
    const run = async (args: string[], env: NodeJS.ProcessEnv = {}) => {
      const child = spawn(process.execPath, [...programArgs('uploads'), ...args], {
        env: {
          ...process.env,
          ...store.env,
          DATABASE_URL: system.db.url,
          DATA_DIR: system.config.dataDir,
          ...env,
        },
      })
      let said = ''
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', part => {
          said += part
        })
      const [code] = await once(child, 'close')
      return [code, said.trim().split('\n').at(-1)]
    }
    expect(await run(['to-nowhere'])).toEqual([78, expect.stringMatching(/^Give "to-store"/)])
    expect(await run(['to-store'], { S3_ENDPOINT: '' })).toEqual([
      78,
      expect.stringMatching(/^S3_ENDPOINT is missing/),
    ])
    expect(await run(['to-store'])).toEqual([
      0,
      expect.stringMatching(/^0 files copied, \d+ were there already, 0 are missing\.$/),
    ])
    const [name = ''] = await rowNames('upload.removed_at is null')
    await kept().remove(name)
    expect(await run(['check'])).toEqual([3, expect.stringMatching(/, 1 are missing\.$/)])
    store.fail('down')
    expect(await run(['to-store'])).toEqual([
      69,
      expect.stringMatching(/^Begun and not finished, because the store of uploads is not reached/),
    ])
  })
})
