import { cancelWithdrawal } from '@banyan/domain'
import { Button, Chip, Confirm, figureText, type Tone } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toast, useCommand, useTexts } from '../../shell/index.ts'
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
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const cancel = useCommand(cancelWithdrawal, { form: `withdraw.cancel:${order.id}` })
  const confirm = async () => {
    const answer = await cancel.run({ params: { id: order.id } })
    setAsking(false)
    await queries.invalidateQueries({ queryKey: ['withdrawals'] })
    if (answer) toast(t('cancelled'), 'ok')
  }
  if (!order.cancellable) return null
  return (
    <>
      <Button
        tone="secondary"
        {...(wide ? { wide } : { size: 'small' as const })}
        onClick={() => setAsking(true)}
      >
        {t('cancel')}
      </Button>
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
    </>
  )
}
