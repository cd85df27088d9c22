import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { filePath, operatorNoticePicturePath, uploadedPicturePath, uuidOf } from '@banyan/domain'
import { tinyVideo } from '@banyan/tools/tiny-files'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picturesNamed } from '../notices/index.ts'
import { Refused } from '../platform/refused.ts'
import { hasObjectStore, placesOfUploads, startFaultyStore } from '../testing/faulty-store.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { changesOf, whileHeld } from '../testing/meet.ts'
import type { TestMember } from '../testing/members.ts'
import { joinedOperators } from '../testing/operators.ts'
import { uploadPicture } from '../testing/scene.ts'
import type { FileKeeper } from './keeper.ts'
import { openKeptFiles } from './kept-files.ts'
import { claimFiles, dropUnnamed, namedByUploads, notedFiles } from './written-files.ts'

/* The store of objects is OpenStack Swift with its S3 interface, from Debian's packages. */

const DAY_MS = 86_400_000
const named = [namedByUploads, picturesNamed]
const nameOf = () => `${randomBytes(16).toString('hex')}.webp`
let store: Awaited<ReturnType<typeof startFaultyStore>>
beforeAll(async () => {
  if (hasObjectStore) store = await startFaultyStore()
})
afterAll(() => store?.stop())

describe.each(placesOfUploads)('files in a %s', kind => {
  let system: HttpSystem
  let member: TestMember
  let editor: { token: string }
  let kept: FileKeeper
  beforeAll(async () => {
    const env = kind === 'store' ? store.env : {}
    system = await openHttpSystem({ arbitrators: 'none', isFounded: false, env })
    member = await system.join('Filer')
    editor = (await joinedOperators(system, ['support']))('support-1')
    kept = openKeptFiles(system.config).files
  })
  afterAll(() => system.close())

  const noted = async () => {
    const { rows } = await system.db.owner.query<{ name: string; dropping: boolean }>(
      'select file_name as name, dropping_at is not null as dropping from upload_written order by 1',
    )
    return rows
  }
  const drop = () => dropUnnamed(system.db.database, kept, named)
  const dayLater = async <T>(work: () => Promise<T>): Promise<T> => {
    await system.shiftClock(DAY_MS + 60_000)
    try {
      return await work()
    } finally {
      await system.shiftClock(0)
    }
  }
  const orphan = async () => {
    const name = nameOf()
    await notedFiles(kept, system.db.database).write(name, Buffer.from('died before its row'))
    return name
  }
  const sendVideo = () => {
    const raw = new FormData()
    raw.set('file', new Blob([new Uint8Array(tinyVideo())], { type: 'video/mp4' }), 'a.mp4')
    return system.send('POST', filePath, { token: member.token, raw })
  }
  const fileNames = async () => {
    const { rows } = await system.db.owner.query<{ name: string }>(
      `select file_name as name from upload union all select file_name from upload_original
       union all select file_name from notice_picture`,
    )
    return rows.map(({ name }) => name)
  }
  const allThere = async () => {
    for (const name of await fileNames()) expect(await kept.sizeOf(name)).toBeGreaterThan(0)
  }

  it('are written down before and struck out with their rows: of what was kept well nothing is left', async () => {
    await uploadPicture(system, member)
    expect((await sendVideo()).code).toBe(1)
    expect(await noted()).toEqual([])
  })

  it('that no row names go a day later, and no others', async () => {
    const id = await uploadPicture(system, member)
    const left = await orphan()
    const foreign = nameOf()
    await kept.write(foreign, Buffer.from('somebody else’s'))
    expect(await drop()).toBe(0)
    expect(await dayLater(drop)).toBe(1)
    expect(await kept.sizeOf(left)).toBe(null)
    expect(await kept.sizeOf(foreign)).not.toBe(null)
    expect(await noted()).toEqual([])
    await allThere()
    const reply = await fetch(system.at(uploadedPicturePath(id)), {
      headers: { authorization: `Bearer ${member.token}` },
    })
    expect(reply.status).toBe(200)
  })

  it('that a row names stay, even where they are written down', async () => {
    await uploadPicture(system, member)
    const names = await fileNames()
    await system.db.owner.query(
      'insert into upload_written (file_name) select unnest($1::text[])',
      [names],
    )
    expect(await dayLater(drop)).toBe(0)
    expect(await noted()).toEqual([])
    await allThere()
  })

  it('more than a batch of them go, by two processes at once', async () => {
    const names = Array.from({ length: 103 }, nameOf)
    await system.db.owner.query(
      'insert into upload_written (file_name) select unnest($1::text[])',
      [names],
    )
    const real = await orphan()
    await dayLater(() => Promise.all([drop(), drop()]))
    expect(await noted()).toEqual([])
    expect(await kept.sizeOf(real)).toBe(null)
  })

  it('of an upload that is written down this moment stay, and its row does too', async () => {
    const { owner } = system.db
    const upload = await whileHeld(system.db, changesOf('upload'), async held => {
      const sent = held.begin(sendVideo)
      // It has claimed its file, and waits with its row.
      await held.waiters(1)
      await dayLater(async () => expect(await drop()).toBe(0))
      return { sent }
    })
    const reply = await upload.sent
    expect(reply.code).toBe(1)
    const { rows } = await owner.query('select file_name from upload where id = $1', [
      uuidOf(reply.data.id),
    ])
    expect(await kept.sizeOf(rows[0]?.file_name)).toBeGreaterThan(0)
    expect(await noted()).toEqual([])
  })

  it('whose taking away has begun can be named by no row: the upload is refused, and nothing points at nothing', async () => {
    const name = await orphan()
    const cut: FileKeeper = {
      ...kept,
      remove: async file => {
        await system.db.database
          .transaction()
          .execute(async tx => claimFiles(tx, [file]))
          .then(
            () => expect.fail('a file that is taken away was claimed'),
            error => expect(error).toBeInstanceOf(Refused),
          )
        throw new Error('killed here')
      },
    }
    await dayLater(async () => {
      await expect(dropUnnamed(system.db.database, cut, named)).rejects.toThrow('killed here')
    })
    expect(await noted()).toEqual([{ name, dropping: true }])
    expect(await dayLater(drop)).toBe(1)
    expect(await kept.sizeOf(name)).toBe(null)
  })

  it('of pictures of notices are struck out with their rows, too', async () => {
    const raw = new FormData()
    const create = { width: 9, height: 9, channels: 3 as const, background: '#123456' }
    const png = await sharp({ create }).png().toBuffer()
    raw.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'notice.png')
    const reply = await system.send('POST', operatorNoticePicturePath, {
      token: editor.token,
      raw,
    })
    expect(reply.code).toBe(1)
    expect(await noted()).toEqual([])
    const { rows } = await system.db.owner.query<{ name: string }>(
      'select file_name as name from notice_picture',
    )
    await system.db.owner.query(
      'insert into upload_written (file_name) select unnest($1::text[])',
      [rows.map(row => row.name)],
    )
    expect(await dayLater(drop)).toBe(0)
    await allThere()
  })

  it('are all that is kept', () => {
    const files = readdirSync(join(system.config.dataDir, 'files'), { withFileTypes: true })
    if (kind === 'store') expect(files.map(one => one.name)).toEqual(['coming'])
    expect(readdirSync(join(system.config.dataDir, 'files', 'coming'))).toEqual([])
  })
})
