import { type AnswerOf, cancelSubscription, type subscriptionList } from '@banyan/domain'
import {
  Button,
  Card,
  Chip,
  Confirm,
  CopyText,
  Empty,
  figureText,
  List,
  Moment,
  Money,
  Row,
  type Tone,
} from '@banyan/ui'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, PagedList, pages, toast, useCommand, useLive, useTexts } from '../../shell/index.ts'
import { listQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './subscribe-list.module.css'

type Subscription = AnswerOf<typeof subscriptionList>['items'][number]

const tones: Record<Subscription['status'], Tone> = {
  pending: 'warn',
  issued: 'ok',
  part_issued: 'ok',
  cancelled: 'neutral',
  refunded: 'neutral',
}

/** Own subscriptions with their allotment; a pending one can be cancelled. */
export default function SubscribeListScreen() {
  const t = useTexts(texts)
  const query = useInfiniteQuery(listQuery)
  useLive('subscriptions', { invalidate: ['subscriptions'] })
  return (
    <div className="page-pad stack">
      <PagedList
        query={query}
        empty={<Empty action={<Link page={pages.home}>{t('toHome')}</Link>}>{t('empty')}</Empty>}
      >
        {items => items.map(one => <SubscriptionCard key={one.id} one={one} />)}
      </PagedList>
    </div>
  )
}

function SubscriptionCard({ one }: { one: Subscription }) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const cancel = useCommand(cancelSubscription, { form: `subscriptions.cancel:${one.id}` })
  const confirm = async () => {
    const answer = await cancel.run({ params: { id: one.id } })
    setAsking(false)
    await queries.invalidateQueries({ queryKey: ['subscriptions'] })
    if (answer) toast(t('done'), 'ok')
  }
  return (
    <Card className={styles.card}>
      <div className={styles.line}>
        <Money value={one.amount} unit="USDT" size="num" />
        <Chip tone={tones[one.status]}>{t(one.status)}</Chip>
      </div>
      <List>
        <Row
          label={t('orderNumber')}
          value={<CopyText text={one.orderNumber} onCopied={() => toast(t('copied'), 'ok')} />}
        />
        {one.quantity !== null && (
          <Row label={t('quantity')} value={<Money value={one.quantity} unit="LEAF" />} />
        )}
        {one.filled !== null && (
          <Row label={t('filled')} value={<Money value={one.filled} unit="USDT" />} />
        )}
        {one.guidePrice !== null && (
          <Row label={t('price')} value={<Money value={one.guidePrice} unit="USDT" least={6} />} />
        )}
        {one.status === 'pending' && (
          <Row label={t('deals')} value={<Moment time={one.dealsAt} />} />
        )}
      </List>
      <div className={styles.line}>
        <span className="cap">
          <Moment time={one.placedAt} />
        </span>
        {one.cancellable && (
          <Button tone="secondary" size="small" onClick={() => setAsking(true)}>
            {t('cancel')}
          </Button>
        )}
      </div>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('cancelTitle')}
        confirmText={t('cancel')}
        cancelText={t('keep')}
        pending={cancel.pending}
        onConfirm={() => void confirm()}
      >
        {t('cancelText', { amount: figureText(one.amount, 2, 6) })}
      </Confirm>
    </Card>
  )
}
