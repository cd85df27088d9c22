import type { PasswordKind } from '@banyan/domain'
import { useForm } from 'react-hook-form'
import { schemaResolver } from '../shell/form.ts'
import { type ChangeValues, changeSchemas, noNewPassword } from './password-forms.ts'

/** The form of a new password by the old one. */
export const useChangeForm = (kind: PasswordKind) =>
  useForm<ChangeValues, unknown, ChangeValues>({
    resolver: schemaResolver<ChangeValues, unknown>(changeSchemas[kind]) as never,
    mode: 'onTouched',
    defaultValues: { oldPassword: '', ...noNewPassword },
  })

export type ChangeForm = ReturnType<typeof useChangeForm>
