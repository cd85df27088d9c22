import type { AnswerOf, staticSummary } from '@banyan/domain'
import { Card, figureSign, figureText, Icon, List, Moment, placedText, Row } from '@banyan/ui'
import { OwnMoney, useOwnText } from '../../shell/hidden-figures.tsx'
import { href, Link, pages, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import { SourceBar } from './source-bar.tsx'
import styles from './static-card.module.css'

export interface StaticCardProps {
  facts: AnswerOf<typeof staticSummary>
  /** The cut-off of the next settlement; undefined while loading. */
  nextCutoff: string | undefined
}

/** What the last settlement paid for activated coins, its origins, and the distance to the cap. */
export function StaticCard({ facts, nextCutoff }: StaticCardProps) {
  const t = useTexts(texts)
  const shown = useOwnText()
  const { last, locked, positions, paid, cap } = facts
  const earned = last !== null && figureSign(last.amount) > 0
  return (
    <Card>
      {last && positions + figureSign(last.amount) > 0 ? (
        <>
          <Earned last={last} />
          <p className="sub">
            {t('settledAt')} <Moment time={last.at} />
            {nextCutoff && (
              <>
                {t('nextAt')} <Moment time={nextCutoff} />
              </>
            )}
          </p>
        </>
      ) : (
        <h2 className={styles.title}>{t('static')}</h2>
      )}
      {earned && last.sources && (
        <div className={styles.sources}>
          <p className="sub">
            {t('fromWhere', { amount: shown(placedText(last.amount, 'earning')) })}
          </p>
          <SourceBar amount={last.amount} {...last.sources} />
          <p className={styles.quiet}>{t('withoutIncome')}</p>
        </div>
      )}
      <List className={styles.ways}>
        {positions > 0 ? (
          <Row
            label={t('lockedOf', { leaf: shown(placedText(locked, 'limit')) })}
            note={t('towardsStatic', {
              paid: shown(placedText(paid, 'earning')),
              cap: shown(figureText(cap, 2, 2)),
            })}
            href={href(pages.communityArea.profitList)}
          />
        ) : (
          <Row
            label={t('nothingLocked')}
            note={t('nothingLockedNote')}
            href={href(pages.communityArea.activate)}
          />
        )}
      </List>
    </Card>
  )
}

/** The pay of the last settlement links to its passport; a settlement without pay has none. */
function Earned({ last }: { last: NonNullable<AnswerOf<typeof staticSummary>['last']> }) {
  const t = useTexts(texts)
  const inside = (
    <>
      <h2>{t('static')}</h2>
      <span className={styles.amount}>
        <OwnMoney value={last.amount} size="num" signed place="earning" />{' '}
        <span className="cap">USDT</span>
      </span>
    </>
  )
  if (figureSign(last.amount) <= 0) return <p className={styles.head}>{inside}</p>
  return (
    <Link page={pages.more.passport} query={{ id: last.id }} className={styles.head}>
      {inside}
      <Icon name="forward" size={16} />
    </Link>
  )
}
