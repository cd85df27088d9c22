import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  deleteOwnPicture,
  fileLimits,
  filePath,
  operatorFilePath,
  ownPictureList,
  personalData,
  type RefusalName,
  refusals,
  type SentFile,
  sendFeedback,
  sentFilePath,
  serviceMessages,
  serviceThread,
  uploadedPicturePath,
  uploadLimits,
  uuidOf,
  writeToService,
} from '@banyan/domain'
import { box, placeTrack, tinyDocument, tinyVideo } from '@banyan/tools/tiny-files'
import { until } from '@banyan/tools/until'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ringOf } from '../platform/key-ring.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { changesOf, whileHeld } from '../testing/meet.ts'
import type { TestMember } from '../testing/members.ts'
import { joinedOperators } from '../testing/operators.ts'
import { uploadPicture } from '../testing/scene.ts'
import type { FileKeeper } from './keeper.ts'
import { openOriginals } from './originals.ts'
import { sealedName } from './sealed-file.ts'
import { similarPictures } from './similar-pictures.ts'

let system: HttpSystem
let support: { token: string }
let treasurer: { token: string }
let member: TestMember
beforeAll(async () => {
  system = await openHttpSystem()
  const operator = await joinedOperators(system, ['support', 'treasurer'])
  ;[support, treasurer] = [operator('support-1'), operator('treasurer-1')]
})
beforeEach(async () => {
  member = await system.join('Filer')
})
afterAll(() => system.close())

const folder = () => join(system.config.dataDir, 'files')

async function send(
  as: { token: string },
  bytes: Uint8Array,
  { name = 'a.mp4', type = 'video/mp4', path = filePath as string } = {},
) {
  const raw = new FormData()
  raw.set('file', new Blob([new Uint8Array(bytes)], { type }), name)
  return system.send('POST', path, { token: as.token, raw })
}
async function sent(as: { token: string }, bytes: Uint8Array, name?: string): Promise<SentFile> {
  const reply = await send(as, bytes, { ...(name ? { name } : {}) })
  if (reply.code !== 1) throw new Error(`the file was refused: ${reply.text}`)
  return reply.data
}

