import { type AnswerOf, cancelReset, type security } from '@banyan/domain'
import { Button, Card, List, Moment, PinSheet } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { session, toast, useCommand, useTexts } from '../../shell/index.ts'
import { isAboutPaymentPassword } from '../../shell/payment-pad.tsx'
import { devicesTexts } from '../devices-texts.ts'
import { securityQuery } from '../queries.ts'
import styles from './session-row.module.css'

type Reset = AnswerOf<typeof security>['resets'][number]

/** Resets of the last days; one that was not the member's can be undone from an older device. */
export function PasswordResets() {
  const t = useTexts(devicesTexts)
  const { data } = useQuery(securityQuery)
  const [undoing, setUndoing] = useState<Reset | null>(null)
  if (!data || data.resets.length === 0) return null
  return (
    <Card title={t('resets')}>
      <List>
        {data.resets.map(reset => (
          <li key={reset.id} className={styles.undo}>
            <strong>{t(`reset.${reset.password}`)}</strong>
            <span className="cap">
              <Moment time={reset.madeAt} /> · {t(`proof.${reset.proof}`)}
            </span>
            <span className="cap">
              {t('undoUntil')} <Moment time={reset.cancellableUntil} />
            </span>
            {reset.cancellableHere && reset.password === 'payment' ? (
              <Button tone="danger" size="small" onClick={() => setUndoing(reset)}>
                {t('undo')}
              </Button>
            ) : (
              <span className="cap">{t('undoElsewhere')}</span>
            )}
          </li>
        ))}
      </List>
      <UndoReset reset={undoing} onClose={() => setUndoing(null)} />
    </Card>
  )
}

/** Requests the payment password that the reset replaced. */
function UndoReset({ reset, onClose }: { reset: Reset | null; onClose: () => void }) {
  const t = useTexts(devicesTexts)
  const [error, setError] = useState<string>()
  const undo = useCommand(cancelReset, {
    onRefused: refusal => {
      if (!isAboutPaymentPassword(refusal)) return false
      setError(refusal.message)
      return true
    },
  })
  const submit = async (replacedPassword: string) => {
    const { token } = session
    if (!reset || !token) return
    setError(undefined)
    const answer = await undo.run({ body: { id: reset.id, token, replacedPassword } })
    if (!answer) return
    onClose()
    session.enter({ ...answer.user, token: answer.token })
    toast(t('undone'), 'ok')
  }
  return (
    <PinSheet
      open={reset !== null}
      onOpenChange={open => !open && onClose()}
      title={t('undoTitle')}
      label={t('undoLabel')}
      confirmText={t('undoConfirm')}
      error={error}
      pending={undo.pending}
      onSubmit={digits => void submit(digits)}
      summary={<p className="sub">{t('undoText')}</p>}
    />
  )
}
