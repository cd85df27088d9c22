import { readFileSync } from 'node:fs'
import { createTransport, type Transporter } from 'nodemailer'
import type { Logger } from 'pino'
import { ConfigError } from '../config.ts'
import type { Tx } from '../database/connect.ts'
import { inTransaction, systemNow } from '../database/transaction.ts'
import { newUuid } from '../ids.ts'
import type { Gauge, Job, Platform } from '../module.ts'
import { openSealing, type Sealing } from '../sealing.ts'
import { composeBodies, type Email } from './compose.ts'
import * as store from './store.ts'

export type { Email } from './compose.ts'

/** Runs in the transaction that marks an e-mail as sent. */
type SentListener = (tx: Tx, emailId: string, sentAt: Date) => Promise<void>

/**
 * E-mails are sent after their transactions: an e-mail is a row beside the change that it reports,
 * and a job sends it. No call ever waits for a mail server.
 */
export interface Mail {
  /** False where no mail server is set: then no e-mails are written. */
  readonly offered: boolean
  /** Queues an e-mail. Returns its id. */
  post(tx: Tx, email: Email): Promise<string>
  /** Cancels an e-mail that was not sent yet. */
  takeBack(tx: Tx, emailId: string): Promise<void>
  whenSent(listener: SentListener): void
  /** What waits to be sent; null where no mail server is set. */
  queue(): Promise<store.MailQueue | null>
  /** Requests the mail server's greeting. Rejects with the reason when it fails. */
  greet(): Promise<void>
  readonly jobs: readonly Job[]
  readonly gauges: readonly Gauge[]
  close(): void
}

const EVERY_MS = 1_000
const AT_ONCE = 5
/** Longer than a mail server may take for a whole conversation. */
const LEASE_MS = 180_000
const NO_ANSWER_MS = 90_000
/** security.md R10: tried again after 1, 5, 30 min, and every 30 min; six tries in all. */
const WAITS_MS = [60_000, 300_000, 1_800_000] as const
const TRIES = 6
/** security.md 4.7: further ones wait in the queue. */
const EMAILS_AN_HOUR = 1_000

/** Opens the mail of one process. */
export function openMail(
  platform: Pick<Platform, 'config' | 'secrets' | 'database' | 'logger'>,
): Mail {
  const { config, database } = platform
  const sealing = openSealing(platform.secrets.fieldKey)
  const transport = config.smtpUrl === null ? null : connect(config.smtpUrl, config.smtpCaFile)
  const listeners: SentListener[] = []
  let hurry = (): void => {}
  const context: SendingContext = {
    database,
    sealing,
    listeners,
    from: config.mailFrom,
    logger: platform.logger,
    emailsAnHour: EMAILS_AN_HOUR * config.rateLimitScale,
  }
  return {
    offered: transport !== null,
    async post(tx, email) {
      const id = newUuid()
      await store.addEmail(tx, id, sealing.seal(JSON.stringify(email), placeOf(id)))
      hurry()
      return id
    },
    takeBack: store.dropEmail,
    whenSent: listener => void listeners.push(listener),
    queue: async () => (transport === null ? null : store.queueOf(database)),
    greet: async () => void (await transport?.verify()),
    jobs:
      transport === null
        ? []
        : [
            {
              name: 'mail',
              runsIn: 'worker',
              everyMs: EVERY_MS,
              run: () => sendDue(context, transport),
              whenStored: bringForward => {
                hurry = bringForward
              },
            },
            {
              name: 'old letters',
              runsIn: 'worker',
              everyMs: 3_600_000,
              run: () => store.dropOldEmails(database),
            },
          ],
    gauges: transport === null ? [] : [waitingMail(database), oldestMail(database)],
    close: () => transport?.close(),
  }
}

/** Mail servers of this machine only are spoken to in the clear. */
const local = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * A mail server that others could read on the way to is spoken to by TLS alone, and its certificate
 * is verified. No e-mail can name a file or an address to be read: both are disabled in the library.
 */
function connect(smtpUrl: string, caFile: string | null): Transporter {
  return createTransport(
    {
      url: smtpUrl,
      pool: true,
      requireTLS: !local.test(new URL(smtpUrl).hostname),
      ...(caFile === null ? {} : { tls: { ca: readCa(caFile) } }),
      maxConnections: AT_ONCE,
      // It covers the greeting too: a server that lets strangers wait is not one that is away.
      connectionTimeout: NO_ANSWER_MS,
      greetingTimeout: NO_ANSWER_MS,
      socketTimeout: NO_ANSWER_MS,
    },
    { disableFileAccess: true, disableUrlAccess: true },
  )
}

function readCa(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new ConfigError(
      `SMTP_CA_FILE cannot be read (${(error as NodeJS.ErrnoException).code}): set it to the file of the authority of your mail server.`,
    )
  }
}

const placeOf = (emailId: string): string => `letter ${emailId}`

interface SendingContext {
  database: Platform['database']
  sealing: Sealing
  logger: Logger
  listeners: readonly SentListener[]
  from: string
  emailsAnHour: number
}

/** One run: sends due e-mails, a few at once, until none is due or the hour is full. */
async function sendDue(context: SendingContext, transport: Transporter): Promise<void> {
  for (;;) {
    const left = context.emailsAnHour - (await store.sentLastHour(context.database))
    if (left <= 0) return
    const taken = await store.takeDue(context.database, Math.min(AT_ONCE, left), LEASE_MS)
    await Promise.all(taken.map(one => sendOne(context, transport, one)))
    if (taken.length < AT_ONCE) return
  }
}

async function sendOne(
  context: SendingContext,
  transport: Transporter,
  taken: store.TakenEmail,
): Promise<void> {
  const { database, sealing, from, logger } = context
  try {
    // Counted before the try: a process that dies while it sends uses up a try as well.
    if (taken.tries > TRIES) return await store.giveUp(database, taken.id, 'no answer')
    const email: Email = JSON.parse(sealing.open(taken.letter, placeOf(taken.id)))
    await transport.sendMail({
      from,
      to: { name: '', address: email.to },
      subject: email.subject,
      messageId: `<${taken.id}@${domainOf(from)}>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...composeBodies(email),
    })
  } catch (error) {
    const why = reasonOf(error)
    logger.warn({ letter: taken.id, tries: taken.tries, why }, 'an e-mail could not be sent')
    if (taken.tries >= TRIES) return store.giveUp(database, taken.id, why)
    const wait = WAITS_MS[Math.min(taken.tries, WAITS_MS.length) - 1] ?? 0
    return store.putOff(database, taken.id, why, wait)
  }
  await inTransaction(database, async tx => {
    const sentAt = await store.markSent(tx, taken.id)
    if (sentAt) for (const listener of context.listeners) await listener(tx, taken.id, sentAt)
  })
}

const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? 'localhost'

/** The mail server's code or the connection's error code. Its message often repeats the address. */
function reasonOf(error: unknown): string {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return responseCode === undefined ? (code ?? 'error') : `SMTP ${responseCode}`
}

const waitingMail = (database: Platform['database']): Gauge => ({
  name: 'mail_waiting',
  help: 'E-mails that wait to be sent',
  read: async () => [{ value: (await store.queueOf(database)).waiting }],
})

const oldestMail = (database: Platform['database']): Gauge => ({
  name: 'mail_lag_seconds',
  help: 'Age of the oldest e-mail that waits to be sent',
  read: async () => {
    const { oldestAt } = await store.queueOf(database)
    const now = await systemNow(database)
    return [{ value: oldestAt === null ? 0 : (now.getTime() - oldestAt.getTime()) / 1000 }]
  },
})
