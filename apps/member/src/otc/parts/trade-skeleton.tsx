import { Later, Skeleton, SkeletonCards } from '@banyan/ui'
import styles from './trade-parts.module.css'

/** The grey shape of a trade's page: bar, clock, two cards. */
export function TradeSkeleton() {
  return (
    <div className="stack">
      <Later>
        <Skeleton height="4px" />
        <div className={styles.stage}>
          <Skeleton width="160px" height="16px" />
          <Skeleton width="128px" height="44px" radius="12px" />
        </div>
      </Later>
      <SkeletonCards cards={2} rows={4} />
    </div>
  )
}
