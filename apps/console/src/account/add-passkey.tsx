import { Button, Field, TextInput } from '@banyan/ui'
import type { FormEvent } from 'react'
import { addPasskeyHere, api, canUsePasskeys, useTexts } from '../shell/index.ts'
import styles from './page.module.css'
import { accountTexts } from './texts.ts'
import { useAdding } from './use-adding.ts'

/** Names a passkey and has the browser make it. */
export function AddPasskey({ onAdded }: { onAdded: () => Promise<void> }) {
  const t = useTexts(accountTexts).factors
  const { run, error, pending } = useAdding()
  if (!canUsePasskeys()) return <p className="cap">{t.noPasskeys}</p>

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const label = String(new FormData(event.currentTarget).get('label')).trim()
    const added = await run(async () => {
      await addPasskeyHere(api, label)
      return true
    })
    if (added) await onAdded()
  }
  return (
    <form className={styles.adding} onSubmit={event => void submit(event)}>
      <Field label={t.label} error={error || undefined}>
        <TextInput name="label" maxLength={60} autoFocus required />
      </Field>
      <Button type="submit" size="small" pending={pending}>
        {t.addPasskey}
      </Button>
    </form>
  )
}
