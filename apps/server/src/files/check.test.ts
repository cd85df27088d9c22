import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  box,
  packedObjects,
  placeTrack,
  tinyDocument,
  tinyVideo,
  type VideoParts,
  words,
} from '@banyan/tools/tiny-files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type CheckedFile, checkFile, HEAD_BYTES, type NoFile } from './check.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'banyan-files-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What is said of a file, and what is left of it. */
async function check(bytes: Buffer): Promise<{ checked: CheckedFile | NoFile; left: Buffer }> {
  const path = join(folder, 'file')
  writeFileSync(path, bytes)
  const checked = await checkFile(path, bytes.subarray(0, HEAD_BYTES))
  return { checked, left: readFileSync(path) }
}

const checkedOf = async (bytes: Buffer) => (await check(bytes)).checked

describe('a video', () => {
  it('is taken in with its length, and none of its bytes moves', async () => {
    const video = tinyVideo({ seconds: 3 })
    const { checked, left } = await check(video)
    expect(checked).toEqual({ kind: 'video', seconds: 3 })
    expect(left.length).toBe(video.length)
    const data = (bytes: Buffer) => bytes.subarray(0, bytes.indexOf('moov'))
    expect(data(left).equals(data(video))).toBe(true)
  })

  it('of QuickTime is one too', async () => {
    expect(await checkedOf(tinyVideo({ brand: 'qt  ' }))).toEqual({ kind: 'video', seconds: 2 })
  })

  it('loses where, when and by whom it was made, and keeps its picture', async () => {
    const place = '+31.2304+121.4737/'
    const user = box('udta', box('\xa9xyz', place), box('name', 'SOMEBODY'))
    const meta = box('meta', words(0), box('ilst', place, 'SOMEBODY'))
    const hidden = Buffer.from(`GPS ${place}`)
    const { checked, left } = await check(
      tinyVideo({
        inMovie: [user, meta, placeTrack(32, hidden.length)],
        inTrack: [user, meta],
        beside: [box('uuid', 'SOMEBODY'), box('free', place), meta],
        hidden,
      }),
    )
    expect(checked).toEqual({ kind: 'video', seconds: 2 })
    for (const word of [place, 'SOMEBODY', 'GPS', 'udta', 'meta', 'uuid', '\xe0\0\0\0'])
      expect(left.includes(Buffer.from(word, 'latin1')), word).toBe(false)
    expect(left.includes('avcC')).toBe(true)
  })

  const lies: [string, NonNullable<VideoParts['says']>][] = [
    ['its head', { movie: 600 }],
    ['the head of its track', { track: 600 }],
    ['its media', { media: 600 }],
    ['its samples', { samples: 600 }],
    ['its edits', { edits: 600 }],
  ]
  it.each(lies)(
    'that is ten minutes by %s and five seconds by the rest is too long',
    async (_, says) => {
      expect(await checkedOf(tinyVideo({ seconds: 5, says }))).toBe('videoTooLong')
    },
  )

  it('of a minute is not too long, of a little more than that neither', async () => {
    expect(await checkedOf(tinyVideo({ seconds: 60 }))).toEqual({ kind: 'video', seconds: 60 })
    expect(await checkedOf(tinyVideo({ seconds: 60.4 }))).toEqual({ kind: 'video', seconds: 60 })
    expect(await checkedOf(tinyVideo({ seconds: 62 }))).toBe('videoTooLong')
  })

  const cut = (bytes: Buffer, by: number) => bytes.subarray(0, bytes.length - by)
  const resized = (type: string, size: number) => {
    const video = tinyVideo()
    video.writeUInt32BE(size, video.indexOf(type) - 4)
    return video
  }
  const deep = () => {
    let inner = box('trak')
    for (let depth = 0; depth < 500; depth++) inner = box('trak', inner)
    return inner
  }
  const markup = '<!doctype html><script>alert(1)</script>'
  const broken: [string, () => Buffer][] = [
    ['cut at its end', () => cut(tinyVideo(), 1)],
    ['with bytes behind its end', () => Buffer.concat([tinyVideo(), Buffer.from(markup)])],
    ['with a box of no size', () => resized('moov', 0)],
    ['with a box smaller than its head', () => resized('trak', 7)],
    ['with a box larger than the file', () => resized('mdat', 0xffffffff)],
    ['with a box larger than the one around it', () => resized('stbl', 100_000)],
    [
      'with a long box of 2^60 bytes',
      () => {
        const long = Buffer.concat([words(1), Buffer.from('mdat'), words(0x10000000, 0)])
        return Buffer.concat([tinyVideo(), long])
      },
    ],
    ['with boxes in one another five hundred deep', () => tinyVideo({ inMovie: [deep()] })],
    [
      'with a thousand tracks',
      () => tinyVideo({ inMovie: Array.from({ length: 1_000 }, () => box('free')) }),
    ],
    [
      'in a thousand parts',
      () => tinyVideo({ beside: Array.from({ length: 1_000 }, () => box('free')) }),
    ],
    ['in fragments', () => tinyVideo({ beside: [box('moof', words(0))] })],
    ['that goes on in fragments', () => tinyVideo({ inMovie: [box('mvex', words(0))] })],
    ['with two heads', () => tinyVideo({ beside: [box('moov', words(0))] })],
    ['that begins a second time', () => tinyVideo({ beside: [box('ftyp', 'isom', words(0))] })],
    [
      'without a picture',
      () => Buffer.concat([box('ftyp', 'isom', words(0)), box('mdat'), box('moov')]),
    ],
    ['of an unknown codec', () => tinyVideo({ codec: 'mp4v' })],
    ['that is locked', () => tinyVideo({ codec: 'encv' })],
    ['of no width', () => tinyVideo({ width: 0 })],
    ['of eight thousand points', () => tinyVideo({ width: 8_192 })],
    ['whose data is elsewhere', () => tinyVideo({ source: 0 })],
    ['whose pictures are before its data', () => tinyVideo({ offset: 8 })],
    ['whose pictures are behind its data', () => tinyVideo({ offset: 1_000_000 })],
    [
      'with four thousand million pictures',
      () => tinyVideo({ inTable: [box('stsz', words(0, 1, 0xffffffff))] }),
    ],
    [
      'of no length',
      () => tinyVideo({ says: { movie: 0, track: 0, media: 0, samples: 0, edits: 0 } }),
    ],
    ['whose brand is markup', () => tinyVideo({ brand: '<htm' })],
  ]
  it.each(broken)('%s is refused', async (_, bytes) => {
    expect(await checkedOf(bytes())).toBe('videoUnreadable')
  })

  it('with markup where no box is read holds zeros there', async () => {
    const { checked, left } = await check(
      tinyVideo({
        hidden: Buffer.from(markup),
        beside: [box('skip', markup), box('html', markup)],
      }),
    )
    expect(checked).toEqual({ kind: 'video', seconds: 2 })
    expect(left.includes('script')).toBe(false)
  })
})

