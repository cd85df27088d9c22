import { releaseTrade, type TradeView } from '@banyan/domain'
import { Button, figureText } from '@banyan/ui'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { tradeTexts } from '../trade-texts.ts'
import { PasswordMove } from './password-move.tsx'

/** Lets the coin go, once the seller has found exactly this amount in their own wallet. */
export function Release({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('payed.release')}</Button>
      <PasswordMove
        trade={trade}
        call={releaseTrade}
        open={open}
        onClose={() => setOpen(false)}
        question={{
          title: t('payed.confirmTitle', { amount: figureText(trade.paymentAmount) }),
          text: t('payed.confirmText', {
            network: trade.network,
            quantity: figureText(trade.dealQuantity),
          }),
          yes: t('payed.confirmYes'),
          no: t('payed.confirmNo'),
        }}
        verb={t('payed.pinTitle')}
        done={t('payed.released')}
      />
    </>
  )
}
