import { useId } from 'react'
import styles from './filter-chips.module.css'
import type { Choice } from './segmented.tsx'

export interface FilterChipsProps<V extends string> {
  /** What is filtered, for readers. */
  label: string
  value: V
  choices: readonly Choice<V>[]
  onValueChange: (value: V) => void
}

/** One filter of several, in a row that scrolls sideways when it must. */
export function FilterChips<V extends string>(props: FilterChipsProps<V>) {
  const { label, value, choices, onValueChange } = props
  const name = useId()
  return (
    <fieldset className={styles.chips}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(choice => (
        <label key={choice.value} className={styles.chip}>
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
