import { type ReactNode, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { classes } from './class-names.ts'
import { Icon } from './icon.tsx'
import { useKit } from './kit.tsx'
import styles from './states.module.css'

/** A grey shape in the geometry of the expected content. `width` and `height` are CSS lengths. */
export function Skeleton(props: { width?: string; height?: string; radius?: string }) {
  const { width = '100%', height = '16px', radius } = props
  return (
    <span
      className={styles.skeleton}
      aria-hidden
      style={{ width, height, ...(radius ? { borderRadius: radius } : {}) }}
    />
  )
}

/** Shows its children only after a delay (200 ms), so that a quick response shows no flash of grey. */
export function Later({ ms = 200, children }: { ms?: number; children: ReactNode }) {
  const [due, setDue] = useState(ms === 0)
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return due ? children : null
}

/** Cards of skeleton rows: the usual loading state of a page. */
export function SkeletonCards({ cards = 3, rows = 2 }: { cards?: number; rows?: number }) {
  const { texts } = useKit()
  return (
    <Later>
      <div className={styles.skeletons} role="status" aria-label={texts.loading}>
        {Array.from({ length: cards }, (_, card) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes have no identity.
          <div className={styles.skeletonCard} key={card}>
            <Skeleton width="38%" height="14px" />
            {Array.from({ length: rows }, (_, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: grey shapes have no identity.
              <Skeleton key={row} width={row % 2 ? '64%' : '86%'} height="18px" />
            ))}
          </div>
        ))}
      </div>
    </Later>
  )
}

export interface ErrorBlockProps {
  /** What failed. */
  children: ReactNode
  /** Code or reference, for support requests. */
  code?: string | number | undefined
  onRetry?: (() => void) | undefined
  pending?: boolean
  /** Inside a card: less padding. */
  compact?: boolean
}

/** The failure, and a tap to retry. */
export function ErrorBlock({ children, code, onRetry, pending, compact }: ErrorBlockProps) {
  const { texts } = useKit()
  return (
    <div className={classes(styles.state, compact && styles.compact)} role="alert">
      <Icon name="warning" size={compact ? 32 : 56} strokeWidth={1.2} className={styles.picture} />
      <p>{children}</p>
      {onRetry && (
        <Button tone="secondary" size="small" onClick={onRetry} pending={pending ?? false}>
          {texts.retry}
        </Button>
      )}
      {code !== undefined && <p className={styles.code}>{code}</p>}
    </div>
  )
}
