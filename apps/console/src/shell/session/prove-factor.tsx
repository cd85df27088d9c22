import { dataOf } from '@banyan/client'
import { proveTotp } from '@banyan/domain'
import { Button, Field, TextInput } from '@banyan/ui'
import { type FormEvent, useState } from 'react'
import { api, useMe } from '../app.ts'
import { failureText } from '../failure.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import { canUsePasskeys, PasskeyCancelled, provePasskeyHere } from './passkey.ts'

/** Asks for a second factor of the account; a passkey first, because it cannot be read aloud. */
export function ProveFactor({ onProven }: { onProven: () => Promise<void> | void }) {
  const { factors } = useMe()
  const t = useTexts(shellTexts).factor
  const [error, setError] = useState('')
  const [pending, setPending] = useState(false)
  const hasPasskey = factors.includes('passkey') && canUsePasskeys()

  async function prove(how: () => Promise<unknown>) {
    setPending(true)
    setError('')
    try {
      await how()
      await onProven()
    } catch (failure) {
      setError(failure instanceof PasskeyCancelled ? t.cancelled : failureText(failure))
    } finally {
      setPending(false)
    }
  }
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).replace(/\s/g, '')
    const body = { code }
    void prove(async () => dataOf(await api.outcome(proveTotp, { body }, { toast: false })))
  }

  return (
    <>
      {hasPasskey && (
        <Button
          wide
          icon="key"
          autoFocus
          pending={pending}
          onClick={() => void prove(() => provePasskeyHere(api))}
        >
          {t.passkey}
        </Button>
      )}
      {factors.includes('totp') && (
        <form className="fields" onSubmit={submit}>
          <Field label={t.code}>
            <TextInput
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={7}
              autoFocus={!hasPasskey}
              required
            />
          </Field>
          <Button type="submit" wide tone={hasPasskey ? 'secondary' : 'primary'} pending={pending}>
            {t.confirm}
          </Button>
        </form>
      )}
      {factors.includes('passkey') && !canUsePasskeys() && <p className="cap">{t.noPasskeys}</p>}
      {error && (
        <p className="cap" role="alert" data-tone="danger">
          {error}
        </p>
      )}
    </>
  )
}
