import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inTime } from '../../testing/in-time.ts'
import { drawAddress, type MailedRooms, openMailedRooms } from '../../testing/mail.ts'
import { changesOf, meet, times } from '../../testing/meet.ts'
import { type MemberRooms, openMemberRooms } from '../../testing/members.ts'
import { inTransaction } from '../database/transaction.ts'
import type { Letter } from './mail.ts'

let rooms: MailedRooms
beforeAll(async () => {
  rooms = await openMailedRooms({ MAIL_FROM: 'Banyan Test <house@banyan.example>' })
})
afterEach(() => rooms.shiftClock('0'))
afterAll(() => rooms.close())

const letterTo = (to: string): Letter => ({
  to,
  locale: 'en',
  subject: 'A subject',
  paragraphs: ['First <b>.', 'Second.'],
  code: '123456',
})
const post = (house: MemberRooms, letter: Letter) =>
  inTransaction(house.db.database, tx => house.mail.post(tx, letter))
const turn = (house: MemberRooms) => house.mail.sweeps.find(one => one.name === 'mail')?.turn()
const rowOf = async (house: MemberRooms, id: string) =>
  (await house.db.owner.query('select * from mail where id = $1', [id])).rows[0]

describe('a letter', () => {
  it('leaves behind its transaction: rolled back, it was never written', async () => {
    const address = drawAddress()
    const failing = inTransaction(rooms.db.database, async tx => {
      await rooms.mail.post(tx, letterTo(address))
      throw new Error('the act failed')
    })
    await expect(failing).rejects.toThrow('the act failed')
    await rooms.sendMail()
    expect(rooms.post.letters(address)).toEqual([])
  })

  it('says whom it is from, in plain text and in HTML that nothing in it can break', async () => {
    const address = drawAddress()
    const id = await post(rooms, letterTo(address))
    const letter = await rooms.letterTo(address)
    expect(letter).toMatchObject({ from: 'house@banyan.example', subject: 'A subject' })
    expect(letter?.text).toMatch(/^First <b>\.\n\n123456\n\nSecond\.\n/)
    expect(letter?.html).toContain('First &lt;b&gt;.')
    const row = await rowOf(rooms, id)
    expect(row).toMatchObject({ letter: null, tries: 1, last_error: null })
    expect(row.sent_at).not.toBeNull()
  })

  it('cannot grow another header out of its subject', async () => {
    const address = drawAddress()
    await post(rooms, { ...letterTo(address), subject: 'Hi\r\nBcc: other@example.org\r\n\r\nbody' })
    const letter = await rooms.letterTo(address)
    expect(letter?.to).toEqual([address])
    expect(letter?.subject).toContain('Bcc: other@example.org')
    expect(rooms.post.letters('other@example.org')).toEqual([])
  })

  it('is stored sealed while it waits', async () => {
    const address = drawAddress()
    const id = await post(rooms, letterTo(address))
    const stored: Buffer = (await rowOf(rooms, id)).letter
    for (const secret of [address, '123456', 'A subject'])
      expect(stored.includes(Buffer.from(secret))).toBe(false)
    await rooms.sendMail()
  })

  it('taken back before it left is not sent', async () => {
    const address = drawAddress()
    const id = await post(rooms, letterTo(address))
    await inTransaction(rooms.db.database, tx => rooms.mail.takeBack(tx, id))
    await rooms.sendMail()
    expect(rooms.post.letters(address)).toEqual([])
  })

  it('is sent once by two workers that look at the same moment', async () => {
    const addresses = Array.from({ length: 12 }, drawAddress)
    for (const address of addresses) await post(rooms, letterTo(address))
    const workers = times(3, async () => turn(rooms))
    await Promise.all(await meet(rooms.db, changesOf('mail'), workers))
    for (const address of addresses) expect(rooms.post.letters(address)).toHaveLength(1)
  })

  it('is forgotten a week after it was sent', async () => {
    const id = await post(rooms, letterTo(drawAddress()))
    await rooms.sendMail()
    await rooms.shiftClock('8 days')
    await rooms.mail.sweeps.find(one => one.name === 'old letters')?.turn()
    expect(await rowOf(rooms, id)).toBeUndefined()
  })

  it('waits for the next hour when a thousand have left in this one', async () => {
    // The tests' limits are a hundred times as wide.
    const few = await openMailedRooms({ RATE_LIMIT_SCALE: '0.003' })
    try {
      const addresses = Array.from({ length: 5 }, drawAddress)
      for (const address of addresses) await post(few, letterTo(address))
      await few.sendMail()
      const arrived = () => addresses.filter(one => few.post.letters(one).length > 0).length
      expect(arrived()).toBe(3)
      await few.shiftClock('61 minutes')
      await few.sendMail()
      expect(arrived()).toBe(5)
    } finally {
      await few.close()
    }
  })
})

