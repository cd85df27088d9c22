import { classes } from './class-names.ts'
import { useKit } from './kit.tsx'
import styles from './steps.module.css'

export interface StepsProps {
  /** Names of the steps, in order. */
  names: readonly string[]
  /** How many steps are done or in progress: 1 is the first step. */
  at: number
  /** A state that needs attention colours the bar. */
  warn?: boolean
  /** Shows the names under the bar. */
  named?: boolean
}

/** A bar of a few steps: the current position in a process. */
export function Steps({ names, at, warn, named }: StepsProps) {
  const { texts } = useKit()
  return (
    <div
      role="img"
      aria-label={`${texts.step(at, names.length)} ${names[at - 1] ?? ''}`}
      className={classes(styles.steps, warn && styles.warn)}
    >
      {names.map((name, index) => (
        <div key={name} className={classes(styles.step, index < at && styles.done)}>
          <i />
          {named && <span>{name}</span>}
        </div>
      ))}
    </div>
  )
}
