import { type ReactNode, useId } from 'react'

export interface Choice<V extends string> {
  value: V
  label: ReactNode
}

export interface OneOfProps<V extends string> {
  /** The subject of the choice, for screen readers. */
  label: string
  value: V
  choices: readonly Choice<V>[]
  onValueChange: (value: V) => void
}

/** One of several as radio buttons in any design: the arrow keys choose, Tab moves on. */
export function OneOf<V extends string>(
  props: OneOfProps<V> & { row: string | undefined; choice: string | undefined },
) {
  const { label, value, choices, onValueChange, row, choice } = props
  const name = useId()
  return (
    <fieldset className={row}>
      <legend className="visually-hidden">{label}</legend>
      {choices.map(option => (
        <label key={option.value} className={choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onValueChange(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
