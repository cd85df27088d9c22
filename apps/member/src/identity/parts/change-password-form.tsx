import type { Refused } from '@banyan/client'
import type { PasswordKind } from '@banyan/domain'
import { FormPage, Note, PasswordField } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import type { FormEventHandler } from 'react'
import { FormProvider } from 'react-hook-form'
import { inputOf, showIssues } from '../../shell/form.ts'
import { Link, type Route, useSession, useTexts } from '../../shell/index.ts'
import type { ChangeForm } from '../change-form.ts'
import { passwordTexts } from '../password-texts.ts'
import { keptHereQuery } from '../vault/queries.ts'
import { NewPasswordCard, typedPin } from './new-password.tsx'

export interface ChangePasswordFormProps {
  kind: PasswordKind
  form: ChangeForm
  pending: boolean
  /** The page for a member who does not know the old password. */
  forgotten: Route<Record<never, never>>
  onSubmit: FormEventHandler
}

/** The old password once, the new one twice. */
export function ChangePasswordForm(props: ChangePasswordFormProps) {
  const { kind, form, pending, forgotten, onSubmit } = props
  const t = useTexts(passwordTexts)
  const accountId = useSession().current?.accountId ?? ''
  const kept = useQuery(keptHereQuery(accountId)).data === true
  return (
    <FormProvider {...form}>
      <FormPage onSubmit={onSubmit} submit={t('change')} pending={pending}>
        <NewPasswordCard kind={kind}>
          <PasswordField
            label={t(`old.${kind}`)}
            aside={<Link page={forgotten}>{t('forgotten')}</Link>}
            {...(kind === 'login' ? { maxLength: 256 } : typedPin)}
            {...inputOf(form, 'oldPassword')}
          />
        </NewPasswordCard>
        <Note>
          {t(`changeNote.${kind}`)} {kind === 'login' && kept && t('wordsNote')}
        </Note>
      </FormPage>
    </FormProvider>
  )
}

/** Refusals about one of the passwords: wrong or locked ones concern the old, common ones the new. */
const fieldOf: Readonly<Record<number, 'oldPassword' | 'newPassword'>> = {
  41201: 'oldPassword',
  41202: 'oldPassword',
  41205: 'oldPassword',
  41206: 'oldPassword',
  41207: 'oldPassword',
  41104: 'newPassword',
}

/** Shows a refusal at its field; returns false when it concerns neither. */
export function showPasswordRefusal(form: ChangeForm, refusal: Refused): boolean {
  const field = fieldOf[refusal.code]
  if (!field) return showIssues(form, refusal)
  form.setError(field, { type: 'house', message: refusal.message }, { shouldFocus: true })
  return true
}
