import { cancelReset, inputRuleText } from '@banyan/domain'
import { Button, PasswordField, Sheet } from '@banyan/ui'
import { type FormEvent, useId, useState } from 'react'
import {
  type EndedSession,
  goOn,
  session,
  toast,
  useCommand,
  useLanguage,
  useTexts,
} from '../../shell/index.ts'
import { endedTexts } from '../ended-texts.ts'
import styles from './ended-notices.module.css'

/** A wrong replaced password, and the pause after several: shown at the field. */
const passwordRefusals = [41201, 41202]

export interface UndoLoginResetProps {
  ended: EndedSession
  resetId: string
  open: boolean
  onClose: () => void
  /** The server no longer accepted it. */
  onTooLate: () => void
}

/**
 * Undoes a reset of the login password from a device that was logged in before it: by the token
 * that the reset has ended and the password that it has replaced. Then only this device is logged
 * in.
 */
export function UndoLoginReset(props: UndoLoginResetProps) {
  const { ended, resetId, open, onClose, onTooLate } = props
  const t = useTexts(endedTexts)
  const tongue = useLanguage()
  const form = useId()
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string>()
  const undo = useCommand(cancelReset, {
    onRefused: refusal => {
      if (passwordRefusals.includes(refusal.code)) {
        setError(refusal.message)
        return true
      }
      onClose()
      onTooLate()
      return false
    },
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!password) return setError(inputRuleText('loginPasswordRequired', tongue))
    const body = { id: resetId, token: ended.token, replacedPassword: password }
    const answer = await undo.run({ body })
    if (!answer) return
    setPassword('')
    onClose()
    session.enter({ ...answer.user, token: answer.token })
    toast(t('undone'), 'ok')
    goOn()
  }
  return (
    <Sheet
      open={open}
      onOpenChange={next => !next && onClose()}
      title={t('undoTitle')}
      locked={undo.pending}
      footer={
        <Button type="submit" form={form} wide pending={undo.pending}>
          {t('undoConfirm')}
        </Button>
      }
    >
      <form id={form} className={styles.form} onSubmit={submit} noValidate>
        <p className="sub">{t('undoText', { name: ended.nickname })}</p>
        <PasswordField
          label={t('replaced')}
          error={error}
          maxLength={256}
          value={password}
          onChange={event => {
            setError(undefined)
            setPassword(event.target.value)
          }}
        />
      </form>
    </Sheet>
  )
}
