import { isRefused } from '@banyan/client'
import { refusals } from '@banyan/domain'
import { Button, Empty } from '@banyan/ui'
import type { ReactNode } from 'react'

/**
 * True when what the address names is not there: it never was, it is somebody else's, or its id could
 * not be one. Asking again would change nothing.
 */
export const isMissing = (error: unknown): boolean =>
  isRefused(error) &&
  (error.code === refusals.notFound.code || error.code === refusals.invalidInput.code)

/** Instead of a page whose address names nothing: what is not there, and the way to those that are. */
export function Missing(props: { children: ReactNode; back: string; onBack: () => void }) {
  const { children, back, onBack } = props
  return (
    <Empty
      icon="search"
      action={
        <Button tone="secondary" size="small" onClick={onBack}>
          {back}
        </Button>
      }
    >
      {children}
    </Empty>
  )
}
