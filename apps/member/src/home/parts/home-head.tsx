import { Avatar, Icon } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, pages, useSession, useTexts } from '../../shell/index.ts'
import { Bell, ServiceButton } from '../../shell/slots.tsx'
import { aboutQuery, meQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './home-head.module.css'

/** The current account, and its messages. */
export function HomeHead() {
  const t = useTexts(texts)
  const { data: member } = useQuery(meQuery)
  const { current } = useSession()
  const nickname = member?.nickname ?? current?.nickname ?? ''
  const { data: platform } = useQuery(aboutQuery)
  return (
    <header className={styles.head}>
      <Link page={pages.homeArea.accountList} className={styles.who}>
        <span className="visually-hidden">{t('accounts')}</span>
        <Avatar name={nickname} seed={member?.accountId ?? current?.accountId} />
        <strong>{nickname}</strong>
        <Icon name="down" size={16} />
      </Link>
      {platform?.testChain && <span className={styles.chain}>{t('testChain')}</span>}
      <span className={styles.icons}>
        <ServiceButton />
        <Bell />
      </span>
    </header>
  )
}
