import { releaseTrade, type TradeView } from '@banyan/domain'
import { Button, figureText } from '@banyan/ui'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { payedTexts } from '../payed-texts.ts'
import { paymentText } from '../payment-text.ts'
import { PasswordMove } from './later.tsx'

/** Lets the coin go, once the seller has found exactly this amount in their own wallet. */
export function Release({ trade }: { trade: TradeView }) {
  const t = useTexts(payedTexts)
  const [asking, setAsking] = useState<'never' | 'open' | 'closed'>('never')
  return (
    <>
      <Button onClick={() => setAsking('open')}>{t('payed.release')}</Button>
      {asking !== 'never' && (
        <PasswordMove
          trade={trade}
          call={releaseTrade}
          open={asking === 'open'}
          onClose={() => setAsking('closed')}
          question={{
            title: t('payed.confirmTitle', { amount: paymentText(trade.paymentAmount) }),
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
      )}
    </>
  )
}
