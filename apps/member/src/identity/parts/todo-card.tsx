import { Button, Card, Icon, type IconName } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { nav, pages, useTexts } from '../../shell/index.ts'
import { emailQuery, receivingAccountQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import { type Todo, todosOf } from '../todos.ts'
import styles from './todo-card.module.css'

const looks = {
  email: { icon: 'mail', page: pages.mineArea.verifyEmail },
  receiving: { icon: 'wallet', page: pages.mineArea.account },
} as const satisfies Record<Todo, { icon: IconName; page: unknown }>

/** The most urgent of what is still to be done for the account; nothing when all is. */
export function TodoCard() {
  const t = useTexts(texts)
  const { data: email } = useQuery(emailQuery)
  const { data: account } = useQuery(receivingAccountQuery)
  if (!email || !account) return null
  const { open, all } = todosOf(email, account)
  const [first] = open
  if (!first) return null
  const { icon, page } = looks[first]
  return (
    <Card className={styles.card}>
      <span className={styles.tile}>
        <Icon name={icon} />
      </span>
      <span className={styles.words}>
        <strong>
          {t(`todo.${first}`)}{' '}
          <span className={styles.count}>{t('todo.count', { n: all - open.length + 1, all })}</span>
        </strong>
        <span className="sub">{t(`todo.${first}Text`)}</span>
      </span>
      <Button tone="tinted" size="small" onClick={() => nav.to(page)}>
        {t(`todo.${first}Act`)}
      </Button>
    </Card>
  )
}
