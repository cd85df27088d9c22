import { type AnswerOf, type market, parseAmount } from '@banyan/domain'
import { Card, Money, Trend } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { percentAgainst, placeInBand } from '../prices.ts'
import { texts } from '../texts.ts'
import styles from './price-card.module.css'

type Prices = Pick<AnswerOf<typeof market>, 'guidePrice' | 'bandLow' | 'bandHigh' | 'lastDealPrice'>

/** The last deal against the guide price, and where both stand in the band. */
export function PriceCard({ prices }: { prices: Prices }) {
  const t = useTexts(texts)
  const { guidePrice, bandLow, bandHigh, lastDealPrice } = prices
  const guide = parseAmount(guidePrice)
  const last = lastDealPrice === null ? null : parseAmount(lastDealPrice)
  const place = (price: bigint) => ({
    insetInlineStart: `${placeInBand(price, parseAmount(bandLow), parseAmount(bandHigh))}%`,
  })
  return (
    <Card>
      <div className={styles.figures}>
        <div>
          <p className="sub">{t('market.lastDeal')}</p>
          {last === null ? (
            <p className="sub">{t('market.noDeal')}</p>
          ) : (
            <p className={styles.last}>
              <Money value={last} unit="USDT" size="title" />
              <span title={t('market.againstGuide')}>
                <Trend value={percentAgainst(last, guide)} percent size="sub" />
              </span>
            </p>
          )}
        </div>
        <div>
          <p className="sub">{t('market.guide')}</p>
          <p>
            <Money value={guide} size="title" />
          </p>
        </div>
      </div>
      <div className={styles.band} aria-hidden>
        <i className={styles.guide} style={place(guide)} />
        {last !== null && <i className={styles.deal} style={place(last)} />}
      </div>
      <p className={styles.ends}>
        <span className="visually-hidden">{t('market.band')}</span>
        <span className="cap">
          {t('market.low')} <Money value={bandLow} />
        </span>
        <span className="cap">
          {t('market.high')} <Money value={bandHigh} />
        </span>
      </p>
    </Card>
  )
}
