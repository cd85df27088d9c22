import type { PasswordKind } from '@banyan/domain'
import { ActionBar, Button, Card, Icon, Moment, Note } from '@banyan/ui'
import { nav, pages, useTexts } from '../../shell/index.ts'
import { passwordTexts } from '../password-texts.ts'
import styles from './form.module.css'

/** The effects of a reset. */
export interface Reset {
  accountId: string
  frozenUntil: string
  /** The words stored on this device are sealed by the new password. */
  resealed: boolean
}

/** The reset is done: until when things are frozen, and the next step. */
export function ResetDone({ kind, reset }: { kind: PasswordKind; reset: Reset }) {
  const t = useTexts(passwordTexts)
  const { accountId, frozenUntil, resealed } = reset
  const on = () =>
    kind === 'login' ? nav.replace(pages.auth.login, { accountId }) : nav.relaunch(pages.mine)
  return (
    <>
      <div className="page-pad stack">
        <span className={styles.seal}>
          <Icon name="check" size={36} strokeWidth={2.25} />
        </span>
        <div className={styles.center}>
          <h2>{t(`doneTitle.${kind}`)}</h2>
          <Card>
            <p className="sub">{t('frozen')}</p>
            <strong>
              <Moment time={frozenUntil} />
            </strong>
          </Card>
        </div>
        <p className="cap">{t('undo')}</p>
        {resealed && <Note tone="ok">{t('resealed')}</Note>}
      </div>
      <ActionBar>
        <Button wide onClick={on}>
          {t(kind === 'login' ? 'toLogin' : 'toMine')}
        </Button>
      </ActionBar>
    </>
  )
}
