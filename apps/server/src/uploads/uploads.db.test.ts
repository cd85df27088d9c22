import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import {
  type RefusalName,
  refusals,
  uploadedPicturePath,
  uploadLimits,
  uploadPath,
} from '@banyan/domain'
import { until } from '@banyan/tools/until'
import sharp, { type Sharp } from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp } from '../platform/http/app.ts'
import type { Auth } from '../platform/http/auth.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { changesOf, whileHeld } from '../testing/meet.ts'
import type { TestMember } from '../testing/members.ts'
import { openUploads } from './index.ts'

const create = { width: 8, height: 8, channels: 3 as const, background: '#0b0d12' }
const drawn = sharp({ create }).png().toBuffer()

function formOf(bytes: Uint8Array, name = 'a.png'): FormData {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), name)
  return form
}

async function upload(system: HttpSystem, member: TestMember, bytes?: Uint8Array, name?: string) {
  const raw = formOf(bytes ?? (await drawn), name)
  return system.send('POST', uploadPath, { token: member.token, raw })
}

describe('pictures in a minute', () => {
  let system: HttpSystem
  beforeAll(async () => {
    system = await openHttpSystem({ rateLimitScale: 1 })
  })
  afterAll(() => system.close())

  it('are ten for a member; the refusal of the next names the wait, and other members are not affected', async () => {
    const busy = await system.join('Busy')
    const other = await system.join('Other')
    const codes: number[] = []
    for (let sent = 0; sent < 10; sent++) codes.push((await upload(system, busy)).code)
    expect(new Set(codes)).toEqual(new Set([1]))
    const next = await upload(system, busy)
    expect([next.status, next.code]).toEqual([429, refusals.tooMany.code])
    const seconds = Number(next.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect((await upload(system, other)).code).toBe(1)
  })
})

let system: HttpSystem
beforeAll(async () => {
  system = await openHttpSystem()
})
afterAll(() => system.close())

const files = () => join(system.config.dataDir, 'files')

describe('the quota for pictures', () => {
  it('is fifty a day for a member, and fifty more the day after', async () => {
    const member = await system.join('Eager')
    // Two at once: a limit that is checked only before the body arrives would let one too many in.
    const codes: number[] = []
    for (let sent = 0; sent < uploadLimits.maxPerDay - 1; sent++)
      codes.push((await upload(system, member)).code)
    expect(new Set(codes)).toEqual(new Set([1]))
    const two = await whileHeld(system.db, changesOf('upload'), async held => {
      const begun = [1, 2].map(() => held.begin(() => upload(system, member)))
      await held.waiters(1)
      const coming = () => readdirSync(join(files(), 'coming')).length === 2
      await until('one is kept, the other waits', coming)
      return begun
    })
    const last = await Promise.all(two)
    expect(last.map(({ code }) => code).sort()).toEqual([1, refusals.uploadDailyLimit.code])
    await system.shiftClock(24 * 3_600_000)
    expect((await upload(system, member)).code).toBe(1)
    await system.shiftClock(0)
  })

  it('is 200 MB for a member, originals included for as long as they are kept', async () => {
    const member = await system.join('Collector')
    expect((await upload(system, member)).code).toBe(1)
    const own = 'upload_id in (select id from upload where member_id = $1)'
    const { owner } = system.db
    await owner.query(`update upload_original set bytes = $2 where ${own}`, [
      member.memberId,
      uploadLimits.maxBytesPerAccount,
    ])
    const full = await upload(system, member)
    expect(full.code).toBe(refusals.uploadAccountFull.code)
    expect(full.msg).toContain('200 MB')
    await owner.query(
      `update upload_original set file_name = null, removed_at = house_now() where ${own}`,
      [member.memberId],
    )
    expect((await upload(system, member)).code).toBe(1)
  })

  it('ends before the disk is full, and is there again when the disk has space', async () => {
    const { token } = await system.join('Late')
    const { logger } = system.platform
    const auth = { authenticate: system.modules.sessions.authenticate } as Auth
    let left = 0.09
    const uploads = openUploads(
      system.platform,
      {
        auth,
        visible: () => [],
        visibleToOperators: () => [],
        neededBy: () => [],
        usedIn: () => [],
        named: () => [],
      },
      async () => left,
    )
    const inlineHashes = { scripts: [], styles: [] }
    const app = await openApp({ logger, production: false, trustedProxies: [], inlineHashes })
    await app.register(async scope => uploads.module.plugin?.(scope))
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const send = async () => {
      const headers = { authorization: `Bearer ${token}` }
      const body = formOf(await drawn)
      const reply = await fetch(url + uploadPath, { method: 'POST', headers, body })
      return ((await reply.json()) as { code: number }).code
    }
    expect(await send()).toBe(refusals.uploadDiskFull.code)
    left = 0.11
    expect(await send()).toBe(1)
    await app.close()
    await uploads.close()
  })
})

describe('more than one picture of 8 MB', () => {
  const MEBI = 1024 * 1024
  const part = (name: string, rest = '') =>
    `--cut\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`
  const picture = part('file', '; filename="a.png"')

  /**
   * Sends an endless body in chunks; returns the response and the bytes sent when the connection is
   * cut.
   */
  async function sendForEver(token: string, begin: string) {
    const { hostname, port } = new URL(system.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    const chunk = Buffer.alloc(64 * 1024, 'x')
    const framed = Buffer.concat([Buffer.from('10000\r\n'), chunk, Buffer.from('\r\n')])
    let response = ''
    socket.setEncoding('utf8').on('data', piece => {
      response += piece
    })
    socket.write(
      [
        `POST ${uploadPath} HTTP/1.1`,
        'host: x',
        `authorization: Bearer ${token}`,
        'content-type: multipart/form-data; boundary=cut',
        'transfer-encoding: chunked',
        '',
        `${begin.length.toString(16)}`,
        `${begin}\r\n`,
      ].join('\r\n'),
    )
    let sent = 0
    const pour = () => {
      while (!socket.destroyed && sent < 401 * MEBI) {
        sent += chunk.length
        if (!socket.write(framed)) return void socket.once('drain', pour)
      }
    }
    pour()
    await new Promise(resolve => socket.once('close', resolve))
    return { response, sent }
  }
  const codeIn = (response: string) => JSON.parse(response.split('\r\n\r\n')[1] ?? '{}').code

  it.each([
    ['a picture', picture],
    ['lines before the first part', 'no part yet '],
    ['the lines around a part', `${part('file', '; filename="a.png"')}x\r\n--cut--`],
  ])(
    'is refused while it arrives, and the connection is cut: %s without an end',
    async (_, begin) => {
      const member = await system.join('Pourer')
      const { response, sent } = await sendForEver(member.token, begin)
      // The connection's own buffers come on top of what is let in.
      expect(sent).toBeLessThan(60 * MEBI)
      if (response !== '') expect(codeIn(response)).toBe(refusals.uploadTooLarge.code)
      expect(readdirSync(join(files(), 'coming')).filter(name => name !== 'fresh')).toEqual([])
      expect((await upload(system, member)).code).toBe(1)
    },
  )

  it('is also cut when the sender is anonymous', async () => {
    const { sent } = await sendForEver('nobody', picture)
    expect(sent).toBeLessThan(60 * MEBI)
  })

  it('is refused by its declared length, before any of it arrives', async () => {
    const member = await system.join('Announcer')
    const { hostname, port } = new URL(system.url)
    const socket = connect(Number(port), hostname)
    const response = new Promise<string>(resolve =>
      socket.setEncoding('utf8').once('data', resolve),
    )
    socket.on('error', () => {})
    socket.write(
      [
        `POST ${uploadPath} HTTP/1.1`,
        'host: x',
        `authorization: Bearer ${member.token}`,
        'content-type: multipart/form-data; boundary=cut',
        `content-length: ${401 * MEBI}`,
        '\r\n',
      ].join('\r\n'),
    )
    expect(codeIn(await response)).toBe(refusals.uploadTooLarge.code)
    await new Promise(resolve => socket.once('close', resolve))
  })

  it('is refused when it has a second part, and neither part is kept', async () => {
    const member = await system.join('Doubler')
    const before = readdirSync(files())
    const png = await drawn
    const blob = () => new Blob([new Uint8Array(png)], { type: 'image/png' })
    const bodies: [string, string[]][] = [
      ['two pictures', ['a.png', 'b.png']],
      ['three', ['a.png', 'b.png', 'c.png']],
      ['a picture and a text field', ['a.png', '']],
      ['a text field and a picture', ['', 'a.png']],
      ['a picture and two text fields', ['a.png', '', '']],
    ]
    for (const [what, names] of bodies) {
      const raw = new FormData()
      for (const name of names)
        if (name === '') raw.append('note', 'hello')
        else raw.append('file', blob(), name)
      const reply = await system.send('POST', uploadPath, { token: member.token, raw })
      expect([reply.status, reply.code], what).toEqual([200, refusals.uploadOnlyOne.code])
    }
    expect(readdirSync(files())).toEqual(before)
    expect(readdirSync(join(files(), 'coming')).filter(name => name !== 'fresh')).toEqual([])
  })

  it('and a body that ends in the middle is a malformed one', async () => {
    const member = await system.join('Breaker')
    const headers = { 'content-type': 'multipart/form-data; boundary=cut' }
    for (const raw of [picture, `${picture}abc`, 'nothing', '--cut', '--cut\r\n']) {
      const reply = await system.send('POST', uploadPath, { token: member.token, raw, headers })
      expect([reply.status, reply.code], raw).toEqual([400, refusals.malformed.code])
    }
  })
})

describe('what arrives as a picture', () => {
  const markup = '<script>alert(1)</script><svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'
  const square = (side: number) => sharp({ create: { ...create, width: side, height: side } })
  const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1')
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }

  const refused: [string, RefusalName, () => Promise<Uint8Array> | Uint8Array][] = [
    ['markup', 'uploadNotAPicture', () => Buffer.from(`<!doctype html>${markup}`)],
    ['an SVG', 'uploadNotAPicture', () => Buffer.from(`<?xml version="1.0"?>${markup}`)],
    ['a GIF', 'uploadNotAPicture', () => square(8).gif().toBuffer()],
    ['a GIF that is markup', 'uploadNotAPicture', () => Buffer.from(`GIF89a/*${markup}*/`)],
    ['an AVIF', 'uploadNotAPicture', () => square(8).avif({ effort: 0 }).toBuffer()],
    ['a HEIC', 'uploadNotAPicture', () => heic],
    ['a TIFF', 'uploadNotAPicture', () => square(8).tiff().toBuffer()],
    ['a PDF', 'uploadNotAPicture', () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj')],
    ['an archive', 'uploadNotAPicture', () => Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1')],
    ['nothing', 'uploadNotAPicture', () => Buffer.alloc(0)],
    ['the first byte of a PNG', 'uploadNotAPicture', async () => (await drawn).subarray(0, 1)],
    ['the head of a PNG alone', 'uploadUnreadable', async () => (await drawn).subarray(0, 33)],
    [
      'markup behind the head of a JPEG',
      'uploadUnreadable',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from(markup)]),
    ],
    [
      'an SVG behind the head of a PNG',
      'uploadUnreadable',
      async () => Buffer.concat([(await drawn).subarray(0, 33), Buffer.from(markup)]),
    ],
    [
      'half a JPEG',
      'uploadUnreadable',
      async () => {
        const whole = await sharp({ create: { ...create, width: 400, height: 400, noise } })
          .jpeg()
          .toBuffer()
        return whole.subarray(0, whole.length / 2)
      },
    ],
    [
      'half a WebP',
      'uploadUnreadable',
      async () => {
        const whole = await sharp({ create: { ...create, width: 400, height: 400, noise } })
          .webp()
          .toBuffer()
        return whole.subarray(0, whole.length / 2)
      },
    ],
    [
      'too many points',
      'uploadUnreadable',
      () => {
        const png = Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        )
        png.writeUInt32BE(8_000, 16)
        png.writeUInt32BE(7_000, 20)
        return png
      },
    ],
    [
      'too many bytes',
      'uploadTooLarge',
      async () => Buffer.concat([await drawn, Buffer.alloc(uploadLimits.maxBytes)]),
    ],
  ]

  it('is refused when it is none, or broken, or too large, and nothing of it is kept', async () => {
    const member = await system.join('Forger')
    const before = readdirSync(files())
    for (const [what, refusal, bytes] of refused) {
      const reply = await upload(system, member, await bytes())
      expect([reply.status, reply.code], what).toEqual([200, refusals[refusal].code])
    }
    expect(readdirSync(files())).toEqual(before)
    expect(readdirSync(join(files(), 'coming'))).toEqual([])
  })

  const hidden = 'HIDDEN WORDS'
  const withGps = (picture: Sharp) =>
    picture.withExif({
      IFD0: { Copyright: hidden },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 13/1 0/1' },
    })
  const behind = async (picture: Promise<Buffer>) =>
    Buffer.concat([await picture, Buffer.from(markup)])
  const taken: [string, () => Promise<Uint8Array>][] = [
    ['a JPEG with its place of origin', () => withGps(square(40)).jpeg().toBuffer()],
    ['a PNG with its place of origin', () => withGps(square(40)).png().toBuffer()],
    ['a WebP with its place of origin', () => withGps(square(40)).webp().toBuffer()],
    ['a JPEG with markup behind it', () => behind(square(40).jpeg().toBuffer())],
    ['a PNG with markup behind it', () => behind(square(40).png().toBuffer())],
    [
      'a JPEG with markup in its hidden data',
      () =>
        square(40)
          .withExif({ IFD0: { ImageDescription: markup } })
          .jpeg()
          .toBuffer(),
    ],
    ['a PNG with a colour profile', () => square(40).withIccProfile('p3').png().toBuffer()],
    [
      'an animation of two pictures',
      async () => {
        const frame = await square(40).raw().toBuffer()
        const raw = { width: 40, height: 80, channels: 3 as const, pageHeight: 40 }
        return sharp(Buffer.concat([frame, frame]), { raw })
          .webp({ loop: 0 })
          .toBuffer()
      },
    ],
  ]

  it('is otherwise a picture made anew, with nothing hidden in it', async () => {
    const member = await system.join('Shutterbug')
    for (const [what, bytes] of taken) {
      const sent = await upload(system, member, await bytes())
      expect(sent.code, what).toBe(1)
      const headers = { authorization: `Bearer ${member.token}` }
      const reply = await fetch(system.url + uploadedPicturePath(sent.data.id), { headers })
      const kept = Buffer.from(await reply.arrayBuffer())
      const { format, width, height, exif, xmp, icc, pages } = await sharp(kept).metadata()
      expect({ format, width, height, exif, xmp, icc, pages: pages ?? 1 }, what).toEqual({
        format: 'webp',
        width: 40,
        height: 40,
        pages: 1,
        exif: undefined,
        xmp: undefined,
        icc: undefined,
      })
      expect(kept.includes(hidden), what).toBe(false)
      expect(kept.includes('script'), what).toBe(false)
    }
  })

  it('leaves nothing behind for long, even when the process that received it has died', async () => {
    const [old, fresh] = ['old', 'fresh'].map(name => join(files(), 'coming', name)) as [
      string,
      string,
    ]
    for (const path of [old, fresh]) writeFileSync(path, 'half a picture')
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000)
    utimesSync(old, twoHoursAgo, twoHoursAgo)
    await system.job('old originals')
    expect(readdirSync(join(files(), 'coming'))).toEqual(['fresh'])
  })

  it('is kept under a generated name, whatever its own name is', async () => {
    const member = await system.join('Namer')
    const names = ['../../../etc/passwd', '..\\..\\a.png', '/a.png', 'a.php', 'a.png\0.html', '.']
    for (const name of names)
      expect((await upload(system, member, undefined, name)).code, JSON.stringify(name)).toBe(1)
    const odd = readdirSync(files()).filter(
      name => !/^([0-9a-f]{32}\.(webp|sealed)|coming)$/.test(name),
    )
    expect(odd).toEqual([])
  })
})
