import type { MarketOrderView } from '@banyan/domain'
import { Avatar, Button, Card, Chip, Money } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { percentOfBps } from '../prices.ts'
import { texts } from '../texts.ts'
import styles from './offer-card.module.css'

export type Offer = MarketOrderView

/** An order on the market: its price, what is left of it, and who stands behind it. */
export function OfferCard({
  offer,
  stopped,
  onTake,
}: {
  offer: Offer
  stopped: boolean
  onTake: () => void
}) {
  const t = useTexts(texts)
  const { owner, concessionBps } = offer
  const selling = offer.side === 'sell'
  return (
    <Card>
      <div className={styles.head}>
        <span className={styles.who}>
          <Avatar name={owner.nickname} size={28} />
          <span className={styles.name}>{owner.nickname}</span>
        </span>
        <span className={`cap num ${styles.known}`}>
          {owner.finishedTrades === 0
            ? t(selling ? 'market.newSeller' : 'market.newBuyer')
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
        <Money value={offer.effectivePrice} unit="USDT" size="num" />
        {concessionBps > 0 && (
          <>
            <del className={`cap num ${styles.before}`}>
              <Money value={offer.price} />
            </del>
            <Chip tone="accent">
              {t('market.concession', { rate: percentOfBps(concessionBps) })}
            </Chip>
          </>
        )}
      </p>
      <div className={styles.body}>
        <Terms offer={offer} />
        {offer.barrier ? (
          <Chip>{t(`market.barrier.${offer.barrier}`)}</Chip>
        ) : (
          <Button
            size="small"
            className={styles.take ?? ''}
            aria-label={t(selling ? 'market.takeFrom' : 'market.sellToWho', {
              name: owner.nickname,
            })}
            disabled={stopped}
            onClick={onTake}
          >
            {t(selling ? 'market.take' : 'market.sellTo')}
          </Button>
        )}
      </div>
      <p className={styles.chips}>
        {offer.networks.map(network => (
          <Chip key={network}>{network}</Chip>
        ))}
        {offer.floats && <Chip>{t('market.floats')}</Chip>}
        {offer.autoRelease && <Chip tone="ok">{t('market.autoRelease')}</Chip>}
        <Pace offer={offer} />
      </p>
      <Asked conditions={offer.conditions} />
    </Card>
  )
}

function Terms({ offer }: { offer: Offer }) {
  const t = useTexts(texts)
  return (
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
          <Money value={offer.takeMin} least={0} />
          {offer.takeMin !== offer.takeMax && (
            <>
              {' – '}
              <Money value={offer.takeMax} least={0} />
            </>
          )}
        </dd>
      </div>
    </dl>
  )
}

/** How fast the owner has been: a seller at releasing, a buyer at paying. */
function Pace({ offer: { side, owner } }: { offer: Offer }) {
  const t = useTexts(texts)
  const seconds = side === 'sell' ? owner.medianReleaseSeconds : owner.medianPaymentSeconds
  if (seconds === null) return null
  const minutes = Math.ceil(seconds / 60) || 1
  return (
    <span className="cap">
      {t(side === 'sell' ? 'market.release' : 'market.payment', { minutes })}
    </span>
  )
}

/** What the owner asks of whoever takes the order; nothing where nothing is asked. */
export function Asked({ conditions }: { conditions: Offer['conditions'] }) {
  const t = useTexts(texts)
  const { effectiveMember, minFinishedTrades, minCompletionRate } = conditions
  const list = [
    ...(effectiveMember ? [t('market.conditionEffective')] : []),
    ...(minFinishedTrades > 0 ? [t('market.conditionTrades', { n: minFinishedTrades })] : []),
    ...(minCompletionRate > 0 ? [t('market.conditionRate', { n: minCompletionRate })] : []),
  ]
  if (list.length === 0) return null
  return (
    <p className={`cap ${styles.asked}`}>{t('market.conditions', { list: list.join(' · ') })}</p>
  )
}
