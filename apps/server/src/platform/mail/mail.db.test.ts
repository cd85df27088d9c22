import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inTime } from '../../testing/in-time.ts'
import { drawAddress, type MailedModules, openMailedModules } from '../../testing/mail.ts'
import { changesOf, meet, times } from '../../testing/meet.ts'
import { type MemberModules, openMemberModules } from '../../testing/members.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Email } from './mail.ts'

let modules: MailedModules
beforeAll(async () => {
  modules = await openMailedModules({ MAIL_FROM: 'Banyan Test <house@banyan.example>' })
})
afterEach(() => modules.shiftClock('0'))
afterAll(() => modules.close())

const emailTo = (to: string): Email => ({
  to,
  locale: 'en',
  subject: 'A subject',
  paragraphs: ['First <b>.', 'Second.'],
  code: '123456',
})
const post = (system: MemberModules, email: Email) =>
  inTransaction(system.db.database, tx => system.mail.post(tx, email))
const run = (system: MemberModules) => system.mail.jobs.find(one => one.name === 'mail')?.run()
const rowOf = async (system: MemberModules, id: string) =>
  (await system.db.owner.query('select * from mail where id = $1', [id])).rows[0]

describe('an e-mail', () => {
  it('is sent after its transaction: rolled back, it was never written', async () => {
    const address = drawAddress()
    const failing = inTransaction(modules.db.database, async tx => {
      await modules.mail.post(tx, emailTo(address))
      throw new Error('the act failed')
    })
    await expect(failing).rejects.toThrow('the act failed')
    await modules.sendMail()
    expect(modules.post.emails(address)).toEqual([])
  })

  it('names its sender, in plain text and in HTML that no text can break', async () => {
    const address = drawAddress()
    const id = await post(modules, emailTo(address))
    const email = await modules.emailTo(address)
    expect(email).toMatchObject({ from: 'house@banyan.example', subject: 'A subject' })
    expect(email?.text).toMatch(/^First <b>\.\n\n123456\n\nSecond\.\n/)
    expect(email?.html).toContain('First &lt;b&gt;.')
    const row = await rowOf(modules, id)
    expect(row).toMatchObject({ letter: null, tries: 1, last_error: null })
    expect(row.sent_at).not.toBeNull()
  })

  it('cannot get another header out of its subject', async () => {
    const address = drawAddress()
    await post(modules, {
      ...emailTo(address),
      subject: 'Hi\r\nBcc: other@example.org\r\n\r\nbody',
    })
    const email = await modules.emailTo(address)
    expect(email?.to).toEqual([address])
    expect(email?.subject).toContain('Bcc: other@example.org')
    expect(modules.post.emails('other@example.org')).toEqual([])
  })

  it('is stored encrypted while it waits', async () => {
    const address = drawAddress()
    const id = await post(modules, emailTo(address))
    const stored: Buffer = (await rowOf(modules, id)).letter
    for (const secret of [address, '123456', 'A subject'])
      expect(stored.includes(Buffer.from(secret))).toBe(false)
    await modules.sendMail()
  })

  it('cancelled before it was sent is not sent', async () => {
    const address = drawAddress()
    const id = await post(modules, emailTo(address))
    await inTransaction(modules.db.database, tx => modules.mail.takeBack(tx, id))
    await modules.sendMail()
    expect(modules.post.emails(address)).toEqual([])
  })

  it('is sent once by two workers that read at the same moment', async () => {
    const addresses = Array.from({ length: 12 }, drawAddress)
    for (const address of addresses) await post(modules, emailTo(address))
    const workers = times(3, async () => run(modules))
    await Promise.all(await meet(modules.db, changesOf('mail'), workers))
    for (const address of addresses) expect(modules.post.emails(address)).toHaveLength(1)
  })

  it('is deleted a week after it was sent', async () => {
    const id = await post(modules, emailTo(drawAddress()))
    await modules.sendMail()
    await modules.shiftClock('8 days')
    await modules.mail.jobs.find(one => one.name === 'old letters')?.run()
    expect(await rowOf(modules, id)).toBeUndefined()
  })

  it('waits for the next hour when a thousand were sent in this one', async () => {
    // The tests' limits are a hundred times as wide.
    const few = await openMailedModules({ RATE_LIMIT_SCALE: '0.003' })
    try {
      const addresses = Array.from({ length: 5 }, drawAddress)
      for (const address of addresses) await post(few, emailTo(address))
      await few.sendMail()
      const arrived = () => addresses.filter(one => few.post.emails(one).length > 0).length
      expect(arrived()).toBe(3)
      await few.shiftClock('61 minutes')
      await few.sendMail()
      expect(arrived()).toBe(5)
    } finally {
      await few.close()
    }
  })
})

