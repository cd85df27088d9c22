import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import styles from './flow.module.css'
import { Icon } from './icon.tsx'

/**
 * Where a step is. `now` is under way by itself, `waiting` needs somebody or a time, `stopped` ended
 * the whole there.
 */
export type FlowState = 'done' | 'now' | 'waiting' | 'stopped' | 'later'

export interface FlowStep {
  name: string
  state: FlowState
  /** Right of the name where the steps are upright: a time, a count. */
  aside?: ReactNode
  /** Under the name where the steps are upright: what was done, or what is awaited. */
  note?: ReactNode
}

export interface FlowProps {
  /** What walks through these steps, for readers. */
  label: string
  steps: readonly FlowStep[]
  /** Below each other, with what was done in each and when. */
  upright?: boolean
}

/** A matter that walks through fixed steps: which are done, and where it is now. */
export function Flow({ label, steps, upright }: FlowProps) {
  return (
    <ol aria-label={label} className={upright ? styles.upright : styles.flow}>
      {steps.map(({ name, state, aside, note }) => (
        <li
          key={name}
          className={classes(styles.step, styles[state])}
          aria-current={state === 'now' || state === 'waiting' ? 'step' : undefined}
        >
          <Dot state={state} />
          <span className={styles.name}>{name}</span>
          {upright && aside && <span className={styles.aside}>{aside}</span>}
          {upright && note && <div className={styles.note}>{note}</div>}
        </li>
      ))}
    </ol>
  )
}

const Dot = ({ state }: { state: FlowState }) => (
  <i className={styles.dot}>
    {state === 'done' && <Icon name="check" size={13} />}
    {state === 'stopped' && <Icon name="close" size={13} />}
  </i>
)
