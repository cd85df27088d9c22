import { type AnswerOf, type market, parseAmount } from '@banyan/domain'
import { Icon, Money, Trend } from '@banyan/ui'
import { memo, useDeferredValue, useId, useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { percentAgainst, placeInBand } from '../prices.ts'
import { texts } from '../texts.ts'
import { Depth } from './later.tsx'
import styles from './price-card.module.css'

type Prices = Pick<AnswerOf<typeof market>, 'guidePrice' | 'bandLow' | 'bandHigh' | 'lastDealPrice'>

/** The last deal against the guide price in one line, and where both are in the band; a tap opens the band and the depth. */
export const PriceCard = memo(function PriceCard({ prices }: { prices: Prices }) {
  const t = useTexts(texts)
  const id = useId()
  const [open, setOpen] = useState(false)
  // The arrow turns at once; the band and the depth are drawn after that.
  const isDrawn = useDeferredValue(open)
  const { guidePrice, bandLow, bandHigh, lastDealPrice } = prices
  const guide = parseAmount(guidePrice)
  const last = lastDealPrice === null ? null : parseAmount(lastDealPrice)
  const place = (price: bigint) => ({
    insetInlineStart: `${placeInBand(price, parseAmount(bandLow), parseAmount(bandHigh))}%`,
  })
  return (
    <section className={styles.card}>
      <button
        type="button"
        className={styles.face}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <span className={styles.figures}>
          {last === null ? (
            <span>{t('market.noDeal')}</span>
          ) : (
            <span className={styles.pair}>
              {t('market.lastDeal')} <Price value={last} />
              <Trend value={percentAgainst(last, guide)} percent size="sub" />
            </span>
          )}
          <span className={styles.pair}>
            {t('market.guide')} <Price value={guide} />
          </span>
        </span>
        <span className={styles.more}>
          {t('market.depth')}
          <Icon name="down" size={16} />
        </span>
        <span className={styles.band} aria-hidden>
          <i className={styles.guide} style={place(guide)} />
          {last !== null && <i className={styles.deal} style={place(last)} />}
        </span>
      </button>
      {isDrawn && (
        <div id={id} className={styles.opened}>
          <p className={styles.ends}>
            <span className="visually-hidden">{t('market.band')}</span>
            <span>
              {t('market.low')} <Price value={parseAmount(bandLow)} />
            </span>
            <span>
              {t('market.high')} <Price value={parseAmount(bandHigh)} />
            </span>
          </p>
          <Depth />
        </div>
      )}
    </section>
  )
})

/** Its line while the prices are on their way: what stands below it does not move when they come. */
export const PriceSpace = () => <div className={styles.space} aria-hidden />

const Price = ({ value }: { value: bigint }) => (
  <b>
    <Money value={value} place="price" />
  </b>
)
