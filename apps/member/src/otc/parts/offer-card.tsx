import { type AnswerOf, formatAmount, type market, parseAmount } from '@banyan/domain'
import { Avatar, Button, Card, Chip, Money } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { percentOfBps, priceAfterConcession } from '../prices.ts'
import { takeRange } from '../take-figures.ts'
import { texts } from '../texts.ts'
import styles from './offer-card.module.css'

export type Offer = AnswerOf<typeof market>['items'][number]

/** A sell order on the market: its price, what is left of it, and who stands behind it. */
export function OfferCard({ offer, onTake }: { offer: Offer; onTake: () => void }) {
  const t = useTexts(texts)
  const { owner, concessionBps } = offer
  const price = parseAmount(offer.price)
  const { min, max } = takeRange(offer)
  return (
    <Card>
      <div className={styles.head}>
        <span className={styles.who}>
          <Avatar name={owner.nickname} size={28} />
          <span className={styles.name}>{owner.nickname}</span>
        </span>
        <span className={`cap num ${styles.known}`}>
          {owner.finishedTrades === 0
            ? t('market.newSeller')
            : t('market.trades', { count: owner.finishedTrades })}
          {owner.completionRate !== null && (
            <>
              {' · '}
              <span className="visually-hidden">{t('market.completion')}</span>
              {owner.completionRate}%
            </>
          )}
        </span>
      </div>
      <p className={styles.price}>
        <Money value={priceAfterConcession(price, concessionBps)} unit="USDT" size="num" />
        {concessionBps > 0 && (
          <>
            <del className={`cap num ${styles.before}`}>
              <Money value={price} />
            </del>
            <Chip tone="accent">
              {t('market.concession', { rate: percentOfBps(concessionBps) })}
            </Chip>
          </>
        )}
      </p>
      <div className={styles.body}>
        <dl className={`sub ${styles.terms}`}>
          <div>
            <dt>{t('market.available')}</dt>
            <dd>
              <Money value={offer.available} unit="LEAF" />
            </dd>
          </div>
          <div>
            <dt>{t('market.limits')}</dt>
            <dd className="num">
              <Money value={formatAmount(min)} least={0} />
              {min < max && (
                <>
                  {' – '}
                  <Money value={formatAmount(max)} least={0} />
                </>
              )}
            </dd>
          </div>
        </dl>
        {offer.barrier ? (
          <Chip>{t(`market.barrier.${offer.barrier}`)}</Chip>
        ) : (
          <Button
            size="small"
            className={styles.take ?? ''}
            aria-label={t('market.takeFrom', { name: owner.nickname })}
            onClick={onTake}
          >
            {t('market.take')}
          </Button>
        )}
      </div>
      <p className={styles.chips}>
        {offer.networks.map(network => (
          <Chip key={network}>{network}</Chip>
        ))}
        {owner.medianReleaseSeconds !== null && (
          <span className="cap">
            {t('market.release', { minutes: Math.ceil(owner.medianReleaseSeconds / 60) || 1 })}
          </span>
        )}
      </p>
    </Card>
  )
}
