import { inLanguages, useTexts } from '../texts/texts.ts'
import styles from './rule-changes.module.css'
import { Tag } from './tag.tsx'

const changeTexts = inLanguages(
  {
    rule: '规则',
    before: '此前',
    after: '此后',
    harms: '可能不利',
    fine: '不损害会员',
    isNew: '新列明',
    none: '–',
  },
  {
    rule: 'Rule',
    before: 'Before',
    after: 'After',
    harms: 'Can harm',
    fine: 'Harms nobody',
    isNew: 'Newly listed',
    none: '–',
  },
)

interface RuleChange {
  name: string
  title: string
  /** As a member reads it; null when the version before did not list it. */
  before: string | null
  after: string | null
  /** True when it can be to the disadvantage of a member. */
  harms: boolean
  isNew: boolean
}

/** The numbers that a version changes, with the values before and after. */
export function RuleChanges({ changes }: { changes: readonly RuleChange[] }) {
  const t = useTexts(changeTexts)
  return (
    <table className={styles.changes}>
      <thead>
        <tr>
          <th scope="col">{t.rule}</th>
          <th scope="col">{t.before}</th>
          <th scope="col">{t.after}</th>
          <th scope="col" aria-label={t.harms} />
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, title, before, after, harms, isNew }) => (
          <tr key={name}>
            <td title={name}>{title}</td>
            <td className={styles.before}>{before ?? t.none}</td>
            <td className={styles.after}>{after ?? t.none}</td>
            <td>
              <Tag tone={harms ? 'warn' : 'ok'}>{harms ? t.harms : isNew ? t.isNew : t.fine}</Tag>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
