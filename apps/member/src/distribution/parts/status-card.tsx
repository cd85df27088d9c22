import type { BothLanguages, DistributedStatus } from '@banyan/domain'
import { Card, Icon, List, Moment, MomentRow, Row } from '@banyan/ui'
import { useLanguage, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { toneOf } from '../tones.ts'
import styles from './status-card.module.css'

/** The member's status, in one word and one sentence. */
export function StatusCard({ status }: { status: DistributedStatus }) {
  const t = useTexts(texts)
  const inEnglish = useLanguage() === 'en'
  const { state, since, reason, appeal, nextCutoff } = status
  const read = (texts: BothLanguages) => (inEnglish ? texts.en : texts.zh)
  // A status that operators have taken away is named so until the member applies again.
  const word = state === 'none' && reason ? 'revoked' : state
  const answer = appeal?.answer ?? null
  return (
    <Card hero>
      <div className={styles.head}>
        <span className={`${styles.mark} ${styles[toneOf[state]]}`}>
          <Icon name={state === 'active' ? 'check-circle' : 'community'} size={26} />
        </span>
        <div>
          <h2 className={styles.word}>{t(`state.${word}`)}</h2>
          {since && state !== 'applied' && (
            <p className={styles.since}>
              {t('since')} <Moment time={since} />
            </p>
          )}
        </div>
      </div>
      <p className={styles.lead}>{t(`lead.${word}`)}</p>
      {(state === 'applied' || reason || appeal) && (
        <List className={styles.facts ?? ''}>
          {state === 'applied' && <MomentRow label={t('effectiveAt')} time={nextCutoff} />}
          {/* After an appeal it is the answer. */}
          {reason && !answer && <Row label={t('reason')} note={read(reason)} />}
          {appeal && <Row label={t('appealed')} note={appeal.text} />}
          {appeal && (
            <Row label={t('appealAnswer')} note={answer ? read(answer) : t('appealWaits')} />
          )}
        </List>
      )}
    </Card>
  )
}
