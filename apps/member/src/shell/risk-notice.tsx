import { Note } from '@banyan/ui'
import { useState } from 'react'
import { session } from './app.ts'
import { pages } from './index.ts'
import { Link } from './page/link.tsx'
import styles from './risk-notice.module.css'
import { hasTaken, type RiskStep, rememberTakenBy } from './risk-steps.ts'
import { useSession } from './session/use-session.ts'
import { riskFullTexts } from './texts/risk-full-texts.ts'
import { riskTexts } from './texts/risk-texts.ts'
import { useTexts } from './texts/texts.ts'

/**
 * The risk notice before money goes in: all of it until this account has taken the step on this
 * device, afterwards one line that opens the rest.
 */
export function RiskNotice({ step }: { step: RiskStep }) {
  const t = useTexts(riskTexts)
  const full = useTexts(riskFullTexts)
  const accountId = useSession().current?.accountId ?? null
  const [isOpen, setOpen] = useState(() => accountId === null || !hasTaken(accountId, step))
  if (!isOpen)
    return (
      <div className={styles.line}>
        <p>{full('short')}</p>
        <button type="button" onClick={() => setOpen(true)}>
          {full('all')}
        </button>
      </div>
    )
  return (
    <Note tone="warn">
      <div className={styles.full}>
        <p>{t('loss')}</p>
        <RiskSource />
        <p>
          <Link page={pages.more.rules}>{t('rules')}</Link>
        </p>
      </div>
    </Note>
  )
}

/** The member of this session has taken the step: from now on one line is enough. */
export function rememberTaken(step: RiskStep): void {
  const { current } = session.state()
  if (current) rememberTakenBy(current.accountId, step)
}

/** Where money comes from, in two sentences: what moves the price, and who pays for network pay. */
export function RiskSource() {
  const t = useTexts(riskTexts)
  const full = useTexts(riskFullTexts)
  return (
    <>
      <p>{full('source')}</p>
      <p>{t('network')}</p>
    </>
  )
}
