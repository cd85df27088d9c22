import type { AnswerOf, dynamicSummary, networkOverview, RegionView } from '@banyan/domain'
import { Card, Icon, Moment, Money, Note, Skeleton } from '@banyan/ui'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './network-card.module.css'

type Overview = AnswerOf<typeof networkOverview>
type Balances = AnswerOf<typeof dynamicSummary>['balances']

/** Both regions side by side, and who waits for a place; before the own place, when it comes. */
export function NetworkCard({
  facts,
  balances,
}: {
  facts: Overview
  balances: Balances | undefined
}) {
  const t = useTexts(texts)
  const { pending, dueSoon } = facts
  return (
    <Card hero>
      {facts.state === 'placed' ? (
        <div className={styles.regions}>
          <Region side="left" region={facts.sums?.left} balance={balances?.left} />
          <Region side="right" region={facts.sums?.right} balance={balances?.right} />
        </div>
      ) : (
        <NotPlaced facts={facts} />
      )}
      {dueSoon > 0 && (
        <div className={styles.due}>
          <Note tone="warn">{t('dueSoon', { count: dueSoon })}</Note>
        </div>
      )}
      <Link page={pages.mineArea.settleNetwork} className={styles.network}>
        <span>{pending > 0 ? t('place', { count: pending }) : t('network')}</span>
        <Icon name="forward" size={16} />
      </Link>
    </Card>
  )
}

interface RegionProps {
  side: 'left' | 'right'
  /** Undefined for the moments in which the tree is being counted. */
  region: RegionView | undefined
  balance: string | undefined
}

function Region({ side, region, balance }: RegionProps) {
  const t = useTexts(texts)
  return (
    <section className={styles.region}>
      <h2>
        {t(`region_${side}`)}
        {region && <span>{t('members', { count: region.members })}</span>}
      </h2>
      <dl>
        <Figure label={t('balance')} value={balance} size="num" />
        <Figure label={t('total')} value={region?.total} />
        <Figure label={t('added')} value={region?.added} signed />
      </dl>
    </section>
  )
}

function Figure(props: {
  label: string
  value: string | undefined
  size?: 'num'
  signed?: boolean
}) {
  const { label, value, size = 'body', signed = false } = props
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value === undefined ? (
          <Skeleton width="60%" height="18px" />
        ) : (
          <Money value={value} size={size} most={2} signed={signed} />
        )}
      </dd>
    </div>
  )
}

function NotPlaced({ facts }: { facts: Overview }) {
  const t = useTexts(texts)
  const { state, dueAt, inviterNickname, placementDays } = facts
  return (
    <div className={styles.waits}>
      <h2>{t(state === 'settling' ? 'settling' : 'notPlaced')}</h2>
      <p>{t('notPlacedText', { inviter: inviterNickname ?? '', days: placementDays })}</p>
      {dueAt && (
        <p className="cap">
          {t('dueAt')} <Moment time={dueAt} />
        </p>
      )}
    </div>
  )
}
