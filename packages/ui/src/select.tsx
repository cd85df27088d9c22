import { type ReactNode, useId, useState } from 'react'
import { classes } from './class-names.ts'
import { TextInput, useFieldControl } from './field.tsx'
import { Icon } from './icon.tsx'
import { useKit } from './kit.tsx'
import type { Choice } from './one-of.tsx'
import styles from './select.module.css'
import { Sheet } from './sheet.tsx'

export interface SelectChoice<V extends string> extends Choice<V> {
  note?: ReactNode
}

export interface SelectProps<V extends string> {
  /** Title of the list that opens. */
  label: string
  value: V | null
  choices: readonly SelectChoice<V>[]
  onValueChange: (value: V) => void
  placeholder?: string
  /** For long lists: a field that filters them by label or value, and the text for no match. */
  search?: { label: string; none: string }
  className?: string | undefined
}

/** A choice of one of many, in a sheet: easy to reach and readable at any size. */
export function Select<V extends string>(props: SelectProps<V>) {
  const { label, value, choices, onValueChange, placeholder, search, className } = props
  const [open, setOpen] = useState(false)
  const [sought, setSought] = useState('')
  const searchId = useId()
  const { texts } = useKit()
  const { id, 'aria-describedby': described, 'aria-invalid': invalid } = useFieldControl()
  const chosen = choices.find(choice => choice.value === value)
  const shown = chosen?.label ?? placeholder ?? texts.choose
  const matching = search ? choices.filter(choice => fits(choice, sought)) : choices
  return (
    <>
      <button
        type="button"
        // The label alone would hide the choice from screen readers: the button is named by both.
        {...(id
          ? { id, 'aria-labelledby': `${id}-label ${id}` }
          : { 'aria-label': `${label}: ${shown}` })}
        aria-describedby={described}
        aria-haspopup="dialog"
        aria-expanded={open}
        className={classes(styles.trigger, Boolean(invalid) && styles.invalid, className)}
        onClick={() => {
          setSought('')
          setOpen(true)
        }}
      >
        <span className={classes(!chosen && styles.placeholder)}>{shown}</span>
        <Icon name="down" size={18} />
      </button>
      <Sheet open={open} onOpenChange={setOpen} title={label}>
        {search && (
          <div className={styles.search}>
            <TextInput
              type="search"
              // Not the field's own control: that is the button.
              id={searchId}
              aria-describedby={undefined}
              aria-invalid={false}
              aria-label={search.label}
              placeholder={search.label}
              before={<Icon name="search" size={20} />}
              value={sought}
              onChange={event => setSought(event.target.value)}
            />
            {matching.length === 0 && <p role="status">{search.none}</p>}
          </div>
        )}
        <fieldset className={classes(styles.list, search && styles.long)}>
          <legend className="visually-hidden">{label}</legend>
          {matching.map(choice => (
            <button
              key={choice.value}
              type="button"
              aria-pressed={choice.value === value}
              className={styles.choice}
              onClick={() => {
                onValueChange(choice.value)
                setOpen(false)
              }}
            >
              <span>
                {choice.label}
                {choice.note && <span className="cap">{choice.note}</span>}
              </span>
              {choice.value === value && <Icon name="check" />}
            </button>
          ))}
        </fieldset>
      </Sheet>
    </>
  )
}

/** True when the value begins with the search text, or the label contains it. */
function fits<V extends string>({ value, label }: SelectChoice<V>, sought: string): boolean {
  const text = sought.normalize('NFKC').trim().toLowerCase()
  const name = typeof label === 'string' ? label.toLowerCase() : ''
  return name.includes(text) || value.toLowerCase().startsWith(text)
}
