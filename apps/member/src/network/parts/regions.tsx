import type { AnswerOf, networkOverview, RegionView } from '@banyan/domain'
import { Skeleton } from '@banyan/ui'
import { OwnMoney } from '../../shell/hidden-figures.tsx'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './regions.module.css'

/** Left and right region side by side: members, total, and what the last settlement added. */
export function Regions({ sums }: { sums: AnswerOf<typeof networkOverview>['sums'] }) {
  return (
    <div className={styles.regions}>
      <Region side="left" region={sums?.left ?? null} />
      <Region side="right" region={sums?.right ?? null} />
    </div>
  )
}

function Region({ side, region }: { side: 'left' | 'right'; region: RegionView | null }) {
  const t = useTexts(texts)
  return (
    <section className={styles.region}>
      <h2>
        {t(`region.${side}`)}
        {region && <span>{t('region.members', { count: region.members })}</span>}
      </h2>
      {region ? (
        <>
          <p>
            <OwnMoney value={region.total} unit="USDT" size="title" most={2} />
          </p>
          <p className="cap">
            {t('region.added')} <OwnMoney value={region.added} signed size="sub" most={2} />
          </p>
        </>
      ) : (
        <Skeleton width="70%" height="22px" />
      )}
    </section>
  )
}
