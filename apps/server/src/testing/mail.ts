import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bindEmail, type CodePurpose, requestEmailCode } from '@banyan/domain'
import { type DevelopmentMail, type Letter, startMail } from '@banyan/tools/mail'
import type { Caller } from '../platform/http/route.ts'
import { type MemberRooms, openMemberRooms, PAYMENT_PASSWORD } from './members.ts'

/** The rooms that know members, with a mail server that keeps what it is given. */
export interface MailedRooms extends MemberRooms {
  post: DevelopmentMail
  /** One turn of the sweep that sends letters. */
  sendMail(): Promise<void>
  /** Sends what waits; the newest letter to an address, or undefined. */
  letterTo(address: string): Promise<Letter | undefined>
  /** Sends what waits; the newest code that came to an address. */
  codeFor(address: string): Promise<string>
}

export async function openMailedRooms(env: Record<string, string> = {}): Promise<MailedRooms> {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-mailed-'))
  const post = await startMail({ dataDir: folder })
  const rooms = await openMemberRooms(100, { SMTP_URL: post.smtpUrl, ...env })
  const sendMail = async () => rooms.mail.sweeps.find(one => one.name === 'mail')?.turn()
  const letterTo = async (address: string) => {
    await sendMail()
    return post.letters(address)[0]
  }
  return {
    ...rooms,
    post,
    sendMail,
    letterTo,
    codeFor: async address => {
      await sendMail()
      return newestCode(post.letters(address))
    },
    close: async () => {
      await rooms.close()
      await post.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * The code of the newest e-mail that has one: a notice that is sent with it may arrive before or after it.
 * Fails when none does.
 */
export function newestCode(letters: readonly Letter[]): string {
  const codes = letters.flatMap(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? [])
  if (codes[0] === undefined)
    throw new Error(`no code in the e-mails "${letters.map(({ subject }) => subject)}"`)
  return codes[0]
}

/** Another code than this one. */
export const wrongCode = (code: string): string => (code === '000000' ? '000001' : '000000')

let count = 0
/** An address that no other test has. */
export const drawAddress = (): string => `member${++count}.${Date.now()}@example.org`

/** Asks for a code of a purpose that goes to the bound address, and reads it. */
export async function boundCode(
  rooms: MailedRooms,
  member: { caller: Caller },
  address: string,
  purpose: Exclude<CodePurpose, 'bind' | 'reset-login'>,
): Promise<string> {
  await rooms.call(requestEmailCode, { body: { purpose } }, member)
  return rooms.codeFor(address)
}

/** Binds a fresh address to a member, by a code that really arrived. */
export async function bindAddress(
  rooms: MailedRooms,
  member: { caller: Caller },
  address = drawAddress(),
): Promise<string> {
  await rooms.call(requestEmailCode, { body: { purpose: 'bind', address } }, member)
  const code = await rooms.codeFor(address)
  await rooms.call(
    bindEmail,
    { body: { address, code, paymentPassword: PAYMENT_PASSWORD } },
    member,
  )
  return address
}
