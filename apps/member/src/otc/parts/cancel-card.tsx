import { acceptCancel, confirmCancel, dropCancel, type TradeView } from '@banyan/domain'
import { Button, Card, Chip, Confirm, figureText, Note, Segmented, Sheet } from '@banyan/ui'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { cancelTexts } from '../cancel-texts.ts'
import { paymentText } from '../payment-text.ts'
import { viewerOf } from '../stages.ts'
import { useTradeMove } from '../use-trade-move.ts'
import styles from './trade-parts.module.css'

/** A proposal to cancel a paid trade: its author, and the remaining steps until the coin goes back. */
export default function CancelCard({ trade }: { trade: TradeView }) {
  const t = useTexts(cancelTexts)
  const { cancel, moves } = trade
  if (!cancel) return null
  const me = viewerOf(trade)
  const own = cancel.proposedBy === me
  const status = cancel.agreed
    ? me === 'buyer'
      ? 'cancel.agreedBuyer'
      : 'cancel.agreedSeller'
    : own
      ? 'cancel.waiting'
      : 'cancel.asked'
  return (
    <Card title={t('cancel.title')} aside={<Chip tone="warn">{t('cancel.open')}</Chip>}>
      <p className="sub">{t(status, { amount: paymentText(trade.paymentAmount) })}</p>
      <div className={styles.pair}>
        {moves.includes('dropCancel') && <Drop trade={trade} refusing={!own && !cancel.agreed} />}
        {moves.includes('acceptCancel') && <Accept trade={trade} />}
        {moves.includes('confirmCancel') && <ConfirmRefund trade={trade} />}
      </div>
    </Card>
  )
}

/** Withdraws the proposal, or refuses it: one tap, because nothing has moved. */
function Drop({ trade, refusing }: { trade: TradeView; refusing: boolean }) {
  const t = useTexts(cancelTexts)
  const drop = useTradeMove(dropCancel, trade.id, { done: t('cancel.dropped') })
  return (
    <Button
      tone="secondary"
      size="small"
      pending={drop.pending}
      onClick={() => void drop.run({ params: { id: trade.id } })}
    >
      {t(refusing ? 'cancel.refuse' : 'cancel.takeBack')}
    </Button>
  )
}

function Accept({ trade }: { trade: TradeView }) {
  const t = useTexts(cancelTexts)
  const [open, setOpen] = useState(false)
  const accept = useTradeMove(acceptCancel, trade.id, {
    done: t('cancel.accepted'),
    onRefused: () => {
      setOpen(false)
      return false
    },
  })
  const me = viewerOf(trade)
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('cancel.accept')}
      </Button>
      <Confirm
        open={open}
        onOpenChange={setOpen}
        title={t('cancel.acceptTitle')}
        confirmText={t('cancel.accept')}
        cancelText={t('cancel.notNow')}
        pending={accept.pending}
        onConfirm={() => void accept.run({ params: { id: trade.id } }, () => setOpen(false))}
      >
        {t(me === 'buyer' ? 'cancel.acceptBuyer' : 'cancel.acceptSeller', {
          amount: paymentText(trade.paymentAmount),
        })}
      </Confirm>
    </>
  )
}

type Because = 'refund_received' | 'nothing_sent'

/** The buyer's confirmation that the money is back, or that none was sent. Only this gives the coin back. */
function ConfirmRefund({ trade }: { trade: TradeView }) {
  const t = useTexts(cancelTexts)
  const [open, setOpen] = useState(false)
  const [because, setBecause] = useState<Because>('refund_received')
  const confirm = useTradeMove(confirmCancel, trade.id, { done: t('cancel.confirmed') })
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        {t('cancel.confirm')}
      </Button>
      <Sheet
        open={open}
        onOpenChange={setOpen}
        title={t('cancel.confirmTitle')}
        locked={confirm.pending}
        footer={
          <Button
            tone="danger"
            wide
            pending={confirm.pending}
            onClick={() =>
              void confirm.run({ params: { id: trade.id }, body: { because } }, () =>
                setOpen(false),
              )
            }
          >
            {t('cancel.confirmYes')}
          </Button>
        }
      >
        <div className="stack">
          <Segmented
            label={t('cancel.because')}
            value={because}
            onValueChange={setBecause}
            choices={[
              { value: 'refund_received', label: t('cancel.refund_received') },
              { value: 'nothing_sent', label: t('cancel.nothing_sent') },
            ]}
          />
          <Note tone="warn">
            {t(because === 'refund_received' ? 'cancel.refundNote' : 'cancel.nothingNote', {
              amount: paymentText(trade.paymentAmount),
              quantity: figureText(trade.dealQuantity),
            })}
          </Note>
        </div>
      </Sheet>
    </>
  )
}
