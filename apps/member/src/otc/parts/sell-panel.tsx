import { ActionBar, Button, Card, Empty, Moment, Money, Note } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  CardList,
  Link,
  nav,
  PagedList,
  pages,
  QueryView,
  useLive,
  useTexts,
} from '../../shell/index.ts'
import { percentOfBps } from '../prices.ts'
import type { PublishTerms } from '../publish-figures.ts'
import { ordersQuery, termsQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import { OrderCard } from './order-card.tsx'
import { PublishFlow } from './publish-flow.tsx'
import styles from './sell-panel.module.css'

/** What can be sold, and the own orders that are open. */
export function SellPanel() {
  const t = useTexts(texts)
  const terms = useQuery(termsQuery)
  const orders = useInfiniteQuery(ordersQuery(true))
  // Changes of passwords and addresses freeze new sell orders.
  useLive('session', { invalidate: termsQuery.queryKey })
  return (
    <QueryView query={terms}>
      {facts => (
        <>
          <SellFacts terms={facts} />
          <Obstacle terms={facts} />
          <div className={styles.heading}>
            <h2>{t('selling.mine')}</h2>
            <Link page={pages.otc.sell.orders}>{t('seeAll')}</Link>
          </div>
          <PagedList query={orders} empty={<Empty>{t('selling.empty')}</Empty>}>
            {own => <CardList items={own}>{order => <OrderCard order={order} />}</CardList>}
          </PagedList>
        </>
      )}
    </QueryView>
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
export function SellBar() {
  const t = useTexts(texts)
  const [open, setOpen] = useState(false)
  const { data: terms } = useQuery(termsQuery)
  if (!terms) return null
  if (terms.networks.length === 0) {
    return (
      <ActionBar>
        <Button onClick={() => nav.to(pages.mineArea.account)}>{t('selling.setAddress')}</Button>
      </ActionBar>
    )
  }
  return (
    <>
      <ActionBar>
        <Button
          icon="plus"
          disabled={isFull(terms) || terms.frozenUntil !== null}
          onClick={() => setOpen(true)}
        >
          {t('selling.publish')}
        </Button>
      </ActionBar>
      <PublishFlow terms={terms} open={open} onClose={() => setOpen(false)} />
    </>
  )
}

const isFull = (terms: PublishTerms): boolean =>
  terms.openOrders.sell.now >= terms.openOrders.sell.max

/** What keeps the member from publishing: told before a form is filled in for nothing. */
function Obstacle({ terms }: { terms: PublishTerms }) {
  const t = useTexts(texts)
  if (terms.frozenUntil) {
    return (
      <Note tone="warn">
        {t('selling.frozen')} <Moment time={terms.frozenUntil} />
      </Note>
    )
  }
  if (terms.networks.length === 0) return <Note tone="warn">{t('selling.noAddress')}</Note>
  if (isFull(terms))
    return <Note tone="warn">{t('selling.full', { max: terms.openOrders.sell.max })}</Note>
  return null
}
