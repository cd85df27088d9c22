import styles from './acknowledging.module.css'

export interface AcknowledgingProps<Line extends string> {
  /** The limits of the rule book that a change crosses. */
  crosses: readonly { line: Line; text: string }[]
  /** Those that the reader has acknowledged. */
  agreed: readonly Line[]
  onChange: (agreed: Line[]) => void
  label: (line: Line) => string
}

/** One box for each limit that a change of the rule book crosses. */
export const Acknowledging = <Line extends string>(props: AcknowledgingProps<Line>) => {
  const { crosses, agreed, onChange, label } = props
  return crosses.map(({ line, text }) => (
    <label key={line} className={styles.line}>
      <input
        type="checkbox"
        checked={agreed.includes(line)}
        onChange={event =>
          onChange(
            event.currentTarget.checked ? [...agreed, line] : agreed.filter(one => one !== line),
          )
        }
      />
      <span>
        {label(line)} <span className="cap">{text}</span>
      </span>
    </label>
  ))
}
