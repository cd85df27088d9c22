import type { AnswerOf, staticSummary } from '@banyan/domain'
import { Card, figureText, Money, Progress } from '@banyan/ui'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './earning-card.module.css'

/** Locked coins and how far their positions are from the cap, which ends them. */
export function StaticCard({ facts }: { facts: AnswerOf<typeof staticSummary> }) {
  const t = useTexts(texts)
  const { locked, positions, paid, cap } = facts
  return (
    <Card
      title={t('static')}
      aside={positions > 0 && <span className="cap">{t('positions', { count: positions })}</span>}
    >
      <div className={styles.body}>
        {positions > 0 ? (
          <>
            <Money value={locked} unit="LEAF" size="num" least={0} />
            <Progress
              label={t('towardsStatic')}
              reached={<Money value={paid} />}
              whole={`/ ${figureText(cap, 0, 2)} USDT`}
              part={paid}
              of={cap}
            />
          </>
        ) : (
          <p className="sub">{t('nothingLocked')}</p>
        )}
        <div className={styles.ways}>
          <Link page={pages.communityArea.activate}>{t('activate')}</Link>
          <Link page={pages.communityArea.profitList}>{t('list')}</Link>
        </div>
      </div>
    </Card>
  )
}
