import {
  type AnswerOf,
  type emailStatus,
  requestEmailCode,
  resetPaymentByEmail,
} from '@banyan/domain'
import { Card, FormPage, Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { FormProvider, useForm } from 'react-hook-form'
import { EmailCodeField, useEmailCode } from '../../shell/email-code.tsx'
import { schemaResolver, showRefusal } from '../../shell/form.ts'
import { Link, pages, QueryView, useCommand, useTexts } from '../../shell/index.ts'
import {
  noNewPassword,
  type PaymentByEmailValues,
  paymentByEmailSchema,
} from '../password-forms.ts'
import { passwordTexts } from '../password-texts.ts'
import { emailQuery } from '../queries.ts'
import styles from './form.module.css'
import { NewPasswordCard } from './new-password.tsx'
import type { ResetFormProps } from './reset-by-words.tsx'

/** Wrong or spent codes are shown at the code. */
const codeRefusals = [41001, 41002]

/** A new payment password by a code to the bound address. */
export function ResetPaymentByEmail({ head, onDone }: ResetFormProps) {
  const t = useTexts(passwordTexts)
  const email = useQuery(emailQuery)
  const without = (facts: AnswerOf<typeof emailStatus>) => (
    <div className="page-pad stack">
      {head}
      <Note>{t(facts.offered ? 'noEmail' : 'noMail')}</Note>
      {facts.offered && (
        <Link className={styles.link} page={pages.mineArea.verifyEmail}>
          {t('bind')}
        </Link>
      )}
    </div>
  )
  return (
    <QueryView query={email}>
      {facts =>
        facts.offered && facts.bound ? (
          <CodeForm to={facts.bound.address} head={head} onDone={onDone} />
        ) : (
          without(facts)
        )
      }
    </QueryView>
  )
}

function CodeForm({ to, head, onDone }: ResetFormProps & { to: string }) {
  const t = useTexts(passwordTexts)
  const form = useForm<PaymentByEmailValues, unknown, PaymentByEmailValues>({
    resolver: schemaResolver<PaymentByEmailValues, unknown>(paymentByEmailSchema) as never,
    mode: 'onTouched',
    defaultValues: { code: '', ...noNewPassword },
  })
  const code = useEmailCode(requestEmailCode)
  const reset = useCommand(resetPaymentByEmail, {
    onRefused: refusal =>
      showRefusal(form, refusal, codeRefusals.includes(refusal.code) ? 'code' : undefined),
  })
  const submit = form.handleSubmit(async ({ code: typed, newPassword }) => {
    const done = await reset.run({ body: { code: typed, newPassword } })
    if (done) onDone({ ...done, resealed: false })
  })
  return (
    <FormProvider {...form}>
      <FormPage onSubmit={submit} submit={t('reset')} pending={reset.pending}>
        {head}
        <Card className="fields">
          <p className="sub">{t('codeTo', { to })}</p>
          <EmailCodeField
            label={t('code')}
            error={form.formState.errors.code?.message}
            code={code}
            onAsk={() => void code.ask({ body: { purpose: 'reset-payment' } })}
            {...form.register('code')}
          />
        </Card>
        <NewPasswordCard kind="payment" />
      </FormPage>
    </FormProvider>
  )
}
