import { cancelWithdrawal } from '@banyan/domain'
import { Button, Chip, Confirm, figureText, type Tone } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { useCancel } from '../../shell/page/use-cancel.ts'
import type { Order } from '../stages.ts'
import { texts } from '../texts.ts'

const tones: Record<Order['status'], Tone> = {
  under_review: 'warn',
  adopted: 'ok',
  refused: 'danger',
}

/** The status of an order in the words of the list: the member's own acts and completed states come first. */
export function StatusChip({ order }: { order: Order }) {
  const t = useTexts(texts)
  if (order.stage === 'cancelled' && order.reason === 'cancelled')
    return <Chip tone="neutral">{t('byYou')}</Chip>
  if (order.stage === 'returned') return <Chip tone="neutral">{t('returned')}</Chip>
  if (order.stage === 'done') return <Chip tone="ok">{t('done')}</Chip>
  return <Chip tone={tones[order.status]}>{t(order.status)}</Chip>
}

/** Cancels an order after a question; nothing when it cannot be cancelled. */
export function CancelButton({ order, wide }: { order: Order; wide?: boolean }) {
  const t = useTexts(texts)
  const cancel = useCancel(cancelWithdrawal, {
    id: order.id,
    form: `withdraw.cancel:${order.id}`,
    stale: 'withdrawals',
    done: t('cancelled'),
  })
  if (!order.cancellable) return null
  return (
    <>
      <Button
        tone="secondary"
        {...(wide ? { wide } : { size: 'small' as const })}
        onClick={cancel.ask}
      >
        {t('cancel')}
      </Button>
      <Confirm
        {...cancel.question}
        title={t('cancelTitle')}
        confirmText={t('cancel')}
        cancelText={t('keep')}
      >
        {t('cancelText', { amount: figureText(order.amount, 2, 6) })}
      </Confirm>
    </>
  )
}
