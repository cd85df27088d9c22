import { type ReactNode, useId } from 'react'
import styles from './segmented.module.css'

export interface Choice<V extends string> {
  value: V
  label: ReactNode
}

export interface SegmentedProps<V extends string> {
  /** What is chosen here, for readers. */
  label: string
  value: V
  choices: readonly Choice<V>[]
  onValueChange: (value: V) => void
}

/** One of a few, all in sight. It chooses; for views with a panel each use `<Tabs>`. */
export function Segmented<V extends string>(props: SegmentedProps<V>) {
  const { label, value, choices, onValueChange } = props
  const name = useId()
  return (
    <fieldset className={styles.segmented}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(choice => (
        <label key={choice.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onValueChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
