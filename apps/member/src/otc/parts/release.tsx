import { releaseTrade, type TradeView } from '@banyan/domain'
import { Button, Confirm, figureText, Money, PinSheet } from '@banyan/ui'
import { useState } from 'react'
import { queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { isAboutPassword } from '../codes.ts'
import { tradeChanged, tradeQuery } from '../queries.ts'
import { tradeTexts } from '../trade-texts.ts'

/**
 * Lets the coin go: first the question whether the money is there, in exactly this amount, then
 * the payment password. There is no way back from it.
 */
export function Release({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const [step, setStep] = useState<'closed' | 'question' | 'password'>('closed')
  const [wrong, setWrong] = useState<string>()
  const release = useCommand(releaseTrade, {
    form: `otc.release:${trade.id}`,
    onRefused: refusal => {
      if (isAboutPassword(refusal.code)) {
        setWrong(refusal.message)
        return true
      }
      setStep('closed')
      void queryClient.invalidateQueries({ queryKey: tradeQuery(trade.id).queryKey })
      return false
    },
  })
  const amount = figureText(trade.paymentAmount)
  const quantity = figureText(trade.dealQuantity)
  async function run(paymentPassword: string) {
    setWrong(undefined)
    const done = await release.run({ params: { id: trade.id }, body: { paymentPassword } })
    if (!done) return
    setStep('closed')
    toast(t('payed.released'), 'ok')
    tradeChanged(done)
  }
  return (
    <>
      <Button onClick={() => setStep('question')}>{t('payed.release')}</Button>
      <Confirm
        open={step === 'question'}
        onOpenChange={next => !next && setStep('closed')}
        title={t('payed.confirmTitle', { amount })}
        confirmText={t('payed.confirmYes')}
        cancelText={t('payed.confirmNo')}
        onConfirm={() => {
          setWrong(undefined)
          setStep('password')
        }}
      >
        {t('payed.confirmText', { network: trade.network, quantity })}
      </Confirm>
      <PinSheet
        open={step === 'password'}
        onOpenChange={next => !next && setStep('closed')}
        title={t('payed.pinTitle')}
        summary={<Money value={trade.dealQuantity} unit="LEAF" size="num" />}
        label={t('payed.pin')}
        confirmText={t('payed.pinConfirm')}
        error={wrong}
        pending={release.pending}
        onSubmit={digits => void run(digits)}
      />
    </>
  )
}