describe('a mail server that does not take letters', () => {
  /** Answers every command of SMTP but the last, as one whose disk is full. */
  async function startRefuser(): Promise<{ server: Server; url: string }> {
    const server = createServer(socket => {
      socket.on('error', () => {})
      socket.write('220 full\r\n')
      socket.on('data', bytes => {
        const said = bytes.toString()
        if (/^EHLO/.test(said)) socket.write('250 full\r\n')
        else if (/^RCPT TO:<(.*)>/.test(said))
          socket.write(`452 4.2.2 ${/<(.*)>/.exec(said)?.[1]} is over quota\r\n`)
        else socket.write('250 ok\r\n')
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return { server, url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}` }
  }

  it('is tried six times, after 1, 5 and then every 30 minutes; then the words are forgotten', async () => {
    const { server, url } = await startRefuser()
    const house = await openMemberRooms(100, { SMTP_URL: url })
    try {
      const address = drawAddress()
      const id = await post(house, letterTo(address))
      let minutes = 0
      const triesAfter = async (more: number) => {
        minutes += more
        await house.shiftClock(`${minutes} minutes`)
        await turn(house)
        return (await rowOf(house, id)).tries
      }
      expect(await triesAfter(0)).toBe(1)
      expect(await triesAfter(0.2)).toBe(1)
      expect(await triesAfter(0.9)).toBe(2)
      expect(await triesAfter(4.1)).toBe(2)
      expect(await triesAfter(1)).toBe(3)
      expect(await triesAfter(29)).toBe(3)
      expect(await triesAfter(1.1)).toBe(4)
      expect(await triesAfter(30.1)).toBe(5)
      expect((await rowOf(house, id)).letter).not.toBeNull()
      expect(await triesAfter(30.1)).toBe(6)
      const row = await rowOf(house, id)
      expect(row).toMatchObject({ letter: null, sent_at: null, last_error: 'SMTP 452' })
      expect(row.given_up_at).not.toBeNull()
      expect(await triesAfter(600)).toBe(6)
    } finally {
      await house.close()
      server.close()
    }
  })

  it('keeps no call waiting: what is posted is not said to it before the sweep', async () => {
    // It takes lines and never says a word: who waits for it waits as long as the claim lasts.
    let calls = 0
    const silent = createServer(socket => {
      calls++
      socket.on('error', () => {})
    })
    silent.listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as { port: number }
    const house = await openMemberRooms(100, { SMTP_URL: `smtp://127.0.0.1:${port}` })
    try {
      const posted = post(house, letterTo(drawAddress()))
      const id = await inTime('a letter is posted beside a server that says nothing', posted)
      expect(await rowOf(house, id)).toMatchObject({ tries: 0, sent_at: null })
      expect(calls).toBe(0)
    } finally {
      await house.close()
      silent.close()
    }
  })

  it('is told apart when there is none: a code comes when the server is back', async () => {
    const house = await openMemberRooms(100, { SMTP_URL: 'smtp://127.0.0.1:9' })
    try {
      const id = await post(house, letterTo(drawAddress()))
      await turn(house)
      expect(await rowOf(house, id)).toMatchObject({ tries: 1, sent_at: null })
      expect((await rowOf(house, id)).last_error).toMatch(/^E[A-Z]+$/)
      await expect(house.mail.greet()).rejects.toThrow()
    } finally {
      await house.close()
    }
  })

  it('does not swallow the letter of a worker that died while it sent', async () => {
    const address = drawAddress()
    const id = await post(rooms, letterTo(address))
    await rooms.db.owner.query(
      `update mail set tries = 1, due_at = house_now() + interval '3 minutes' where id = $1`,
      [id],
    )
    await rooms.sendMail()
    expect(rooms.post.letters(address)).toEqual([])
    await rooms.shiftClock('181 seconds')
    await rooms.sendMail()
    expect(rooms.post.letters(address)).toHaveLength(1)
  })
})
