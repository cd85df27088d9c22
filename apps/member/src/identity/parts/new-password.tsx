import type { PasswordKind } from '@banyan/domain'
import { Card, Field, PasswordField, PasswordInput } from '@banyan/ui'
import type { ReactNode } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useTexts } from '../../shell/index.ts'
import type { NewPasswordValues } from '../password-forms.ts'
import { passwordTexts } from '../password-texts.ts'
import { PasswordMeter } from './password-meter.tsx'

/** A password manager must not take the digits for the login password, so there is no `new-password`. */
export const typedPin = { inputMode: 'numeric', autoComplete: 'off', maxLength: 32 } as const

/** A new password twice, in a card; earlier fields come as children. */
export function NewPasswordCard({ kind, children }: { kind: PasswordKind; children?: ReactNode }) {
  const t = useTexts(passwordTexts)
  const { register, control, formState } = useFormContext<NewPasswordValues>()
  const { newPassword, newPasswordAgain } = formState.errors
  // Until the second input was left, the first shows no mismatch.
  const deps = formState.touchedFields.newPasswordAgain ? ('newPasswordAgain' as const) : []
  const typed = useWatch({ control, name: 'newPassword' })
  const input = kind === 'login' ? { autoComplete: 'new-password' } : typedPin
  return (
    <Card className="fields">
      {children}
      <Field
        label={t(`new.${kind}`)}
        error={newPassword?.message}
        hint={kind === 'payment' && t('paymentHint')}
      >
        <PasswordInput {...input} {...register('newPassword', { deps })} />
        {kind === 'login' && <PasswordMeter password={typed} />}
      </Field>
      <PasswordField
        label={t(`again.${kind}`)}
        error={newPasswordAgain?.message}
        {...input}
        {...register('newPasswordAgain')}
      />
    </Card>
  )
}
