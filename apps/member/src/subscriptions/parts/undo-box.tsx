import { cancelUndo, requestUndo } from '@banyan/domain'
import { Button, List, Moment, Money, PinSheet, Row } from '@banyan/ui'
import { useState } from 'react'
import { queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { RuleVersionRow } from '../../shell/rule-version.tsx'
import type { Subscription } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './subscription-card.module.css'

const passwordCodes = [41205, 41206, 41207]

/** The undo of the first subscription: offered for a day, then what it waits for or what it gave. */
export function UndoBox({ id, undo }: { id: string; undo: NonNullable<Subscription['undo']> }) {
  const t = useTexts(texts)
  const [asking, setAsking] = useState(false)
  const [pinError, setPinError] = useState<string>()
  const ask = useCommand(requestUndo, {
    form: `subscriptions.undo:${id}`,
    onRefused: refusal => {
      if (!passwordCodes.includes(refusal.code)) {
        setAsking(false)
        return false
      }
      setPinError(refusal.message)
      return true
    },
  })
  const keep = useCommand(cancelUndo, { form: `subscriptions.cancelUndo:${id}` })
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['subscriptions'] })
  const submit = async (paymentPassword: string) => {
    setPinError(undefined)
    const answer = await ask.run({ params: { id }, body: { paymentPassword } })
    if (!answer) return
    setAsking(false)
    await refresh()
    toast(t('undoAsked'), 'ok')
  }
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
        <Button tone="secondary" wide onClick={() => setAsking(true)}>
          {t('undo')}
        </Button>
      )}
      {undo.cancellable && (
        <Button tone="secondary" wide pending={keep.pending} onClick={() => void takeBack()}>
          {t('undoKeep')}
        </Button>
      )}
      <PinSheet
        open={asking}
        onOpenChange={open => {
          setAsking(open)
          setPinError(undefined)
        }}
        title={t('undo')}
        label={t('password')}
        confirmText={t('undo')}
        error={pinError}
        pending={ask.pending}
        onSubmit={digits => void submit(digits)}
        summary={<Money value={undo.quantity} unit="LEAF" size="hero" />}
      />
    </div>
  )
}
