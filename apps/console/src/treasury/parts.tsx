import { go, useAddress, useTexts } from '../shell/index.ts'
import styles from './page.module.css'
import { treasuryTexts } from './texts.ts'

const parts = ['receipts', 'costs', 'strays', 'accounts', 'acts'] as const
export type Part = (typeof parts)[number]

/** The part of the page that an address names. */
export const partOf = (text: string | undefined): Part =>
  parts.includes(text as Part) ? (text as Part) : 'receipts'

/** The parts of the page; another one begins without filters and without an open row. */
export function Parts() {
  const { query } = useAddress()
  const t = useTexts(treasuryTexts)
  const now = partOf(query.part)
  return (
    <nav className={styles.parts} aria-label={t.parts.label}>
      {parts.map(part => (
        <button
          key={part}
          type="button"
          className={styles.part}
          aria-current={part === now ? 'page' : undefined}
          onClick={() => go('treasury', null, part === 'receipts' ? {} : { part })}
        >
          {t.parts[part]}
        </button>
      ))}
    </nav>
  )
}
