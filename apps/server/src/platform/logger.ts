import { type DestinationStream, type Logger, pino } from 'pino'

/** Fields that are hidden wherever they stand. */
const hidden = [
  'req.headers.authorization',
  '*.paymentPassword',
  '*.loginPassword',
  '*.oldPassword',
  '*.newPassword',
  '*.replacedPassword',
  '*.oldCode',
  '*.emailCode',
  'body.code',
  'body.address',
  '*.deviceCode',
  '*.device_code',
  '*.token',
  '*.password',
  '*.secret',
  '*.signature',
]

/**
 * What is hidden by its looks, in whatever sentence or error it stands: session tokens, and twelve words of
 * recovery in a row, English or Chinese. Nobody sends words here; somebody may paste them into a wrong field.
 */
const looks: readonly RegExp[] = [
  /\bmt1_[A-Za-z0-9_-]{43}/g,
  // Between the words anything that people put there; a new line is written as two signs.
  /(?<![A-Za-z])(?:[a-z]{3,8}(?:[\s,]|\\n)+){11}[a-z]{3,8}(?![A-Za-z])/gi,
  /(?:\p{Script=Han}(?:[\s,，、]|\\n)+){11}\p{Script=Han}/gu,
]

/** A line of the log without what it must never hold. */
const withoutSecrets = (line: string): string =>
  looks.reduce((text, look) => text.replace(look, '[hidden]'), line)

/** Structured logs, without what a log must never hold. */
export const systemLogger = (
  { logLevel: level }: { logLevel: string },
  to: DestinationStream = pino.destination(1),
): Logger =>
  pino(
    {
      level,
      redact: { paths: hidden, censor: '[hidden]' },
      hooks: { streamWrite: withoutSecrets },
    },
    to,
  )
