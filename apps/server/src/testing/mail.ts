import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bindEmail, type CodePurpose, requestEmailCode } from '@banyan/domain'
import { type DevelopmentMail, type Email, startMail } from '@banyan/tools/mail'
import type { Caller } from '../platform/http/route.ts'
import { type MemberModules, openMemberModules, PAYMENT_PASSWORD } from './members.ts'

/** The member modules, with a mail server that stores what it receives. */
export interface MailedModules extends MemberModules {
  post: DevelopmentMail
  /** One run of the job that sends e-mails. */
  sendMail(): Promise<void>
  /** Sends queued e-mails. Returns the newest one to an address, or undefined. */
  emailTo(address: string): Promise<Email | undefined>
  /** Sends queued e-mails. Returns the newest code that arrived at an address. */
  codeFor(address: string): Promise<string>
}

export async function openMailedModules(env: Record<string, string> = {}): Promise<MailedModules> {
  const folder = mkdtempSync(join(tmpdir(), 'banyan-mailed-'))
  const post = await startMail({ dataDir: folder })
  const modules = await openMemberModules(100, { SMTP_URL: post.smtpUrl, ...env })
  const sendMail = async () => modules.mail.jobs.find(one => one.name === 'mail')?.run()
  const emailTo = async (address: string) => {
    await sendMail()
    return post.emails(address)[0]
  }
  return {
    ...modules,
    post,
    sendMail,
    emailTo,
    codeFor: async address => {
      await sendMail()
      return newestCode(post.emails(address))
    },
    close: async () => {
      await modules.close()
      await post.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/**
 * The code of the newest e-mail that has one: a notice that is sent with it may arrive before or after it.
 * Fails when none does.
 */
export function newestCode(emails: readonly Email[]): string {
  const codes = emails.flatMap(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? [])
  if (codes[0] === undefined)
    throw new Error(`no code in the e-mails "${emails.map(({ subject }) => subject)}"`)
  return codes[0]
}

/** Another code than this one. */
export const wrongCode = (code: string): string => (code === '000000' ? '000001' : '000000')

let count = 0
/** An address that no other test has. */
export const drawAddress = (): string => `member${++count}.${Date.now()}@example.org`

/** Requests a code of a purpose that goes to the bound address, and reads it. */
export async function boundCode(
  modules: MailedModules,
  member: { caller: Caller },
  address: string,
  purpose: Exclude<CodePurpose, 'bind' | 'reset-login'>,
): Promise<string> {
  await modules.call(requestEmailCode, { body: { purpose } }, member)
  return modules.codeFor(address)
}

/** Binds a fresh address to a member, by a code that really arrived. */
export async function bindAddress(
  modules: MailedModules,
  member: { caller: Caller },
  address = drawAddress(),
): Promise<string> {
  await modules.call(requestEmailCode, { body: { purpose: 'bind', address } }, member)
  const code = await modules.codeFor(address)
  await modules.call(
    bindEmail,
    { body: { address, code, paymentPassword: PAYMENT_PASSWORD } },
    member,
  )
  return address
}
