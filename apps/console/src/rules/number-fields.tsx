import { classes } from '@banyan/ui'
import { useId } from 'react'
import { useTexts } from '../shell/index.ts'
import type { BookNumber, Chapter } from './queries.ts'
import styles from './rules.module.css'
import { ruleTexts } from './texts.ts'
import { fieldText, readField } from './written.ts'

interface FieldsProps {
  chapters: readonly Chapter[]
  /** What was typed, by name. */
  typed: Readonly<Record<string, string>>
  find: string
  onlyChanged: boolean
  /** Null takes the present value again. */
  onType: (name: string, text: string | null) => void
}

/** Every number of the book in a field, chapter by chapter. */
export function NumberFields({ chapters, typed, find, onlyChanged, onType }: FieldsProps) {
  const t = useTexts(ruleTexts)
  const wanted = find.trim().toLowerCase()
  const shown = chapters
    .map(chapter => ({
      ...chapter,
      numbers: chapter.numbers.filter(
        ({ name, title }) =>
          (!onlyChanged || name in typed) && `${name} ${title}`.toLowerCase().includes(wanted),
      ),
    }))
    .filter(({ numbers }) => numbers.length > 0)
  if (shown.length === 0) return <p className={styles.quiet}>{t.noMatch}</p>
  const isNarrow = wanted !== '' || onlyChanged
  return shown.map(({ id, title, numbers }) => {
    const changed = numbers.filter(({ name }) => name in typed).length
    return (
      <details
        key={`${id} ${isNarrow}`}
        className={styles.chapter}
        open={isNarrow || changed > 0 || shown.length < 3}
      >
        <summary>
          {id} {title}
          {changed > 0 && <span className={styles.count}>{changed}</span>}
        </summary>
        {numbers.map(number => (
          <NumberField
            key={number.name}
            number={number}
            typed={typed[number.name]}
            onType={onType}
          />
        ))}
      </details>
    )
  })
}

interface FieldProps extends Pick<FieldsProps, 'onType'> {
  number: BookNumber
  typed: string | undefined
}

function NumberField({ number, typed, onType }: FieldProps) {
  const { name, title, unit, value, figure, least, most, fixed, harm } = number
  const t = useTexts(ruleTexts)
  const id = useId()
  const text = typed ?? fieldText(unit, value)
  const isUnreadable = typed !== undefined && readField(unit, typed) === null
  const type = (next: string) => onType(name, readField(unit, next) === value ? null : next)
  const hint = fixed
    ? t.fixed
    : `${t.bounds(fieldText(unit, least), fieldText(unit, most), t.unit[unit])} · ${t.harm[harm]}`
  return (
    <div className={classes(styles.number, typed !== undefined && styles.touched)}>
      <label htmlFor={id} className={styles.name}>
        {title}
        <span className={styles.quiet} title={name}>
          {hint}
        </span>
      </label>
      <span className={styles.now}>{figure}</span>
      {unit === 'switch' ? (
        <select
          id={id}
          value={text}
          className={styles.input}
          onChange={event => type(event.currentTarget.value)}
        >
          <option value="0">{t.no}</option>
          <option value="1">{t.yes}</option>
        </select>
      ) : (
        <input
          id={id}
          className={styles.input}
          inputMode="decimal"
          autoComplete="off"
          value={text}
          disabled={fixed}
          aria-invalid={isUnreadable}
          onChange={event => type(event.currentTarget.value)}
        />
      )}
      <span className={styles.unit}>{isUnreadable ? t.unreadable : t.unit[unit]}</span>
    </div>
  )
}
