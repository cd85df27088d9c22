import type { ReactNode } from 'react'
import styles from './card-list.module.css'

export interface CardListProps<T extends { id: string }> {
  items: readonly T[]
  children: (item: T) => ReactNode
}

/** Cards below each other, one per item; those far from the screen are not rendered. */
export function CardList<T extends { id: string }>({ items, children }: CardListProps<T>) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: without markers VoiceOver reads no list.
    <ul role="list" className={styles.list}>
      {items.map(item => (
        <li key={item.id}>{children(item)}</li>
      ))}
    </ul>
  )
}
