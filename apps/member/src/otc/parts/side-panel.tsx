import { presentDays } from '@banyan/domain'
import { ActionBar, Button, Card, List, Moment, Money, Note, Row } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CardList, href, Link, nav, pages, useLive, useTexts } from '../../shell/index.ts'
import { percentOfBps } from '../prices.ts'
import type { PublishTerms } from '../publish-figures.ts'
import { ordersQuery, redQuery, termsQuery } from '../queries.ts'
import type { Side } from '../stages.ts'
import { texts } from '../texts.ts'
import { PublishFlow } from './later.tsx'
import { Offers } from './offers.tsx'
import { OrderCard } from './order-card.tsx'
import { SellingFrozen } from './selling-frozen.tsx'
import styles from './side-panel.module.css'

/** One side of the market: how the member stands, their own open orders, and what others offer. */
export function SidePanel({ side }: { side: Side }) {
  const { data: terms } = useQuery(termsQuery)
  // Changes of passwords and addresses freeze new sell orders.
  useLive('session', { invalidate: termsQuery.queryKey })
  // A pause from investing stops buying.
  useLive('subscriptions', { invalidate: termsQuery.queryKey })
  return (
    <>
      {side === 'sell' && terms && <SellFacts terms={terms} />}
      {terms && isClosed(terms) && <MarketClosed terms={terms} />}
      {terms && !isClosed(terms) && <Obstacle side={side} terms={terms} />}
      {side === 'sell' ? <OwnOrders /> : <OwnBuyOrders terms={terms} />}
      <Offers
        of={side === 'buy' ? 'sell' : 'buy'}
        stopped={
          (terms !== undefined && isClosed(terms)) ||
          (side === 'buy' ? terms?.buyingStopped : terms?.frozenUntil) != null
        }
      />
    </>
  )
}

/** Own open sell orders; the whole list is a page of its own. */
function OwnOrders() {
  const t = useTexts(texts)
  const { data } = useInfiniteQuery(ordersQuery('sell', true))
  if (!data) return null
  const own = data.pages.flatMap(page => page.items)
  return (
    <>
      <div className={styles.heading}>
        <h2>{t('selling.mine')}</h2>
        <Link page={pages.otc.sell.orders}>{t('seeAll')}</Link>
      </div>
      {own.length === 0 ? (
        <p className="sub">{t('selling.empty')}</p>
      ) : (
        <CardList items={own}>{order => <OrderCard order={order} />}</CardList>
      )}
    </>
  )
}

/** The way to own buy orders, in one line: who comes to buy looks at what others sell. */
function OwnBuyOrders({ terms }: { terms: PublishTerms | undefined }) {
  const t = useTexts(texts)
  return (
    <Card>
      <List>
        <Row
          icon="list"
          label={t('selling.mineBuy')}
          value={terms?.openOrders.buy.now}
          href={href(pages.otc.buy.orders)}
        />
      </List>
    </Card>
  )
}

function SellFacts({ terms }: { terms: PublishTerms }) {
  const t = useTexts(texts)
  return (
    <Card>
      <div className={styles.facts}>
        <div>
          <p className="sub">{t('selling.available')}</p>
          <Money value={terms.available} unit="LEAF" size="num" />
        </div>
        <div>
          <p className="sub">{t('selling.limit')}</p>
          <Money value={terms.tradingLimit} unit="USDT" size="num" />
        </div>
      </div>
      <p className={`cap ${styles.fee}`}>
        {t('selling.fee')} {percentOfBps(terms.feeBps)}% · {t('selling.feeNote')}
      </p>
    </Card>
  )
}

/** At the thumb: the way to publish, or what must be done before. */
export function PublishBar({ side }: { side: Side }) {
  const t = useTexts(texts)
  const [flow, setFlow] = useState<'never' | 'open' | 'closed'>('never')
  const { data: terms } = useQuery(termsQuery)
  const { data: red } = useQuery(redQuery)
  if (!terms) return null
  if (side === 'sell' && terms.networks.length === 0) {
    return (
      <ActionBar>
        <Button onClick={() => nav.to(pages.mineArea.account)}>{t('selling.setAddress')}</Button>
      </ActionBar>
    )
  }
  const stopped = side === 'sell' ? terms.frozenUntil : (terms.buyingStopped ?? terms.pausedUntil)
  return (
    <>
      <ActionBar>
        <Button
          icon="plus"
          disabled={isFull(side, terms) || isClosed(terms) || stopped !== null || !!red?.redSince}
          onClick={() => setFlow('open')}
        >
          {t(side === 'sell' ? 'selling.publish' : 'selling.publishBuy')}
        </Button>
      </ActionBar>
      {flow !== 'never' && (
        <PublishFlow
          side={side}
          terms={terms}
          open={flow === 'open'}
          onClose={() => setFlow('closed')}
        />
      )}
    </>
  )
}

const isFull = (side: Side, { openOrders }: PublishTerms): boolean =>
  openOrders[side].now >= openOrders[side].max

/** Too few arbitrators have signed in lately: nobody makes a trade that nobody could judge. */
const isClosed = ({ arbitrators }: PublishTerms): boolean =>
  arbitrators.present < arbitrators.needed

function MarketClosed({ terms: { arbitrators } }: { terms: PublishTerms }) {
  const t = useTexts(texts)
  return (
    <Note tone="warn">
      {t('selling.marketClosed', {
        present: arbitrators.present,
        needed: arbitrators.needed,
        days: presentDays,
      })}
    </Note>
  )
}

/** What keeps the member from publishing: told before a form is filled in for nothing. */
function Obstacle({ side, terms }: { side: Side; terms: PublishTerms }) {
  const t = useTexts(texts)
  const { frozenUntil, pausedUntil, buyingStopped, faults } = terms
  if (side === 'sell' && frozenUntil) return <SellingFrozen terms={terms} />
  if (side === 'buy' && buyingStopped) {
    return (
      <Note tone="warn">
        {t(`selling.${buyingStopped.why}`)}
        {buyingStopped.until && <Moment time={buyingStopped.until} />}
      </Note>
    )
  }
  if (pausedUntil) {
    return (
      <Note tone="warn">
        {t('selling.paused')} <Moment time={pausedUntil} />
      </Note>
    )
  }
  if (side === 'sell' && terms.networks.length === 0)
    return <Note tone="warn">{t('selling.noAddress')}</Note>
  if (isFull(side, terms)) {
    const max = terms.openOrders[side].max
    return (
      <Note tone="warn">{t(side === 'sell' ? 'selling.full' : 'selling.fullBuy', { max })}</Note>
    )
  }
  if (side === 'buy' && faults.now > 0)
    return <Note>{t('selling.faults', { now: faults.now, max: faults.pausesAt })}</Note>
  return null
}
