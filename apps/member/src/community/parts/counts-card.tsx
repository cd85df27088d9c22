import type { AnswerOf, distributionStatus, networkOverview } from '@banyan/domain'
import { Card, Money, Skeleton } from '@banyan/ui'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './counts-card.module.css'

export interface CountsCardProps {
  facts: AnswerOf<typeof networkOverview>
  /** Undefined until it is known. */
  effective: AnswerOf<typeof distributionStatus>['effectiveInvitees'] | undefined
}

/** Whom the member invited, who of them is effective, and what they brought in fees. */
export function CountsCard({ facts, effective }: CountsCardProps) {
  const t = useTexts(texts)
  const { sums, state, invited } = facts
  const grey = <Skeleton width="48px" height="22px" />
  // Who has no place has nothing under it; who has one is being counted while the sums are missing.
  const money = (value: string | undefined) =>
    value === undefined && state === 'placed' ? (
      grey
    ) : (
      <Money value={value ?? '0'} size="title" most={2} />
    )
  return (
    <Card
      title={t('counts')}
      aside={
        <Link page={pages.mineArea.inviteList} className="sub">
          {t('inviteList')}
        </Link>
      }
    >
      <dl className={styles.figures}>
        <div>
          <dt>{t('invited')}</dt>
          <dd className="num">{invited}</dd>
        </div>
        <div>
          <dt>{t('effective')}</dt>
          <dd className="num">{effective ? effective.left + effective.right : grey}</dd>
        </div>
        <div>
          <dt>{t('team')}</dt>
          <dd>{money(sums?.team)}</dd>
        </div>
        <div>
          <dt>{t('referral')}</dt>
          <dd>{money(sums?.referral)}</dd>
        </div>
      </dl>
      <p className="cap">{t('volumeNote')}</p>
    </Card>
  )
}
