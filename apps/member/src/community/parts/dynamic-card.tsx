import type { AnswerOf, dynamicSummary } from '@banyan/domain'
import { Card, Chip, figureText, Moment, Money, Progress } from '@banyan/ui'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './earning-card.module.css'

/** How far the round is from its cap, where network pay is switched on. */
export function DynamicCard({ facts }: { facts: AnswerOf<typeof dynamicSummary> }) {
  const t = useTexts(texts)
  const { moduleOn, round, distributed } = facts
  return (
    <Card
      title={t('dynamic')}
      aside={
        (!moduleOn || round.eliminated) && (
          <Chip tone="warn">{t(moduleOn ? 'dynamicEliminated' : 'off')}</Chip>
        )
      }
    >
      <div className={styles.body}>
        {moduleOn ? (
          <>
            <Progress
              label={t('towardsDynamic')}
              reached={<Money value={round.paid} />}
              whole={`/ ${figureText(round.cap, 0, 2)} USDT`}
              part={round.paid}
              of={round.cap}
            />
            <p className="cap">
              {t('restarts')} <Moment time={round.restartsAt} />
            </p>
            {distributed !== 'active' && <p className="sub">{t('onlyDistributed')}</p>}
          </>
        ) : (
          <p className="sub">{t('offText')}</p>
        )}
        <div className={styles.ways}>
          {moduleOn && distributed !== 'active' && (
            <Link page={pages.mineArea.toSpread}>{t('toSpread')}</Link>
          )}
          <Link page={pages.communityArea.dynamicProfitList}>{t('list')}</Link>
        </div>
      </div>
    </Card>
  )
}
