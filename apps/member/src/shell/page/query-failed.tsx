import { isRefused, isTransport } from '@banyan/client'
import { ErrorBlock } from '@banyan/ui'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import { failureText } from '../transport-text.ts'

export interface QueryFailedProps {
  error: unknown
  /** Inside a card, or under existing content: a small one. */
  compact?: boolean
  /** It is being retried. */
  pending?: boolean
  onRetry: () => void
}

/** A failed query: the message of the server or the transport, its code, and a tap to retry. */
export function QueryFailed({ error, ...how }: QueryFailedProps) {
  const t = useTexts(shellTexts)
  const code = isRefused(error) ? error.code : isTransport(error) ? error.status : undefined
  return (
    <ErrorBlock code={code} {...how}>
      {failureText(error) || t('call.failed')}
    </ErrorBlock>
  )
}
