import { IconButton } from '@banyan/ui'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { nav } from '../navigation/nav.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import styles from './page.module.css'
import { usePageFacts } from './page-context.ts'

export interface PageHeadProps {
  title?: ReactNode
  /** At the right: one or two icon buttons. */
  right?: ReactNode
  /** Replaces the back button. */
  left?: ReactNode
}

/**
 * The head of a page, 48 px: back, title, actions. The shell draws it for pages with `head: 'bar'`;
 * pages with a custom bar may draw it themselves or something else.
 */
export function PageHead({ title, right, left }: PageHeadProps) {
  const { page } = usePageFacts()
  const t = useTexts(shellTexts)
  return (
    <header className={styles.head}>
      <div className={styles.left}>
        {left ??
          (!page.tab && <IconButton name="back" label={t('back')} onClick={() => nav.back()} />)}
      </div>
      <h1 className={styles.title}>{title}</h1>
      <div className={styles.right}>{right}</div>
    </header>
  )
}

/** Puts actions into the head that the shell draws. */
export function HeadActions({ children }: { children: ReactNode }) {
  const { actions } = usePageFacts()
  return actions && createPortal(children, actions)
}
