import { changeQuery, useAddress } from '../navigation.ts'
import styles from './data-table.module.css'

/** From and to, of days or amounts; both are in the address. */
export function Range(props: { label: string; type: 'date' | 'amount'; names: [string, string] }) {
  const { label, type, names } = props
  const { query } = useAddress()
  return (
    <fieldset className={styles.range}>
      <legend className="visually-hidden">{label}</legend>
      <span aria-hidden>{label}</span>
      {names.map((name, at) => (
        <input
          key={name}
          type={type === 'date' ? 'date' : 'text'}
          inputMode={type === 'date' ? undefined : 'decimal'}
          aria-label={`${label} ${at === 0 ? '≥' : '≤'}`}
          value={query[name] ?? ''}
          placeholder={type === 'date' ? undefined : at === 0 ? '≥' : '≤'}
          onChange={event => changeQuery({ [name]: event.currentTarget.value.trim() })}
        />
      ))}
    </fieldset>
  )
}
