import { Icon } from '@banyan/ui'
import type { ReactNode } from 'react'
import { Link, pages, useSession, useTexts } from '../../shell/index.ts'
import { hasCryptography } from '../words/login-key.ts'
import { wordsTexts } from '../words-texts.ts'
import styles from './no-cryptography.module.css'

/** Content that needs the words, or the reason why they cannot be used here; `head` stays above it. */
export function NeedsCryptography({ head, children }: { head?: ReactNode; children: ReactNode }) {
  const t = useTexts(wordsTexts)
  const { current } = useSession()
  if (hasCryptography()) return children
  return (
    <>
      {head && <div className="page-pad stack">{head}</div>}
      <div className={styles.notice} role="alert">
        <Icon name="shield" size={64} strokeWidth={1.1} />
        <h2>{t('noCryptography.title')}</h2>
        <p>{t('noCryptography.text')}</p>
        {!current?.token && <Link page={pages.auth.login}>{t('noCryptography.byId')}</Link>}
      </div>
    </>
  )
}
