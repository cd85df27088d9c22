import {
  type Channel,
  isRefused,
  isTransport,
  type TransportError,
  type TransportReason,
} from '@banyan/client'
import { shellTexts } from './texts/shell-texts.ts'
import { textOf } from './texts/texts.ts'

type Sentence =
  | `call.${'timeout' | 'abort' | 'network' | 'failed'}`
  | `upload.${'timeout' | 'abort' | 'file'}`
  | `download.${'timeout' | 'abort'}`
  | `socket.${'timeout' | 'network'}`

/**
 * Reasons that differ between a call, a file and the stream have a sentence for each; the others
 * are shared.
 */
const named: Record<Channel, Partial<Record<TransportReason, Sentence>>> = {
  call: { timeout: 'call.timeout', abort: 'call.abort' },
  upload: { timeout: 'upload.timeout', abort: 'upload.abort', 'file error': 'upload.file' },
  download: { timeout: 'download.timeout', abort: 'download.abort' },
  socket: { timeout: 'socket.timeout', network: 'socket.network', http: 'socket.network' },
}
/** The message of a failed call for which the server has sent none. */
export function transportText(error: TransportError): string {
  if (error.envelope?.msg) return error.envelope.msg
  const t = textOf(shellTexts)
  const own = named[error.channel][error.reason]
  if (own) return t(own)
  return error.reason === 'network' ? t('call.network') : t('call.failed')
}

/** The message of a failure: the transport's, the server's, or none for an end that nobody shows. */
export const failureText = (error: unknown): string =>
  isTransport(error) ? transportText(error) : isRefused(error) ? error.message : ''
