import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { troubleOfMailServer } from '../checks.ts'
import { freePort } from '../ports.ts'
import { type DevelopmentMail, startMail } from './index.ts'

let folder: string
let mail: DevelopmentMail
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'banyan-mail-'))
  mail = await startMail({ dataDir: folder })
})
afterAll(async () => {
  await mail.stop()
  rmSync(folder, { recursive: true })
})

/** Speaks SMTP by hand: what the sink takes must not depend on one client. */
async function send(to: string[], data: string): Promise<string> {
  const { hostname, port } = new URL(mail.smtpUrl)
  const socket = connect(Number(port), hostname)
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const answer = async (): Promise<string> => {
    const { value = '' } = await lines.next()
    return value[3] === '-' ? answer() : value
  }
  await answer()
  let last = ''
  for (const line of [
    'EHLO test',
    'MAIL FROM:<house@example.org>',
    ...to.map(one => `RCPT TO:<${one}>`),
    'DATA',
    `${data}\r\n.`,
    'QUIT',
  ]) {
    socket.write(`${line}\r\n`)
    const reply = await answer()
    if (line !== 'QUIT') last = reply
  }
  socket.destroy()
  return last
}

const email = [
  'From: House <house@example.org>',
  'To: ann@example.org',
  'Subject: =?utf-8?B?6aqM6K+B56CB?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/alternative; boundary=b',
  '',
  '--b',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('您的验证码\n\n482913\n').toString('base64'),
  '--b',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>482913</p><script>alert(1)</script>',
  '--b--',
].join('\r\n')

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(mail.inboxUrl + path, { headers })

test('an e-mail arrives whole, for every recipient', async () => {
  expect(await send(['Ann@example.org', 'bob@example.org'], email)).toMatch(/^250/)
  expect(mail.emails('ann@EXAMPLE.org')).toMatchObject([
    {
      from: 'house@example.org',
      to: ['Ann@example.org', 'bob@example.org'],
      subject: '验证码',
      html: expect.stringContaining('<p>482913</p>'),
    },
  ])
  expect(mail.emails('bob@example.org')[0]?.text).toContain('482913')
  expect(mail.emails('nobody@example.org')).toEqual([])
  expect(await send(['ann@example.org'], 'Subject: second\r\n\r\nhello')).toMatch(/^250/)
  expect(mail.emails('ann@example.org').map(one => one.subject)).toEqual(['second', '验证码'])
})

test('an e-mail beyond a megabyte is refused', async () => {
  expect(
    await send(['big@example.org'], `Subject: big\r\n\r\n${'x'.repeat(70)}\r\n`.repeat(20_000)),
  ).toMatch(/^552/)
  expect(mail.emails('big@example.org')).toEqual([])
})

test('the inbox lists e-mails for its own page only, and changes nothing', async () => {
  const answer = await get('/api/letters?to=bob@example.org')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const { items } = (await answer.json()) as { items: Record<string, unknown>[] }
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({ subject: '验证码', hasHtml: true })
  expect(items[0]).not.toHaveProperty('html')
  const foreign = await get('/api/letters', { origin: 'https://evil.example' })
  expect(foreign.status).toBe(403)
  expect((await fetch(mail.inboxUrl, { method: 'POST' })).status).toBe(405)
  expect((await get('/nothing')).status).toBe(404)
})

test('the page runs its own scripts only, and an e-mail in it none at all', async () => {
  for (const path of ['/', '/inbox.css', '/inbox.js', '/texts.js', '/icon.svg']) {
    const answer = await get(path)
    expect(answer.status, path).toBe(200)
    expect(answer.headers.get('content-security-policy'), path).toContain("script-src 'self'")
  }
  const { id } = mail.emails('bob@example.org')[0] ?? { id: '' }
  const policy = (await get(`/letters/${id}`)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain('sandbox')
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('script-src')
})

test('a mail server that is absent, silent or something else is reported in one sentence', async () => {
  expect(await troubleOfMailServer(mail.smtpUrl)).toBeUndefined()
  const nobody = await troubleOfMailServer(`smtp://user:secret@127.0.0.1:${await freePort()}`)
  expect(nobody).toMatch(/^SMTP_URL leads to no mail server that answers \(.*ECONNREFUSED/)
  expect(nobody).not.toContain('secret')
  const otherServer = createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n'))
  otherServer.listen(0, '127.0.0.1')
  await once(otherServer, 'listening')
  const { port } = otherServer.address() as { port: number }
  expect(await troubleOfMailServer(`smtp://127.0.0.1:${port}`)).toContain('no mail server')
  otherServer.close()
})
