import type { ReactNode } from 'react'
import { classes } from './class-names.ts'
import styles from './flow.module.css'
import { Icon } from './icon.tsx'

/**
 * The state of a step. `now` proceeds by itself, `waiting` needs somebody or a time, `stopped`
 * ended the process there.
 */
export type FlowState = 'done' | 'now' | 'waiting' | 'stopped' | 'later'

export interface FlowStep {
  name: string
  state: FlowState
  /** To the right of the name when the steps are vertical: a time, a count. */
  aside?: ReactNode
  /** Below the name when the steps are vertical: what was done, or what is awaited. */
  note?: ReactNode
}

export interface FlowProps {
  /** The subject of these steps, for screen readers. */
  label: string
  steps: readonly FlowStep[]
  /** Vertical, with the details and the time of each step. */
  upright?: boolean
}

/** A process with fixed steps: which are done, and which is current. */
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
