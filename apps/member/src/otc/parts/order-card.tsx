import { type AnswerOf, cancelOrder, type ownOrders } from '@banyan/domain'
import { Button, Card, Chip, Confirm, figureText, Moment, Money } from '@banyan/ui'
import { useState } from 'react'
import { queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { codes } from '../codes.ts'
import { orderLooks, orderShares } from '../orders.ts'
import { percentOfBps } from '../prices.ts'
import { texts } from '../texts.ts'
import styles from './order-card.module.css'

export type OwnOrder = AnswerOf<typeof ownOrders>['items'][number]

/** An own sell order: how far it is, and cancelling what is left. */
export function OrderCard({ order }: { order: OwnOrder }) {
  const t = useTexts(texts)
  const look = orderLooks[order.status]
  const { dealt, inTrade } = orderShares(order)
  return (
    <Card>
      <div className={styles.head}>
        <Chip tone={look.tone}>{t(look.label)}</Chip>
        <span className="cap num">{order.orderNumber}</span>
      </div>
      <p className={styles.price}>
        <Money value={order.price} unit="USDT" size="num" />
        {order.concessionBps > 0 && (
          <Chip tone="accent">
            {t('market.concession', { rate: percentOfBps(order.concessionBps) })}
          </Chip>
        )}
        {order.networks.map(network => (
          <Chip key={network}>{network}</Chip>
        ))}
      </p>
      <div className={styles.bar} aria-hidden>
        <i style={{ width: `${dealt}%` }} />
        <i style={{ width: `${inTrade}%` }} />
      </div>
      <dl className={styles.facts}>
        <Fact label={t('orders.total')} value={order.total} />
        <Fact label={t('orders.dealt')} value={order.dealt} />
        {/[1-9]/.test(order.inTrade) && <Fact label={t('orders.inTrade')} value={order.inTrade} />}
        {/[1-9]/.test(order.returned) ? (
          <Fact label={t('orders.returned')} value={order.returned} />
        ) : (
          <Fact label={t('orders.left')} value={order.available} />
        )}
      </dl>
      <div className={styles.foot}>
        <span className="cap">
          <Moment time={order.createdAt} />
        </span>
        {order.moves.includes('cancel') && <CancelOrder order={order} />}
      </div>
    </Card>
  )
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt className="cap">{label}</dt>
      <dd>
        <Money value={value} least={0} />
      </dd>
    </div>
  )
}

function CancelOrder({ order }: { order: OwnOrder }) {
  const t = useTexts(texts)
  const [asking, setAsking] = useState(false)
  const cancel = useCommand(cancelOrder, {
    form: `otc.cancel:${order.id}`,
    onRefused: refusal => {
      setAsking(false)
      if (refusal.code === codes.orderNotOpen || refusal.code === codes.stale) ask()
      return false
    },
  })
  const ask = () => void queryClient.invalidateQueries({ queryKey: ['otc'] })
  async function run() {
    if (!(await cancel.run({ params: { id: order.id } }))) return
    setAsking(false)
    toast(t('orders.cancelled'), 'ok')
    ask()
  }
  return (
    <>
      <Button tone="secondary" size="small" onClick={() => setAsking(true)}>
        {t('orders.cancel')}
      </Button>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('orders.cancelTitle')}
        confirmText={t('orders.cancelConfirm')}
        cancelText={t('orders.keep')}
        tone="danger"
        pending={cancel.pending}
        onConfirm={() => void run()}
      >
        {t('orders.cancelText', { n: figureText(order.available) })}
      </Confirm>
    </>
  )
}
