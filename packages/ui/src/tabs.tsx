import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import styles from './segmented.module.css'
import type { SegmentedProps } from './segmented.tsx'

export interface TabsProps<V extends string> extends SegmentedProps<V> {
  /** The panel of the chosen tab. */
  children: ReactNode
}

/** Views side by side under one heading; arrow keys move between them. */
export function Tabs<V extends string>(props: TabsProps<V>) {
  const { label, value, choices, onValueChange, children } = props
  return (
    <BaseTabs.Root value={value} onValueChange={next => onValueChange(next as V)}>
      <BaseTabs.List className={styles.tabs} aria-label={label} activateOnFocus>
        {choices.map(choice => (
          <BaseTabs.Tab key={choice.value} value={choice.value} className={styles.tab as string}>
            {choice.label}
          </BaseTabs.Tab>
        ))}
      </BaseTabs.List>
      <BaseTabs.Panel value={value} className={styles.panel as string}>
        {children}
      </BaseTabs.Panel>
    </BaseTabs.Root>
  )
}
