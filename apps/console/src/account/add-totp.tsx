import { dataOf } from '@banyan/client'
import { type AnswerOf, addTotp, beginTotp } from '@banyan/domain'
import { Button, CopyText, Field, QrCode, Skeleton, TextInput } from '@banyan/ui'
import { type FormEvent, useEffect, useState } from 'react'
import { api, useTexts } from '../shell/index.ts'
import styles from './page.module.css'
import { accountTexts } from './texts.ts'
import { useAdding } from './use-adding.ts'

/** Shows the secret of a new authenticator this once, and takes its first code. */
export function AddTotp({ onAdded }: { onAdded: () => Promise<void> }) {
  const t = useTexts(accountTexts).factors
  const [begun, setBegun] = useState<AnswerOf<typeof beginTotp> | null>(null)
  const { run, error, pending } = useAdding()
  const quiet = { toast: false }

  async function begin() {
    const answer = await run(async () => dataOf(await api.outcome(beginTotp, {}, quiet)))
    if (answer) setBegun(answer)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun once, when the form is opened.
  useEffect(() => void begin(), [])
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code')).replace(/\s/g, '')
    const body = { code }
    const added = await run(async () => dataOf(await api.outcome(addTotp, { body }, quiet)))
    if (added) await onAdded()
  }

  if (!begun)
    return error ? (
      <p className={styles.error} role="alert">
        {error}
      </p>
    ) : (
      <Skeleton height="180px" width="180px" />
    )
  return (
    <form className={styles.adding} onSubmit={event => void submit(event)}>
      <p className="cap">{t.scan}</p>
      <QrCode text={begun.uri} label={t.qr} size={180} />
      <CopyText text={begun.secret}>
        <span className={styles.secret}>{begun.secret}</span>
      </CopyText>
      <Field label={t.code} error={error || undefined}>
        <TextInput
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          autoFocus
          required
        />
      </Field>
      <Button type="submit" size="small" pending={pending}>
        {t.confirm}
      </Button>
    </form>
  )
}
