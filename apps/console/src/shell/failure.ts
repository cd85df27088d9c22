import { isRefused, isTransport, type TransportError } from '@banyan/client'
import { failureTexts } from './texts/failure-texts.ts'
import { textsOf } from './texts/texts.ts'

/** The message of a failed call for which the server has sent none. */
function transportText(error: TransportError): string {
  if (error.envelope?.msg) return error.envelope.msg
  const t = textsOf(failureTexts)
  if (error.reason === 'timeout') return t.timeout
  return error.reason === 'network' ? t.network : t.failed
}

/** The message of a failure: the server's own sentence, or the transport's; empty for what nobody shows. */
export const failureText = (error: unknown): string =>
  isTransport(error) ? transportText(error) : isRefused(error) ? error.message : ''
