import { type MarketOrderView, parseAmount } from '@banyan/domain'
import { Avatar, Button, Chip, Icon, Money } from '@banyan/ui'
import { memo } from 'react'
import { useTexts } from '../../shell/index.ts'
import { boughtFor, distanceFromGuide } from '../prices.ts'
import { texts } from '../texts.ts'
import styles from './offer-row.module.css'

export type Offer = MarketOrderView

interface OfferRowProps {
  offer: Offer
  guidePrice: string
  /** What the member wants to pay or receive, USDT. */
  payment: string | null
  /** Networks are named while none is chosen. */
  namesNetworks: boolean
  stopped: boolean
  onTake: (offer: Offer) => void
}

/** An order on the market: its owner, the price paid, and how much can be taken. */
export const OfferRow = memo(function OfferRow(props: OfferRowProps) {
  const { offer, guidePrice, payment, namesNetworks, stopped, onTake } = props
  const t = useTexts(texts)
  const { owner } = offer
  const selling = offer.side === 'sell'
  const price = parseAmount(offer.effectivePrice)
  const { where, percent } = distanceFromGuide(price, parseAmount(guidePrice))
  return (
    <article className={styles.offer}>
      <p className={styles.head}>
        <Avatar name={owner.nickname} size={28} />
        <span className={styles.name}>{owner.nickname}</span>
        <Known offer={offer} namesNetworks={namesNetworks} />
      </p>
      <div className={styles.facts}>
        <p className={styles.price}>
          <Money value={price} place="price" unit="USDT" size="num" />
          <span>{t(`market.${where}Guide`, { percent })}</span>
        </p>
        <p className={styles.terms}>
          {payment === null ? (
            <span>
              {t('market.left')} <Money value={offer.available} place="limit" />
            </span>
          ) : (
            <span>
              {t(selling ? 'market.buys' : 'market.sells')}{' '}
              <b>
                <Money
                  value={boughtFor(
                    parseAmount(payment),
                    parseAmount(offer.price),
                    offer.concessionBps,
                  )}
                  place="list"
                  unit="LEAF"
                />
              </b>
            </span>
          )}
          <span>
            {t(selling ? 'market.limits' : 'market.limitsBuy')} <Limits offer={offer} />
          </span>
        </p>
        {offer.barrier === 'conditions' && <Asked conditions={offer.conditions} />}
      </div>
      {offer.barrier ? (
        <Chip>{t(`market.barrier.${offer.barrier}`)}</Chip>
      ) : (
        <Button
          tone="tinted"
          size="small"
          className={styles.take ?? ''}
          data-key={offer.id}
          aria-label={t(selling ? 'market.takeFrom' : 'market.sellToWho', { name: owner.nickname })}
          disabled={stopped}
          onClick={() => onTake(offer)}
        >
          {t(selling ? 'market.take' : 'market.sellTo')}
        </Button>
      )}
    </article>
  )
})

function Limits({ offer: { takeMin, takeMax } }: { offer: Offer }) {
  return (
    <span className={styles.limits}>
      <Money value={takeMin} place="limit" />
      {takeMin !== takeMax && (
        <>
          –<Money value={takeMax} place="limit" />
        </>
      )}{' '}
      LEAF
    </span>
  )
}

/** What is known of the owner: finished trades, how many of them in 30 days, and how fast. */
function Known({ offer, namesNetworks }: { offer: Offer; namesNetworks: boolean }) {
  const t = useTexts(texts)
  const { owner, side } = offer
  const selling = side === 'sell'
  const seconds = selling ? owner.medianReleaseSeconds : owner.medianPaymentSeconds
  const facts = [
    owner.finishedTrades === 0
      ? t(selling ? 'market.newSeller' : 'market.newBuyer')
      : t('market.trades', { count: owner.finishedTrades }),
    ...(owner.completionRate === null ? [] : [`${owner.completionRate}%`]),
    ...(seconds === null
      ? []
      : [
          t(selling ? 'market.release' : 'market.payment', {
            minutes: Math.ceil(seconds / 60) || 1,
          }),
        ]),
    ...(offer.floats ? [t('market.floats')] : []),
    ...(namesNetworks ? [offer.networks.join(' / ')] : []),
  ]
  return (
    <span className={styles.known}>
      {offer.autoRelease && <Icon name="shield" size={16} label={t('market.autoRelease')} />}
      <span>{facts.join(' · ')}</span>
    </span>
  )
}

/** The owner's conditions for a taker; nothing where there are none. */
export function Asked({ conditions }: { conditions: Offer['conditions'] }) {
  const t = useTexts(texts)
  const { effectiveMember, minFinishedTrades, minCompletionRate } = conditions
  const list = [
    ...(effectiveMember ? [t('market.conditionEffective')] : []),
    ...(minFinishedTrades > 0 ? [t('market.conditionTrades', { n: minFinishedTrades })] : []),
    ...(minCompletionRate > 0 ? [t('market.conditionRate', { n: minCompletionRate })] : []),
  ]
  if (list.length === 0) return null
  return <p className="cap">{t('market.conditions', { list: list.join(' · ') })}</p>
}