async function get(as: { token: string }, path: string, range?: string) {
  const headers = { authorization: `Bearer ${as.token}`, ...(range ? { range } : {}) }
  const response = await fetch(system.at(path), { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, header: (name: string) => response.headers.get(name), bytes }
}
const isRefused = ({ header }: Awaited<ReturnType<typeof get>>) =>
  header('content-type')?.startsWith('application/json') ?? false

describe('a file that is sent', () => {
  it('is what its bytes say, whatever it is called and declared to be', async () => {
    const misnamed = { name: '../x/picture.png.html', type: 'image/png' }
    const document = await send(member, tinyDocument(), misnamed)
    expect(document.data).toMatchObject({
      kind: 'document',
      name: 'picture.png.pdf',
      seconds: null,
    })
    const video = await send(member, tinyVideo({ seconds: 3 }), misnamed)
    expect(video.data).toMatchObject({ kind: 'video', name: 'picture.png.mp4', seconds: 3 })
    const markup = Buffer.from('<!doctype html><script>alert(1)</script>')
    const refused = await send(member, markup, { name: 'a.pdf', type: 'application/pdf' })
    expect(refused.code).toBe(refusals.fileNotTaken.code)
  })

  const refused: [string, RefusalName, () => Buffer][] = [
    ['a picture', 'fileNotTaken', () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
    ['nothing', 'fileNotTaken', () => Buffer.alloc(0)],
    [
      'a video of ten minutes that says five seconds',
      'videoTooLong',
      () => tinyVideo({ seconds: 5, says: { samples: 600 } }),
    ],
    ['a video that is cut', 'videoUnreadable', () => tinyVideo().subarray(0, -9)],
    [
      'a document with a script',
      'documentActive',
      () => tinyDocument({ objects: ['<</S/JavaScript/JS(x)>>'] }),
    ],
    [
      'a document with a password',
      'documentLocked',
      () => tinyDocument({ inCatalog: '/Encrypt 9 0 R' }),
    ],
    ['a document that is markup', 'documentUnreadable', () => tinyDocument({ text: '<script>' })],
    [
      'a document that is too large',
      'documentTooLarge',
      () => Buffer.concat([tinyDocument(), Buffer.alloc(fileLimits.maxDocumentBytes)]),
    ],
    [
      'a video that is too large',
      'videoTooLarge',
      () => Buffer.concat([tinyVideo(), Buffer.alloc(fileLimits.maxVideoBytes)]),
    ],
  ]
  it('is refused with a sentence when it may not come in, and nothing of it is kept', async () => {
    const before = readdirSync(folder())
    for (const [what, refusal, bytes] of refused) {
      const reply = await send(member, bytes())
      expect([reply.status, reply.code], what).toEqual([200, refusals[refusal].code])
      expect(reply.msg, what).not.toContain('{{')
    }
    expect(readdirSync(folder())).toEqual(before)
    expect(readdirSync(join(folder(), 'coming'))).toEqual([])
  })

  it('loses the place where it was made, and is kept so that the disk tells nothing of it', async () => {
    const place = '+31.2304+121.4737/'
    const hidden = Buffer.from(`GPS ${place}`)
    const video = tinyVideo({
      hidden,
      inMovie: [box('udta', box('\xa9xyz', place)), placeTrack(32, hidden.length)],
    })
    const { id } = await sent(member, video)
    const { bytes, header } = await get(member, sentFilePath(id))
    expect(bytes.length).toBe(video.length)
    expect(bytes.includes(place)).toBe(false)
    expect(bytes.includes('avcC')).toBe(true)
    expect(header('content-type')).toBe('video/mp4')
    const onDisk = readdirSync(folder()).filter(name => name.endsWith('.sealed'))
    for (const name of onDisk)
      expect(readFileSync(join(folder(), name)).includes('avcC'), name).toBe(false)
  })

  it('is not shown when somebody has changed it where it lies', async () => {
    const before = new Set(readdirSync(folder()))
    const { id } = await sent(member, tinyDocument())
    const path = join(folder(), readdirSync(folder()).find(name => !before.has(name)) ?? '')
    const changed = readFileSync(path)
    changed[40] = (changed[40] ?? 0) ^ 1
    writeFileSync(path, changed)
    const answer = await get(member, sentFilePath(id))
    expect([answer.status, isRefused(answer)]).toEqual([500, true])
  })
})

describe('a file that is fetched', () => {
  it('is answered so that no browser takes it for something else or keeps it', async () => {
    const { id } = await sent(member, tinyDocument(), 'receipt.pdf')
    const { header, bytes } = await get(member, sentFilePath(id))
    expect(bytes.equals(tinyDocument())).toBe(true)
    expect(header('content-type')).toBe('application/pdf')
    expect(header('content-disposition')).toBe('attachment')
    expect(header('x-content-type-options')).toBe('nosniff')
    expect(header('content-security-policy')).toContain('sandbox')
    expect(header('cache-control')).toBe('no-store')
  })

  it('comes in parts where parts are asked for, over the edges of what is sealed together', async () => {
    const hidden = Buffer.alloc(200_000, 7)
    const { id, bytes: size } = await sent(member, tinyVideo({ hidden, seconds: 20 }))
    const path = sentFilePath(id)
    const whole = await get(member, path)
    expect([whole.status, whole.bytes.length, whole.header('accept-ranges')]).toEqual([
      200,
      size,
      'bytes',
    ])
    for (const [from, to] of [
      [0, 1],
      [65_530, 65_545],
      [65_536, 131_071],
      [100_000, size - 1],
    ] as const) {
      const part = await get(member, path, `bytes=${from}-${to}`)
      expect([part.status, part.header('content-range')]).toEqual([
        206,
        `bytes ${from}-${to}/${size}`,
      ])
      expect(part.bytes.equals(whole.bytes.subarray(from, to + 1))).toBe(true)
    }
    const last = await get(member, path, 'bytes=-5')
    expect(last.bytes.equals(whole.bytes.subarray(-5))).toBe(true)
    const beyond = await get(member, path, `bytes=${size}-`)
    expect([beyond.status, beyond.header('content-range')]).toEqual([416, `bytes */${size}`])
  })

  it('is for its owner and those whom it was sent to, and is no picture to anybody', async () => {
    const { id } = await sent(member, tinyDocument(), 'receipt.pdf')
    const outsider = await system.join('Stranger')
    const asPicture = uploadedPicturePath(id.replace('fil_', 'img_'))
    for (const [who, path] of [
      [outsider, sentFilePath(id)],
      [outsider, sentFilePath(id.replace('fil_', 'img_'))],
      [support, `${operatorFilePath}/${id}`],
      [member, asPicture],
      [member, `${operatorFilePath}/${id}`],
    ] as const)
      expect(isRefused(await get(who, path)), path).toBe(true)
    const body = { text: '', pictures: [], files: [id] }
    const taken = await system.ask(writeToService, { as: outsider, body })
    expect(taken.code).toBe(refusals.servicePictureUnknown.code)
    const asImage = { text: '', pictures: [id.replace('fil_', 'img_')] }
    const mixed = await system.ask(writeToService, { as: member, body: asImage })
    expect(mixed.code).toBe(refusals.servicePictureUnknown.code)
    const message = await system.must(writeToService, { as: member, body })
    expect(message.files).toEqual([
      { id, kind: 'document', name: 'receipt.pdf', bytes: tinyDocument().length, seconds: null },
    ])
    expect(
      (await system.must(serviceMessages, { as: member, query: {} })).items.at(-1)?.files,
    ).toEqual(message.files)
    const params = { id: message.conversationId }
    const seen = await system.must(serviceThread, { as: support, params, query: {} })
    expect(seen.items.at(-1)?.files).toEqual(message.files)
    expect((await get(support, `${operatorFilePath}/${id}`)).bytes.equals(tinyDocument())).toBe(
      true,
    )
    expect(isRefused(await get(treasurer, `${operatorFilePath}/${id}`))).toBe(true)
    expect(isRefused(await get(outsider, sentFilePath(id)))).toBe(true)
  })

  it('goes with feedback as well, and no more than five go with one text', async () => {
    const files = [await sent(member, tinyDocument({ text: 'one' }), 'one.pdf')]
    const body = { type: 'problem' as const, text: 'See the file', pictures: [] }
    const given = await system.must(sendFeedback, {
      as: member,
      body: { ...body, files: files.map(one => one.id) },
    })
    expect(given.files).toEqual(files)
    const six = Array.from({ length: 6 }, () => files[0]?.id ?? '')
    const many = await system.ask(sendFeedback, { as: member, body: { ...body, files: six } })
    expect(many.code).toBe(refusals.invalidInput.code)
  })
})

describe('space for files', () => {
  it('is shared with pictures: their number in a day and their bytes in all', async () => {
    await uploadPicture(system, member)
    const { bytes } = await sent(member, tinyDocument())
    const own = 'where member_id = $1'
    const { owner } = system.db
    const before = (await system.must(personalData, { as: member })).pictures.bytes
    expect(before).toBeGreaterThan(bytes)
    await owner.query(`update upload set bytes = $2 ${own} and kind = 'document'`, [
      member.memberId,
      uploadLimits.maxBytesPerAccount - before + bytes,
    ])
    const full = await send(member, tinyDocument())
    expect([full.code, full.msg.includes('200 MB')]).toEqual([
      refusals.uploadAccountFull.code,
      true,
    ])
    await owner.query(`update upload set bytes = 1 ${own} and kind = 'document'`, [member.memberId])
    await owner.query(
      `insert into upload (id, member_id, sha256, media_type, kind, name, bytes, file_name)
       select gen_random_uuid(), $1, '\\x00', 'application/pdf', 'document', '', 1, gen_random_uuid()::text
       from generate_series(3, $2)`,
      [member.memberId, uploadLimits.maxPerDay],
    )
    expect((await send(member, tinyDocument())).code).toBe(refusals.uploadDailyLimit.code)
  })

  it('is for three on their way at once; the next waits for one of them', async () => {
    const others = await system.join('Others')
    const begun = await whileHeld(system.db, changesOf('upload'), async held => {
      const own = Array.from({ length: fileLimits.atOnce }, (_, at) =>
        held.begin(() => send(member, tinyDocument({ text: `${at}` }))),
      )
      await held.waiters(1)
      await until('all three have come', () => readdirSync(join(folder(), 'coming')).length === 3)
      expect((await send(member, tinyDocument())).code).toBe(refusals.filesUnderWay.code)
      return [...own, held.begin(() => send(others, tinyDocument()))]
    })
    for (const { code } of await Promise.all(begun)) expect(code).toBe(1)
    expect((await send(member, tinyDocument())).code).toBe(1)
  })
})

describe('own files', () => {
  it('are listed with what they are, and deleted where nothing needs them, name and all', async () => {
    const video = await sent(member, tinyVideo(), '付款录屏.mov')
    const used = await sent(member, tinyDocument(), 'used.pdf')
    await system.must(writeToService, {
      as: member,
      body: { text: '', pictures: [], files: [used.id] },
    })
    const { items } = await system.must(ownPictureList, { as: member, query: {} })
    expect(
      items.map(({ id, kind, name, seconds, deletable }) => [id, kind, name, seconds, deletable]),
    ).toEqual([
      [used.id, 'document', 'used.pdf', null, false],
      [video.id, 'video', '付款录屏.mp4', 2, true],
    ])
    const needed = await system.ask(deleteOwnPicture, { as: member, params: { id: used.id } })
    expect(needed.code).toBe(refusals.pictureNeeded.code)
    const before = readdirSync(folder()).length
    await system.must(deleteOwnPicture, { as: member, params: { id: video.id } })
    expect(readdirSync(folder()).length).toBe(before - 1)
    const { rows } = await system.db.owner.query(
      'select length(name) as n from upload where id = $1',
      [uuidOf(video.id)],
    )
    expect(rows).toEqual([{ n: 0 }])
    expect(isRefused(await get(member, sentFilePath(video.id)))).toBe(true)
  })

  it('are known again when another account sends the same one, however often', async () => {
    const other = await system.join('Copier')
    const bytes = tinyVideo({ seconds: 7 })
    const [first, second] = [await sent(member, bytes), await sent(other, bytes)]
    expect(await similarPictures(system.db.database, [uuidOf(first.id)])).toEqual([
      { uploadId: uuidOf(first.id), otherId: uuidOf(second.id), same: true },
    ])
  })
})

describe('an original that is encrypted anew while it is deleted', () => {
  it('is deleted under its new name too', async () => {
    const { owner, database } = system.db
    const uploadId = uuidOf(await uploadPicture(system, member))
    await owner.query('update upload_original set look_at = house_now() where upload_id = $1', [
      uploadId,
    ])
    const row = async () =>
      (await owner.query('select file_name from upload_original where upload_id = $1', [uploadId]))
        .rows[0].file_name
    const name = (await row()) as string
    const renewed = sealedName(2, name)
    const removed: string[] = []
    const files = {
      remove: async (one: string) => {
        removed.push(one)
        if (removed.length === 1)
          await owner.query('update upload_original set file_name = $2 where upload_id = $1', [
            uploadId,
            renewed,
          ])
      },
    } as unknown as FileKeeper
    const originals = openOriginals(files, ringOf(Buffer.alloc(32)), async () => new Set())
    await originals.job(database)
    expect([removed, await row()]).toEqual([[name], renewed])
    await originals.job(database)
    expect(await row()).toBe(null)
    expect(removed).toContain(renewed)
  })
})
