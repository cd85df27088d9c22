import { isRefused } from '@banyan/client'
import { refusals } from '@banyan/domain'
import { Button, Empty } from '@banyan/ui'
import type { ReactNode } from 'react'

/**
 * True when the address names something that does not exist, belongs to somebody else, or has an
 * invalid id. A retry would change nothing.
 */
export const isMissing = (error: unknown): boolean =>
  isRefused(error) &&
  (error.code === refusals.notFound.code || error.code === refusals.invalidInput.code)

/** Shown instead of a page whose address names nothing: what is missing, and a link to the existing ones. */
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