describe('a mail server that does not accept e-mails', () => {
  /** Answers every command of SMTP but the last, like a server whose disk is full. */
  async function startRefuser(): Promise<{ server: Server; url: string }> {
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.write('220 full\r\n')
      socket.on('data', bytes => {
        const text = bytes.toString()
        if (/^EHLO/.test(text)) socket.write('250 full\r\n')
        else if (/^RCPT TO:<(.*)>/.test(text))
          socket.write(`452 4.2.2 ${/<(.*)>/.exec(text)?.[1]} is over quota\r\n`)
        else socket.write('250 ok\r\n')
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { server, url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}` }
  }

  it('is tried six times, after 1, 5 and then every 30 minutes; then the text is deleted', async () => {
    const { server, url } = await startRefuser()
    const system = await openMemberModules(100, { SMTP_URL: url })
    try {
      const address = drawAddress()
      const id = await post(system, emailTo(address))
      let minutes = 0
      const triesAfter = async (more: number) => {
        minutes += more
        await system.shiftClock(`${minutes} minutes`)
        await run(system)
        return (await rowOf(system, id)).tries
      }
      expect(await triesAfter(0)).toBe(1)
      expect(await triesAfter(0.2)).toBe(1)
      expect(await triesAfter(0.9)).toBe(2)
      expect(await triesAfter(4.1)).toBe(2)
      expect(await triesAfter(1)).toBe(3)
      expect(await triesAfter(29)).toBe(3)
      expect(await triesAfter(1.1)).toBe(4)
      expect(await triesAfter(30.1)).toBe(5)
      expect((await rowOf(system, id)).letter).not.toBeNull()
      expect(await triesAfter(30.1)).toBe(6)
      const row = await rowOf(system, id)
      expect(row).toMatchObject({ letter: null, sent_at: null, last_error: 'SMTP 452' })
      expect(row.given_up_at).not.toBeNull()
      expect(await triesAfter(600)).toBe(6)
    } finally {
      await system.close()
      server.close()
    }
  })

  it('delays no call: a posted e-mail is not sent before the job runs', async () => {
    // It accepts connections and never answers: a client waits for it as long as the claim lasts.
    let calls = 0
    const silent = createServer(socket => {
      calls++
      socket.on('error', () => {})
    })
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    const system = await openMemberModules(100, { SMTP_URL: `smtp://127.0.0.1:${port}` })
    try {
      const posted = post(system, emailTo(drawAddress()))
      const id = await inTime('an e-mail is posted while the server does not answer', posted)
      expect(await rowOf(system, id)).toMatchObject({ tries: 0, sent_at: null })
      expect(calls).toBe(0)
    } finally {
      await system.close()
      silent.close()
    }
  })

  it('is distinguished from none: a code arrives when the server is back', async () => {
    const system = await openMemberModules(100, { SMTP_URL: 'smtp://127.0.0.1:9' })
    try {
      const id = await post(system, emailTo(drawAddress()))
      await run(system)
      expect(await rowOf(system, id)).toMatchObject({ tries: 1, sent_at: null })
      expect((await rowOf(system, id)).last_error).toMatch(/^E[A-Z]+$/)
      await expect(system.mail.greet()).rejects.toThrow()
    } finally {
      await system.close()
    }
  })

  it('does not lose the e-mail of a worker that died while it sent', async () => {
    const address = drawAddress()
    const id = await post(modules, emailTo(address))
    await modules.db.owner.query(
      `update mail set tries = 1, due_at = house_now() + interval '3 minutes' where id = $1`,
      [id],
    )
    await modules.sendMail()
    expect(modules.post.emails(address)).toEqual([])
    await modules.shiftClock('181 seconds')
    await modules.sendMail()
    expect(modules.post.emails(address)).toHaveLength(1)
  })
})
