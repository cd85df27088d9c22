import type { DistributedStatus } from '@banyan/domain'
import { Card, Icon, List, Moment, MomentRow, Row } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { toneOf } from '../tones.ts'
import styles from './status-card.module.css'

/** The member's status, in one word and one sentence. */
export function StatusCard({ status }: { status: DistributedStatus }) {
  const t = useTexts(texts)
  const { state, since, reason, appeal, nextCutoff } = status
  return (
    <Card hero>
      <div className={styles.head}>
        <span className={`${styles.mark} ${styles[toneOf[state]]}`}>
          <Icon name={state === 'active' ? 'check-circle' : 'community'} size={26} />
        </span>
        <div>
          <h2 className={styles.word}>{t(`state.${state}`)}</h2>
          {since && state !== 'applied' && (
            <p className={styles.since}>
              {t('since')} <Moment time={since} />
            </p>
          )}
        </div>
      </div>
      <p className={styles.lead}>{t(`lead.${state}`)}</p>
      {(state === 'applied' || reason || appeal) && (
        <List className={styles.facts ?? ''}>
          {state === 'applied' && <MomentRow label={t('effectiveAt')} time={nextCutoff} />}
          {reason && <Row label={t('reason')} note={reason} />}
          {appeal && <Row label={t('appealed')} note={appeal.text} />}
          {appeal && <Row label={t('appealAnswer')} note={appeal.answer ?? t('appealWaits')} />}
        </List>
      )}
    </Card>
  )
}
