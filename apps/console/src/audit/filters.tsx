import { actRoles } from '@banyan/domain'
import { changeQuery, useAddress, useTexts } from '../shell/index.ts'
import styles from './page.module.css'
import { filterNames } from './queries.ts'
import { useRoleName } from './role-names.ts'
import { auditTexts } from './texts.ts'

/** What narrows the log; all of it is in the address. */
export function AuditFilters() {
  const { query } = useAddress()
  const t = useTexts(auditTexts)
  const roleName = useRoleName()
  const isNarrowed = filterNames.some(name => query[name])
  return (
    <div className={styles.filters}>
      {filterNames.map(name =>
        name === 'role' ? (
          <label key={name}>
            <span className="visually-hidden">{t.filters.role}</span>
            <select
              value={query.role ?? ''}
              onChange={event => changeQuery({ role: event.currentTarget.value })}
            >
              <option value="">{t.filters.anyRole}</option>
              {actRoles.map(role => (
                <option key={role} value={role}>
                  {roleName(role)}
                </option>
              ))}
            </select>
          </label>
        ) : (
          <label key={name}>
            <span className={name === 'from' || name === 'to' ? undefined : 'visually-hidden'}>
              {t.filters[name]}
            </span>
            <input
              type={name === 'from' || name === 'to' ? 'date' : 'text'}
              placeholder={t.filters[name]}
              value={query[name] ?? ''}
              onChange={event => changeQuery({ [name]: event.currentTarget.value })}
            />
          </label>
        ),
      )}
      {isNarrowed && (
        <button
          type="button"
          onClick={() => changeQuery(Object.fromEntries(filterNames.map(name => [name, null])))}
        >
          {t.filters.clear}
        </button>
      )}
    </div>
  )
}
