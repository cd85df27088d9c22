import { ActionBar, Button, Card, Empty, Icon, type IconName } from '@banyan/ui'
import { Copyable } from '../../shell/copyable.tsx'
import { goOn, nav, pages, usePageQuery, useSession, useTexts } from '../../shell/index.ts'
import { createTexts } from '../create-texts.ts'
import styles from './success.module.css'

/** The account exists: its number, and the first steps. */
export default function SuccessScreen() {
  const t = useTexts(createTexts)
  const { accountId } = usePageQuery(pages.auth.success)
  if (!accountId) {
    return (
      <Empty
        icon="me"
        action={<Button onClick={() => nav.relaunch(pages.home)}>{t('success.home')}</Button>}
      >
        {t('success.none')}
      </Empty>
    )
  }
  return <Created accountId={accountId} />
}

const firstSteps = [
  ['login', 'key'],
  ['account', 'wallet'],
  ['recharge', 'download'],
  ['words', 'shield'],
] as const satisfies readonly (readonly [string, IconName])[]

function Created({ accountId }: { accountId: string }) {
  const t = useTexts(createTexts)
  const { current } = useSession()
  // After a lost response the key of the words has logged in already.
  const inside = current?.token && current.accountId === accountId
  return (
    <>
      <div className={styles.page}>
        <span className={styles.seal}>
          <Icon name="check" size={40} strokeWidth={2.25} />
        </span>
        <h1>{t('success.title')}</h1>
        <Card hero className={styles.number}>
          <span className="sub">{t('success.accountId')}</span>
          <Copyable text={accountId}>
            <strong className={styles.digits}>{accountId}</strong>
          </Copyable>
          <span className="cap">{t('success.keep')}</span>
        </Card>
        <Card title={t('success.first')} className={styles.first}>
          <ol>
            {firstSteps.map(([name, icon]) => (
              <li key={name} className={styles.firstSteps}>
                <span className={styles.tile}>
                  <Icon name={icon} />
                </span>
                <span>
                  <strong>{t(`success.firstSteps.${name}.title`)}</strong>
                  <span className="cap">{t(`success.firstSteps.${name}.text`)}</span>
                </span>
              </li>
            ))}
          </ol>
        </Card>
      </div>
      <ActionBar>
        <Button
          wide
          onClick={() => (inside ? goOn() : nav.replace(pages.auth.login, { accountId }))}
        >
          {t(inside ? 'success.goOn' : 'success.login')}
        </Button>
      </ActionBar>
    </>
  )
}
