import { cancelUndo, requestUndo } from '@banyan/domain'
import { Button, List, Moment, Money, PinSheet, Row } from '@banyan/ui'
import { queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { usePaymentPad } from '../../shell/payment-pad.ts'
import { RuleVersionRow } from '../../shell/rule-version.tsx'
import type { Subscription } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './subscription-card.module.css'

/** The undo of the first subscription: offered for a day, then what it waits for or what it gave. */
export function UndoBox({ id, undo }: { id: string; undo: NonNullable<Subscription['undo']> }) {
  const t = useTexts(texts)
  const keep = useCommand(cancelUndo, { form: `subscriptions.cancelUndo:${id}` })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['subscriptions'] })
  const ask = usePaymentPad(requestUndo, {
    form: `subscriptions.undo:${id}`,
    input: (asked: string, paymentPassword) => ({
      params: { id: asked },
      body: { paymentPassword },
    }),
    onAnswered: async () => {
      await refresh()
      toast(t('undoAsked'), 'ok')
    },
  })
  const takeBack = async () => {
    const answer = await keep.run({ params: { id } })
    await refresh()
    if (answer) toast(t('undoKept'), 'ok')
  }
  return (
    <div className={styles.box}>
      <p className="sub">{t(`undo_${undo.status}`)}</p>
      <List>
        <Row label={t('undoQuantity')} value={<Money value={undo.quantity} unit="LEAF" />} />
        {undo.estimate !== null && (
          <Row label={t('undoEstimate')} value={<Money value={undo.estimate} unit="USDT" />} />
        )}
        {undo.paid !== null && (
          <Row label={t('undoPaid')} value={<Money value={undo.paid} unit="USDT" />} strong />
        )}
        {undo.status === 'offered' && (
          <Row label={t('undoUntil')} value={<Moment time={undo.until} />} />
        )}
        {undo.status === 'queued' && undo.dealsAt !== null && (
          <Row label={t('undoDeals')} value={<Moment time={undo.dealsAt} />} />
        )}
        {undo.ruleVersion !== null && <RuleVersionRow ruleVersion={undo.ruleVersion} />}
      </List>
      {undo.status === 'offered' && (
        <Button tone="secondary" wide onClick={() => ask.ask(id)}>
          {t('undo')}
        </Button>
      )}
      {undo.cancellable && (
        <Button tone="secondary" wide pending={keep.pending} onClick={() => void takeBack()}>
          {t('undoKeep')}
        </Button>
      )}
      <PinSheet
        {...ask.pad}
        title={t('undo')}
        label={t('password')}
        confirmText={t('undo')}
        summary={<Money value={undo.quantity} unit="LEAF" size="hero" />}
      />
    </div>
  )
}
