import type { Refused } from '@banyan/client'
import { type PasswordKind, resetLoginByWords, resetPaymentByWords } from '@banyan/domain'
import { FormPage, Note } from '@banyan/ui'
import type { ReactNode } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { schemaResolver, showIssues } from '../../shell/form.ts'
import { useCommand, useTexts } from '../../shell/index.ts'
import { type NewPasswordValues, noNewPassword, resetByWordsSchemas } from '../password-forms.ts'
import { passwordTexts } from '../password-texts.ts'
import { useTypedWords } from '../typed-words.ts'
import { useProof } from '../use-proof.ts'
import { vault } from '../vault/device-vault.ts'
import type { KeptWords } from '../vault/seal.ts'
import { NewPasswordCard } from './new-password.tsx'
import { NeedsCryptography } from './no-cryptography.tsx'
import type { Reset } from './reset-done.tsx'
import { WordsField } from './words-field.tsx'

export interface ResetFormProps {
  /** Above the form: the choice of the proof and the effects of a reset. */
  head: ReactNode
  onDone: (reset: Reset) => void
}

const calls = { login: resetLoginByWords, payment: resetPaymentByWords } as const
const purposes = { login: 'reset-login', payment: 'reset-payment' } as const

/** Refusals about the words: of no account, or of another one. */
const wordsRefusals = [41203, 41208]
const tooCommon = 41104

/** A new password by the words: they sign, and stay here. */
export function ResetByWords({ kind, head, onDone }: ResetFormProps & { kind: PasswordKind }) {
  return (
    <NeedsCryptography head={head}>
      <WordsForm kind={kind} head={head} onDone={onDone} />
    </NeedsCryptography>
  )
}

function WordsForm({ kind, head, onDone }: ResetFormProps & { kind: PasswordKind }) {
  const t = useTexts(passwordTexts)
  const words = useTypedWords()
  const proof = useProof(purposes[kind])
  const form = useForm<NewPasswordValues, unknown, NewPasswordValues>({
    resolver: schemaResolver<NewPasswordValues, unknown>(resetByWordsSchemas[kind]) as never,
    mode: 'onTouched',
    defaultValues: noNewPassword,
  })
  const reset = useCommand(calls[kind], {
    onRefused: (refusal: Refused) => {
      if (wordsRefusals.includes(refusal.code)) words.setError(refusal.message)
      else if (refusal.code === tooCommon)
        form.setError('newPassword', { message: refusal.message }, { shouldFocus: true })
      else return showIssues(form, refusal)
      return true
    },
  })
  const submit = async (kept: KeptWords | null, newPassword: string) => {
    if (!kept) return
    try {
      const given = await proof.prove(kept.entropy)
      const done = given && (await reset.run({ body: { ...given, newPassword } }))
      if (!done) return
      const resealed = kind === 'login' && (await reseal(done.accountId, kept, newPassword))
      words.forget()
      onDone({ ...done, resealed })
    } finally {
      kept.entropy.fill(0)
    }
  }
  return (
    <FormProvider {...form}>
      <FormPage
        onSubmit={event => {
          // Both are checked together, so that all errors are shown at once.
          const kept = words.read()
          void form.handleSubmit(({ newPassword }) => submit(kept, newPassword))(event)
        }}
        submit={t('reset')}
        pending={form.formState.isSubmitting}
      >
        {head}
        <WordsField words={words} />
        <NewPasswordCard kind={kind} />
        {proof.problem && (
          <Note tone="danger">
            <p role="alert">{proof.problem}</p>
          </Note>
        )}
      </FormPage>
    </FormProvider>
  )
}

/** Re-seals stored words by the new login password; returns whether it did. */
async function reseal(accountId: string, kept: KeptWords, newPassword: string): Promise<boolean> {
  try {
    if (!(await vault.has(accountId))) return false
    await vault.keep(accountId, kept, newPassword)
    return true
  } catch {
    return false
  }
}
