import { Avatar, Button, Card, Moment } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { waitingQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './waiting-card.module.css'

export interface WaitingCardProps {
  /** Opens the choice of a place here; without it the card links to the placement network. */
  onPlace?: () => void
  /** Opens the choice of the side for members who were not placed in time. */
  onAutomatic?: () => void
}

/** The invitees for whom the member has not chosen a place; absent when there are none. */
export default function WaitingCard({ onPlace, onAutomatic }: WaitingCardProps) {
  const t = useTexts(texts)
  const { data } = useQuery(waitingQuery)
  const pending = (data?.items ?? []).filter(invitee => invitee.state === 'pending')
  const [first] = pending
  if (!first) return null
  const more = pending.length - 1
  const automatic = first.dueAt && (
    <>
      {t('waiting.from_before')}
      <Moment time={first.dueAt} />
      {t('waiting.from_after')}
    </>
  )
  return (
    <Card className={styles.card}>
      <Avatar name={first.nickname} size={36} />
      <div className={styles.words}>
        <h2>
          {more > 0
            ? t('waiting.many', { name: first.nickname, count: more })
            : t('waiting.one', { name: first.nickname })}
        </h2>
        {automatic &&
          (onAutomatic ? (
            <button type="button" className={styles.automatic} onClick={onAutomatic}>
              {automatic}
              <span className="visually-hidden">{t('preference.open')}</span>
            </button>
          ) : (
            <p className="sub">{automatic}</p>
          ))}
      </div>
      {onPlace ? (
        <Button size="small" className={styles.act} onClick={onPlace}>
          {t('waiting.place')}
        </Button>
      ) : (
        <Link page={pages.mineArea.settleNetwork} className={styles.act}>
          {t('waiting.toPlace')}
        </Link>
      )}
    </Card>
  )
}
