import { connect as connectTcp, isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { Client } from 'pg'
import { listeningFails } from './ports.ts'
import { StartRefused } from './refusal.ts'
import type { Settings } from './settings.ts'

const oldestPostgres = 150_000

/**
 * Refuses an address that the server could not listen on.
 * @param patienceMs how long a server of the last start, which was killed, may still need to end.
 */
export async function requireFreePort({ port, host }: Settings, patienceMs: number) {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const reason = await listeningFails(port, host)
    if (reason === undefined) return
    if (reason !== 'EADDRINUSE' || Date.now() >= deadline) throw portRefusal(port, host, reason)
    await sleep(100)
  }
}

function portRefusal(port: number, host: string, reason: string): StartRefused {
  const other = `for example PORT=${port < 1_024 || port === 65_535 ? 8080 : port + 1} npm start`
  if (reason === 'EADDRINUSE') {
    return new StartRefused(
      `PORT ${port} on ${host} is taken by another program: stop that one, or choose another port, ${other}.`,
    )
  }
  if (reason === 'EACCES') {
    return new StartRefused(
      `PORT ${port} is kept for the system's administrator: choose one from 1024 up, ${other}.`,
    )
  }
  return new StartRefused(
    `HOST is ${host}, which is no address of this machine (${reason}): set it to 127.0.0.1 or 0.0.0.0.`,
  )
}

/** Refuses a database of one's own that cannot be reached or is too old. */
export async function requireDatabase(url: string) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    const { rows } = await client.query("select current_setting('server_version_num')::int as n")
    if (rows[0].n < oldestPostgres) {
      throw new StartRefused(
        `DATABASE_URL leads to PostgreSQL ${Math.floor(rows[0].n / 10_000)}, which is too old: ` +
          'use PostgreSQL 15 or later, or leave DATABASE_URL away for the embedded one.',
      )
    }
  } catch (error) {
    if (error instanceof StartRefused) throw error
    throw new StartRefused(
      `DATABASE_URL leads to no database that answers (${reasonOf(error)}): ` +
        'start it or mend the address, or leave DATABASE_URL away for the embedded PostgreSQL.',
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** True when the database has no table yet. */
export async function isEmptyDatabase(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      `select 1 from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'
        limit 1`,
    )
    return rowCount === 0
  } finally {
    await client.end()
  }
}

/** A refused connection is an AggregateError without a message of its own. */
function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  return message || code || 'no connection'
}

const mailPatienceMs = 5_000

/**
 * The fault of a mail server, in one sentence with its fix; undefined when it greets as one. The
 * address may hold a password, so the sentence does not repeat it.
 */
export async function troubleOfMailServer(smtpUrl: string): Promise<string | undefined> {
  const reason = await greetingOf(new URL(smtpUrl)).then(
    greeting => (greeting.startsWith('220') ? undefined : 'what answers is no mail server'),
    reasonOf,
  )
  if (reason === undefined) return undefined
  return (
    `SMTP_URL leads to no mail server that answers (${reason}): e-mails wait and are tried again. ` +
    'Start it or mend the address, or leave SMTP_URL away for the development inbox.'
  )
}

/** The greeting of a mail server. */
function greetingOf({ protocol, hostname, port }: URL): Promise<string> {
  const isSecure = protocol === 'smtps:'
  const place = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isSecure ? 465 : 587)),
  }
  const name = isIP(place.host) === 0 ? { servername: place.host } : {}
  const socket = isSecure ? connectTls({ ...place, ...name }) : connectTcp(place)
  return new Promise<string>((resolve, reject) => {
    socket.setTimeout(mailPatienceMs, () => reject(new Error('no greeting within 5 s')))
    socket.once('data', bytes => resolve(bytes.toString('latin1')))
    socket.once('error', reject)
    socket.once('end', () => reject(new Error('it hung up')))
  }).finally(() => socket.destroy())
}
