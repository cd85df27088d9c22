import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSecureContext, TLSSocket } from 'node:tls'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Authority, openAuthority } from '../testing/authority.ts'
import { readConfig } from './config.ts'
import { connectPool } from './database/connect.ts'
import { openMail } from './mail/mail.ts'
import { startRefusal } from './start-refusal.ts'

let authority: Authority
let folder: string
const fileOf = async (name: string, one: Authority) => {
  const file = join(folder, name)
  writeFileSync(file, one.ca)
  return file
}
beforeAll(async () => {
  authority = await openAuthority()
  folder = mkdtempSync(join(tmpdir(), 'banyan-tls-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** What speaks TLS as PostgreSQL does, and writes down what it is sent behind it. */
async function openDatabaseWithTls(name: string) {
  const pair = await authority.certify(name)
  const received: string[] = []
  const server = createTcpServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write('S')
      const secureContext = createSecureContext(pair)
      const secure = new TLSSocket(socket, { isServer: true, secureContext })
      secure.on('error', () => {})
      secure.once('data', bytes => {
        received.push(bytes.toString('latin1'))
        secure.destroy()
      })
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    received,
    close: () => server.close(),
  }
}

describe('TLS to the database', () => {
  const connectTo = async (port: number, ca: string): Promise<unknown> => {
    const url = `postgres://somebody:secret@localhost:${port}/banyan?sslmode=verify-full&sslrootcert=${ca}`
    const pool = connectPool(url, { max: 1 })
    const outcome = await pool.query('select 1').catch((error: unknown) => error)
    await pool.end()
    return outcome
  }

  it('accepts the certificate of the named authority, and only then says who connects', async () => {
    const database = await openDatabaseWithTls('localhost')
    await connectTo(database.port, await fileOf('ca.pem', authority))
    expect(database.received.join()).toContain('somebody')
    database.close()
  })

  it('refuses the certificate of another authority or for another name, in one sentence', async () => {
    const foreign = await fileOf('foreign.pem', await openAuthority())
    const own = await fileOf('ca.pem', authority)
    for (const [name, ca] of [
      ['localhost', foreign],
      ['elsewhere.example', own],
    ] as const) {
      const database = await openDatabaseWithTls(name)
      const refused = await connectTo(database.port, ca)
      expect(startRefusal(refused)).toMatch(/^The certificate of the database is not accepted/)
      expect(database.received).toEqual([])
      database.close()
    }
  })

  it('is asked for in production, where the database is on another machine', () => {
    const given = (url: string) =>
      readConfig({
        NODE_ENV: 'production',
        DATABASE_URL: url,
        CONSOLE_ORIGIN: 'https://console.example.org',
      })
    expect(() => given('postgres://u:p@db.example.org/banyan')).toThrow(
      /^DATABASE_URL leads to another machine without TLS/,
    )
    expect(() => given('postgres://u:p@db.example.org/banyan?sslmode=no-verify')).toThrow(
      /without TLS/,
    )
    expect(given('postgres://u:p@db.example.org/banyan?sslmode=verify-full').production).toBe(true)
    expect(given('postgres://u:p@127.0.0.1/banyan').production).toBe(true)
  })
})

describe('TLS to the mail server', () => {
  const greet = async (settings: Record<string, string>): Promise<unknown> => {
    const config = readConfig({ DATABASE_URL: 'postgres://127.0.0.1/x', ...settings })
    const secrets = { fieldKey: Buffer.alloc(32) }
    const platform = { config, secrets, database: {}, logger: pino({ level: 'silent' }) }
    const mail = openMail(platform as unknown as Parameters<typeof openMail>[0])
    try {
      return await mail.greet().then(
        () => 'greeted',
        (error: unknown) => (error as { code: string }).code,
      )
    } finally {
      mail.close()
    }
  }

  it('accepts the certificate of the named authority, and no other one', async () => {
    const server = new SMTPServer({
      secure: true,
      authOptional: true,
      ...(await authority.certify('localhost')),
    })
    server.on('error', () => {})
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const SMTP_URL = `smtps://localhost:${(server.server.address() as AddressInfo).port}`
    try {
      expect(await greet({ SMTP_URL, SMTP_CA_FILE: await fileOf('ca.pem', authority) })).toBe(
        'greeted',
      )
      const foreign = await fileOf('foreign.pem', await openAuthority())
      expect(await greet({ SMTP_URL, SMTP_CA_FILE: foreign })).not.toBe('greeted')
      expect(await greet({ SMTP_URL })).not.toBe('greeted')
    } finally {
      await new Promise<void>(resolve => server.close(() => resolve()))
    }
  })

  it('names a file of an authority that cannot be read', async () => {
    await expect(
      greet({ SMTP_URL: 'smtps://localhost', SMTP_CA_FILE: '/nowhere' }),
    ).rejects.toThrow(/^SMTP_CA_FILE cannot be read \(ENOENT\)/)
  })
})