describe('a document', () => {
  it('is taken in as it is, with links, packed objects and a page to begin at', async () => {
    const link = '<</Type/Annot/Subtype/Link/F 4/A<</S/URI/URI(https://example.com)>>>>'
    const document = tinyDocument({
      objects: [link, packedObjects('<</Title(Bank statement)>>')],
      inCatalog: '/OpenAction[3 0 R/Fit]',
    })
    const { checked, left } = await check(document)
    expect(checked).toEqual({ kind: 'document', seconds: null })
    expect(left.equals(document)).toBe(true)
  })

  const script = '<</S/JavaScript/JS(app.alert(1))>>'
  const hexed = script.replace('/JavaScript', '/J#61vaScr#69pt')
  const acting: [string, Parameters<typeof tinyDocument>[0]][] = [
    ['a script', { objects: [script], inCatalog: '/OpenAction 6 0 R' }],
    ['a script whose name is written by numbers', { objects: [hexed] }],
    ['a script among packed objects', { objects: [packedObjects(script)] }],
    ['a script among packed objects, by numbers', { objects: [packedObjects(hexed)] }],
    [
      'objects packed in another way',
      { objects: [packedObjects(script, '/Filter[/ASCIIHexDecode/FlateDecode]')] },
    ],
    [
      'objects packed twice',
      { objects: [packedObjects(script, '/Filter[/FlateDecode/FlateDecode]')] },
    ],
    [
      'objects packed in a way that is written elsewhere',
      { objects: [packedObjects(script, '/Filter 9 0 R')] },
    ],
    [
      'packed objects whose kind is written elsewhere',
      {
        objects: [
          Buffer.from(
            packedObjects(script).toString('latin1').replace('/ObjStm', ' 7 0 R '),
            'latin1',
          ),
        ],
      },
    ],
    ['a program to start', { objects: ['<</S/Launch/F(cmd.exe)>>'] }],
    ['another file', { objects: ['<</Type/Filespec/EF<</F 9 0 R>>>>', '<</Type/EmbeddedFile>>'] }],
    ['a form to send', { objects: ['<</S/SubmitForm/F(https://example.com)>>'] }],
    ['a form of XML', { inCatalog: '/AcroForm<</XFA 9 0 R>>' }],
    [
      'an address that opens by itself',
      {
        objects: ['<</S/URI/URI(https://example.com)>>'],
        inCatalog: '/OpenAction 6 0 R',
      },
    ],
    [
      'an address that opens with a page',
      { objects: ['<</AA<</O<</S/URI/URI(https://example.com)>>>>>>'] },
    ],
  ]
  it.each(acting)('with %s is refused', async (_, parts) => {
    expect(await checkedOf(tinyDocument(parts))).toBe('documentActive')
  })

  it('with a password is refused by a sentence of its own', async () => {
    expect(await checkedOf(tinyDocument({ inCatalog: '/Encrypt 9 0 R' }))).toBe('documentLocked')
  })

  const broken: [string, () => Buffer][] = [
    ['that is markup as well', () => Buffer.from(tinyDocument({ text: '<script>' }))],
    [
      'that is an archive as well',
      () =>
        tinyDocument({
          objects: [`<</Length 30>>stream\nPK\x05\x06${'\0'.repeat(18)}\nendstream`],
        }),
    ],
    [
      'with something behind its end',
      () => Buffer.concat([tinyDocument(), Buffer.from('<script>')]),
    ],
    ['cut at its end', () => tinyDocument().subarray(0, -20)],
    ['of its first line alone', () => Buffer.from('%PDF-1.7\n')],
    [
      'whose packed objects are cut',
      () => tinyDocument({ objects: [packedObjects('<</Title(x)>>').subarray(0, -14)] }),
    ],
    [
      'whose packed objects are a bomb',
      () => tinyDocument({ objects: [packedObjects(' '.repeat(40_000_000))] }),
    ],
  ]
  it.each(broken)('%s is refused', async (_, bytes) => {
    expect(await checkedOf(bytes())).toBe('documentUnreadable')
  })
})

describe('anything else', () => {
  const things: [string, Buffer][] = [
    ['markup', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
    [
      'a picture with a document behind it',
      Buffer.concat([Buffer.from('\xff\xd8\xff\xe0', 'latin1'), tinyDocument()]),
    ],
    ['a document behind an empty line', Buffer.concat([Buffer.from('\n'), tinyDocument()])],
    ['a picture in boxes', Buffer.concat([words(24), Buffer.from('ftypheic')])],
    ['a song in boxes', Buffer.concat([words(24), Buffer.from('ftypM4A ')])],
    ['WebM', Buffer.from('\x1a\x45\xdf\xa3\x01\0\0\0\0\0\0\x1f', 'latin1')],
    ['an archive', Buffer.from('PK\x03\x04\x14\0\0\0\0\0\0\0', 'latin1')],
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0', 'latin1')],
    ['one byte', Buffer.from('%')],
  ]
  it.each(things)('such as %s is not taken', async (_, bytes) => {
    expect(await checkedOf(bytes)).toBe('fileNotTaken')
  })
})
