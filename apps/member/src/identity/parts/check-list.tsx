import type { AnswerOf, security } from '@banyan/domain'
import { Card, type IconName, List, Moment, Note, Row } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { href, pages, useLive, useSession, useTexts } from '../../shell/index.ts'
import { checkTexts } from '../check-texts.ts'
import { emailQuery, receivingAccountQuery, securityQuery } from '../queries.ts'
import { keptHereQuery } from '../vault/queries.ts'
import styles from './check-list.module.css'

const { mineArea } = pages

/** What protects the account, done or still to do, and what is frozen until when. */
export function CheckList() {
  const t = useTexts(checkTexts)
  const accountId = useSession().current?.accountId ?? ''
  const security = useQuery(securityQuery)
  const email = useQuery(emailQuery)
  const receiving = useQuery(receivingAccountQuery)
  const kept = useQuery(keptHereQuery(accountId))
  useLive('session', { invalidate: securityQuery.queryKey })
  const account = receiving.data && (receiving.data.bsc ?? receiving.data.tron)
  const bound = email.data?.bound
  return (
    <>
      {security.data && <Freezes freezes={security.data.freezes} />}
      {security.data && security.data.resets.length > 0 && (
        <Note tone="warn">
          <a href={href(pages.more.sessions)}>{t('resets')}</a>
        </Note>
      )}
      <Card title={t('title')} className={styles.card}>
        <List>
          <Check
            done={email.data && (bound !== null || !email.data.offered)}
            icon="inbox"
            label={t('email')}
            value={
              bound?.address ?? (email.data && t(email.data.offered ? 'unbound' : 'notOffered'))
            }
            href={href(mineArea.verifyEmail)}
          />
          <Check
            done={kept.data}
            icon="key"
            label={t('words')}
            value={kept.data === undefined ? undefined : t(kept.data ? 'kept' : 'notKept')}
            href={href(mineArea.export)}
          />
          <Check
            done
            icon="keyboard"
            label={t('payment')}
            value={t('set')}
            href={href(mineArea.changePayPass)}
          />
          <Check
            done={receiving.data && Boolean(account)}
            icon="wallet"
            label={t('receiving')}
            value={receiving.data && t(account ? 'set' : 'unset')}
            href={href(mineArea.account)}
          />
        </List>
      </Card>
    </>
  )
}

/** One thing to have done; grey until it is known. */
function Check(props: {
  done: boolean | undefined
  icon: IconName
  label: string
  value: string | undefined
  href: string
}) {
  const { done, icon, label, value, href: to } = props
  const said = value && <span className={done ? styles.done : styles.open}>{value}</span>
  return <Row icon={icon} label={label} value={said || '…'} href={to} />
}

function Freezes({ freezes }: { freezes: AnswerOf<typeof security>['freezes'] }) {
  const t = useTexts(checkTexts)
  return (['withdrawals', 'sells'] as const).map(what => {
    const freeze = freezes[what]
    return (
      freeze && (
        <Note key={what} tone="warn">
          {t(`frozen.${what}`)} <Moment time={freeze.until} />
          <span className={styles.cause}>{t(`cause.${freeze.cause}`)}</span>
        </Note>
      )
    )
  })
}
