import { requestUndo } from '@banyan/domain'
import { Button, List, MomentRow, Money, MoneyRow } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { queryClient, toast, useLive, useTexts } from '../../shell/index.ts'
import { PaymentSheet, usePaymentPad } from '../../shell/payment-pad.tsx'
import { type Terms, termsQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './card.module.css'
import { RedemptionBody } from './redemption-card.tsx'

/** The undo of the first subscription: offered for a while, then what it waits for or what it gave. */
export default function UndoBox({ subscriptionId }: { subscriptionId: string }) {
  const { data } = useQuery(termsQuery)
  useLive('redemptions', { invalidate: ['redemptions'] })
  useLive('subscriptions', { invalidate: ['redemptions'] })
  const undo = data?.undo
  if (undo?.subscriptionId !== subscriptionId) return null
  return (
    <div className={styles.box}>
      {undo.redemption ? <RedemptionBody redemption={undo.redemption} /> : <Offer undo={undo} />}
    </div>
  )
}

function Offer({ undo }: { undo: NonNullable<Terms['undo']> }) {
  const t = useTexts(texts)
  const { ask, pad } = usePaymentPad(requestUndo, {
    form: 'redemptions.undo',
    input: (_: string, paymentPassword) => ({ body: { paymentPassword } }),
    onAnswered: async () => {
      await queryClient.invalidateQueries({ queryKey: ['redemptions'] })
      toast(t('undoAsked'), 'ok')
    },
  })
  return (
    <>
      <p className="sub">{t('undoOffer')}</p>
      <List>
        <MoneyRow label={t('undoQuantity')} value={undo.quantity} unit="LEAF" place="list" />
        <MoneyRow label={t('estimate')} value={undo.estimate} unit="USDT" place="list" />
        <MomentRow label={t('undoUntil')} time={undo.until} />
      </List>
      <Button tone="secondary" wide onClick={() => ask(undo.subscriptionId)}>
        {t('undo')}
      </Button>
      <PaymentSheet
        {...pad}
        title={t('undo')}
        confirmText={t('undo')}
        summary={<Money value={undo.quantity} unit="LEAF" size="hero" />}
      />
    </>
  )
}
