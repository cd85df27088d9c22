import { type AnswerOf, cancelWithdrawal, type withdrawalList } from '@banyan/domain'
import {
  AddressText,
  Button,
  Card,
  Chip,
  Confirm,
  CopyText,
  Empty,
  figureText,
  Moment,
  Money,
  momentOf,
  momentText,
  type Tone,
  useKit,
} from '@banyan/ui'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  CardList,
  Link,
  PagedList,
  pages,
  toast,
  useCommand,
  useLive,
  useTexts,
} from '../../shell/index.ts'
import { listQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './order-list.module.css'

type Order = AnswerOf<typeof withdrawalList>['items'][number]

const tones: Record<Order['status'], Tone> = {
  under_review: 'warn',
  adopted: 'ok',
  refused: 'danger',
}

/** Own withdrawal orders; what is under review can be cancelled. */
export default function OrderListScreen() {
  const t = useTexts(texts)
  const query = useInfiniteQuery(listQuery)
  useLive('withdrawals', { invalidate: ['withdrawals'] })
  return (
    <div className="page-pad stack">
      <PagedList
        query={query}
        empty={
          <Empty action={<Link page={pages.mineArea.withdrawal}>{t('withdraw')}</Link>}>
            {t('empty')}
          </Empty>
        }
      >
        {orders => <CardList items={orders}>{order => <OrderCard order={order} />}</CardList>}
      </PagedList>
    </div>
  )
}

function OrderCard({ order }: { order: Order }) {
  const t = useTexts(texts)
  const { texts: words } = useKit()
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const cancel = useCommand(cancelWithdrawal, { form: `withdraw.cancel:${order.id}` })
  const byMember = order.status === 'refused' && order.reason === 'cancelled'
  const confirm = async () => {
    const answer = await cancel.run({ params: { id: order.id } })
    setAsking(false)
    await queries.invalidateQueries({ queryKey: ['withdrawals'] })
    if (answer) toast(t('cancelled'), 'ok')
  }
  return (
    <Card className={styles.card}>
      <div className={styles.line}>
        <Money value={order.amount} unit="USDT" size="num" />
        <Chip tone={byMember ? 'neutral' : tones[order.status]}>
          {byMember ? t('byYou') : t(order.status)}
        </Chip>
      </div>
      <AddressText address={order.address} />
      <dl className={styles.facts}>
        {order.asked !== null && (
          <>
            <dt>{t('asked')}</dt>
            <dd>
              <Money value={order.asked} unit="USDT" />
            </dd>
          </>
        )}
        <dt>{t('expected')}</dt>
        <dd>
          <Money value={order.expected} unit="USDT" />
        </dd>
        <dt>{t('fee')}</dt>
        <dd>
          <Money value={order.fee} unit="USDT" />
        </dd>
        <dt>{t('orderNumber')}</dt>
        <dd>
          <CopyText text={order.orderNumber} onCopied={() => toast(t('copied'), 'ok')} />
        </dd>
      </dl>
      {order.asked !== null && <p className="cap">{t('cut')}</p>}
      {order.reason === 'lossShared' && <p className="cap">{t('lossShared')}</p>}
      {order.remarks && <p className="sub">{order.remarks}</p>}
      <div className={styles.line}>
        <span className="cap">
          <Moment time={order.requestedAt} />
        </span>
        {order.cancellable && (
          <Button tone="secondary" size="small" onClick={() => setAsking(true)}>
            {t('cancel')}
          </Button>
        )}
      </div>
      {order.status === 'under_review' && order.approvableFrom > order.requestedAt && (
        <p className="cap">
          {t('approvable', { time: momentText(momentOf(order.approvableFrom), words) })}
        </p>
      )}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('cancelTitle')}
        confirmText={t('cancel')}
        cancelText={t('keep')}
        pending={cancel.pending}
        onConfirm={() => void confirm()}
      >
        {t('cancelText', { amount: figureText(order.amount, 2, 6) })}
      </Confirm>
    </Card>
  )
}
