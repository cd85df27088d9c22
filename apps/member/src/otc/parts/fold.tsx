import { Card, Icon } from '@banyan/ui'
import { type ReactNode, useDeferredValue, useState } from 'react'
import styles from './trade-parts.module.css'

/** A card that is one line with a number until it is opened. */
export function Fold(props: { title: string; number: string; children: ReactNode }) {
  const { title, number, children } = props
  const [open, setOpen] = useState(false)
  // The arrow turns at once; what is behind it is drawn after that.
  const isDrawn = useDeferredValue(open)
  return (
    <Card className={styles.details ?? ''}>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span>{title}</span>
        <span className="sub num">{number}</span>
        <Icon name="down" size={18} />
      </button>
      {isDrawn && children}
    </Card>
  )
}
