import { requestLoginResetCode, resetLoginByEmail } from '@banyan/domain'
import { Card, FormPage, TextField } from '@banyan/ui'
import { FormProvider, useForm } from 'react-hook-form'
import { EmailCodeField, useEmailCode } from '../../shell/email-code.tsx'
import { inputOf, schemaResolver, showIssues, showRefusal } from '../../shell/form.ts'
import { useCommand, useSession, useTexts } from '../../shell/index.ts'
import { plainDigits } from '../../shell/typed.ts'
import { type LoginByEmailValues, loginByEmailSchema, noNewPassword } from '../password-forms.ts'
import { passwordTexts } from '../password-texts.ts'
import { NewPasswordCard } from './new-password.tsx'
import type { ResetFormProps } from './reset-by-words.tsx'

/** Refusals about one field. */
const fieldOf: Partial<Record<number, 'code' | 'newPassword'>> = {
  41001: 'code',
  41002: 'code',
  41104: 'newPassword',
}

/** A new login password by a code; the account must be typed, because nobody is logged in. */
export function ResetLoginByEmail({ head, onDone }: ResetFormProps) {
  const t = useTexts(passwordTexts)
  const { current } = useSession()
  const form = useForm<LoginByEmailValues, unknown, LoginByEmailValues>({
    resolver: schemaResolver<LoginByEmailValues, unknown>(loginByEmailSchema) as never,
    mode: 'onTouched',
    defaultValues: {
      accountId: current?.token ? current.accountId : '',
      address: '',
      code: '',
      ...noNewPassword,
    },
  })
  const code = useEmailCode(requestLoginResetCode, {
    onRefused: refusal => showIssues(form, refusal),
  })
  const reset = useCommand(resetLoginByEmail, {
    onRefused: refusal => showRefusal(form, refusal, fieldOf[refusal.code]),
  })
  const ask = async () => {
    if (!(await form.trigger(['accountId', 'address'], { shouldFocus: true }))) return
    const { accountId, address } = form.getValues()
    await code.ask({ body: { accountId: plainDigits(accountId), address } })
  }
  const submit = form.handleSubmit(async ({ accountId, address, code: typed, newPassword }) => {
    const done = await reset.run({ body: { accountId, address, code: typed, newPassword } })
    if (done) onDone({ ...done, resealed: false })
  })
  const { errors } = form.formState
  return (
    <FormProvider {...form}>
      <FormPage onSubmit={submit} submit={t('reset')} pending={reset.pending}>
        {head}
        <Card className="fields">
          <TextField
            label={t('accountId')}
            hint={t('accountIdHint')}
            inputMode="numeric"
            autoComplete="username"
            maxLength={20}
            {...inputOf(form, 'accountId')}
          />
          <TextField
            label={t('address')}
            hint={t('sendsIfBound')}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={320}
            {...inputOf(form, 'address')}
          />
          <EmailCodeField
            label={t('code')}
            error={errors.code?.message}
            code={code}
            onAsk={() => void ask()}
            {...form.register('code')}
          />
        </Card>
        <NewPasswordCard kind="login" />
      </FormPage>
    </FormProvider>
  )
}
