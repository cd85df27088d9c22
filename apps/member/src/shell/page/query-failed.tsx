import { isRefused, isTransport } from '@banyan/client'
import { ErrorBlock } from '@banyan/ui'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import { failureText } from '../transport-text.ts'

export interface QueryFailedProps {
  error: unknown
  /** Inside a card, or under what is there already: a small one. */
  compact?: boolean
  /** It is asked again right now. */
  pending?: boolean
  onRetry: () => void
}

/** A query that failed: what the house or the line said, its code, and a tap to ask again. */
export function QueryFailed({ error, ...how }: QueryFailedProps) {
  const t = useTexts(shellTexts)
  const code = isRefused(error) ? error.code : isTransport(error) ? error.status : undefined
  return (
    <ErrorBlock code={code} {...how}>
      {failureText(error) || t('call.failed')}
    </ErrorBlock>
  )
}
