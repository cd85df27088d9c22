import { Button, Card, type IconName, TileWords } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { nav, pages, useTexts } from '../../shell/index.ts'
import { type AccountTask, tasksOf } from '../account-tasks.ts'
import { emailQuery, receivingAccountQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './task-card.module.css'

const faces = {
  email: { icon: 'mail', page: pages.mineArea.verifyEmail },
  receiving: { icon: 'wallet', page: pages.mineArea.account },
  contact: { icon: 'chat', page: pages.mineArea.account },
} as const satisfies Record<AccountTask, { icon: IconName; page: unknown }>

/** The most urgent open task of the account; nothing when all are done. */
export function TaskCard() {
  const t = useTexts(texts)
  const { data: email } = useQuery(emailQuery)
  const { data: account } = useQuery(receivingAccountQuery)
  if (!email || !account) return null
  const { open, all } = tasksOf(email, account)
  const [first] = open
  if (!first) return null
  const { icon, page } = faces[first]
  return (
    <Card className={styles.card}>
      <TileWords
        icon={icon}
        tone="warn"
        title={
          <>
            {t(`task.${first}`)}{' '}
            <span className={styles.count}>
              {t('task.count', { n: all - open.length + 1, all })}
            </span>
          </>
        }
      >
        {t(`task.${first}Text`)}
      </TileWords>
      <Button tone="tinted" size="small" onClick={() => nav.to(page)}>
        {t(`task.${first}Act`)}
      </Button>
    </Card>
  )
}
