import { writeSync } from 'node:fs'
import { type DestinationStream, type Logger, pino } from 'pino'
import { traceIdNow } from './tracing/spans.ts'

/** Fields that are hidden at any depth. */
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
 * Texts that are hidden by their form, in any sentence or error: session tokens, and twelve words
 * of recovery in a row, English or Chinese. Nothing sends words here, but a person may paste them
 * into a wrong field.
 */
const secretPatterns: readonly RegExp[] = [
  /\bmt1_[A-Za-z0-9_-]{43}/g,
  // Any separators that people use between the words; a new line is written as two characters.
  /(?<![A-Za-z])(?:[a-z]{3,8}(?:[\s,]|\\n)+){11}[a-z]{3,8}(?![A-Za-z])/gi,
  /(?:\p{Script=Han}(?:[\s,，、]|\\n)+){11}\p{Script=Han}/gu,
]

/** A line of the log without its secrets. */
const withoutSecrets = (line: string): string =>
  secretPatterns.reduce((text, pattern) => text.replace(pattern, '[hidden]'), line)

/** Says something where a person or a supervisor reads it besides the log. */
const sayAloud = (line: string): void => {
  try {
    writeSync(2, `${line}\n`)
  } catch {
    // Nothing can be written anywhere.
  }
}

/**
 * An output of the process, standard output by default. Where it cannot be written, as on a full
 * disk, lines are lost and the process goes on: it says so once.
 */
export function logOutput(descriptor = 1, say = sayAloud): DestinationStream {
  const output = pino.destination(descriptor)
  let isReported = false
  output.on('error', (error: NodeJS.ErrnoException) => {
    if (!isReported) say(`The log cannot be written (${error.code}): lines are lost.`)
    isReported = true
  })
  return output
}

/** Structured logs without secrets. */
export const systemLogger = (
  { logLevel: level }: { logLevel: string },
  to: DestinationStream = logOutput(),
): Logger =>
  pino(
    {
      level,
      redact: { paths: hidden, censor: '[hidden]' },
      hooks: { streamWrite: withoutSecrets },
      mixin: () => {
        const traceId = traceIdNow()
        return traceId === null ? {} : { traceId }
      },
    },
    to,
  )
