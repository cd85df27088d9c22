import type { ReactNode } from 'react'
import styles from './records.module.css'

interface RecordsProps<T extends { id: string }> {
  items: readonly T[]
  children: (item: T) => ReactNode
}

/**
 * Records of one kind in one card, with a hairline between them; those far from the screen are not
 * rendered.
 */
export function Records<T extends { id: string }>({ items, children }: RecordsProps<T>) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without markers VoiceOver reads no list.
    <ul role="list" className={styles.records}>
      {items.map(item => (
        <li key={item.id}>{children(item)}</li>
      ))}
    </ul>
  )
}
