import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import type { Emails } from './emails.ts'

const largestEmail = 1_000_000

/**
 * An SMTP server on 127.0.0.1 that accepts every e-mail and forwards none. It asks for no password
 * and offers no TLS: nothing leaves this machine.
 */
export async function startSmtpSink(port: number, emails: Emails) {
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: largestEmail,
    closeTimeout: 1_000,
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      const envelope = {
        from: mailFrom === false ? '' : mailFrom.address,
        to: rcptTo.map(one => one.address),
      }
      read(stream)
        .then(raw => emails.receive(raw, envelope))
        .then(
          () => done(),
          (error: Error) => done(error),
        )
    },
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      // A client that breaks off in the middle is no reason to end.
      server.on('error', () => {})
      resolve()
    })
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    stop: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

async function read(stream: SMTPServerDataStream): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  if (stream.sizeExceeded)
    throw Object.assign(new Error('This e-mail is too large'), { responseCode: 552 })
  return Buffer.concat(parts)
}
