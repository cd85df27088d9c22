import type { AnswerOf, walletSummary } from '@banyan/domain'
import { Card, CoinMark, Money } from '@banyan/ui'
import type { ReactNode } from 'react'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './asset-card.module.css'

type Balance = AnswerOf<typeof walletSummary>['assets'][number]

const places = ['available', 'frozen', 'locked', 'escrow'] as const

/** One asset: its coins by state, and their value. */
export function AssetCard({
  balance,
  hidden,
  children,
}: {
  balance: Balance
  hidden: boolean
  /** The available actions. */
  children?: ReactNode
}) {
  const t = useTexts(texts)
  // USDT is never activated and never in market escrow, so these states are not shown.
  const shown = places.filter(
    place => balance.asset === 'LEAF' || place === 'available' || place === 'frozen',
  )
  return (
    <Card
      title={
        <span className={styles.name}>
          <CoinMark coin={balance.asset} size={28} />
          {balance.asset}
        </span>
      }
      aside={
        <span className="sub">
          ≈ <Money value={balance.value} unit="USDT" place="list" size="sub" hidden={hidden} />
        </span>
      }
    >
      <dl className={styles.places}>
        {shown.map(place => (
          <div key={place}>
            <dt>{t(place)}</dt>
            <dd>
              <Money
                value={balance[place]}
                size={place === 'available' ? 'title' : 'body'}
                place="list"
                hidden={hidden}
              />
            </dd>
          </div>
        ))}
      </dl>
      {children && <div className={styles.acts}>{children}</div>}
    </Card>
  )
}
