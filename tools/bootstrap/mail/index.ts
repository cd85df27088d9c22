import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { rememberedPort } from '../ports.ts'
import { type Email, Emails } from './emails.ts'
import { startInbox } from './inbox-server.ts'
import { startSmtpSink } from './smtp-sink.ts'

export type { Email } from './emails.ts'

/** Mail that goes nowhere: a server that takes it, and a page that shows it. */
export interface DevelopmentMail {
  smtpUrl: string
  /** The page. */
  inboxUrl: string
  /** Newest first, all of them or those delivered to one address. */
  emails(to?: string): Email[]
  stop(): Promise<void>
}

/**
 * Starts the SMTP sink and the development inbox in this process.
 * @param dataDir remembers the ports, so that a restart keeps its addresses wherever it can.
 */
export async function startMail({ dataDir }: { dataDir: string }): Promise<DevelopmentMail> {
  const folder = resolve(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const emails = new Emails()
  const sink = await startSmtpSink(await rememberedPort(join(folder, 'smtp-port')), emails)
  const inbox = await startInbox(await rememberedPort(join(folder, 'inbox-port')), emails)
  return {
    smtpUrl: sink.url,
    inboxUrl: inbox.url,
    emails: to => emails.list(to),
    stop: async () => {
      await inbox.stop()
      await sink.stop()
    },
  }
}
