import { Card, figureText, Icon } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, pages, useTexts } from '../../shell/index.ts'
import { listQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './on-the-way.module.css'
import { OrderFlow } from './order-flow.tsx'

/** The newest open order, above the form. */
export function OnTheWay() {
  const t = useTexts(texts)
  const { data } = useInfiniteQuery(listQuery)
  const order = data?.pages[0]?.items.find(one => one.waits !== null)
  if (!order) return null
  return (
    <Card className={styles.card}>
      <Link page={pages.mineArea.orderList} query={{ id: order.id }} className={styles.head ?? ''}>
        <strong>{t('onTheWay', { amount: figureText(order.amount, 2, 6) })}</strong>
        <span>{t('arrives', { amount: figureText(order.expected, 2, 6) })}</span>
        <Icon name="forward" size={16} />
      </Link>
      <OrderFlow order={order} />
    </Card>
  )
}
