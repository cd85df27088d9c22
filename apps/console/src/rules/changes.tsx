import { Tag, useTexts } from '../shell/index.ts'
import type { Version } from './queries.ts'
import styles from './rules.module.css'
import { ruleTexts } from './texts.ts'

/** The numbers that a version changes, with the values before and after. */
export function Changes({ changes }: { changes: Version['changes'] }) {
  const t = useTexts(ruleTexts)
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{t.change.rule}</th>
          <th scope="col">{t.change.before}</th>
          <th scope="col">{t.change.after}</th>
          <th scope="col" aria-label={t.change.harms} />
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, title, before, after, harms, isNew }) => (
          <tr key={name}>
            <td title={name}>{title}</td>
            <td className={styles.before}>{before ?? t.change.none}</td>
            <td className={styles.after}>{after ?? t.change.none}</td>
            <td>
              <Tag tone={harms ? 'warn' : 'ok'}>
                {harms ? t.change.harms : isNew ? t.change.isNew : t.change.fine}
              </Tag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
