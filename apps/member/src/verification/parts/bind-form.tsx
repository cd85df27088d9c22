import { bindEmail, type boundEmail, requestEmailCode } from '@banyan/domain'
import { Card, FormPage, Note, TextField } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { EmailCodeField, useEmailCode } from '../../shell/email-code.tsx'
import { inputOf, schemaResolver, showRefusal } from '../../shell/form.ts'
import { Link, pages, type Refused, toast, useTexts } from '../../shell/index.ts'
import { PaymentSheet, usePaymentPad } from '../../shell/payment-pad.tsx'
import { type BindValues, bindSchemas } from '../bind-form.ts'
import { emailQuery } from '../queries.ts'
import styles from '../screens/verify-email.module.css'
import { texts } from '../texts.ts'

export type Bound = z.output<typeof boundEmail>

/** Wrong and spent codes; the server names which of the two is meant. */
const codeRefusals = [41001, 41002]
const sameAddress = 41006
const oldCodeNeeded = 41007

/** The field that a refusal is about. */
function fieldOf(refusal: Refused): keyof BindValues | undefined {
  if (refusal.code === sameAddress) return 'address'
  if (refusal.code === oldCodeNeeded) return 'oldCode'
  if (!codeRefusals.includes(refusal.code)) return undefined
  return (refusal.response.data as { field?: string }).field === 'oldCode' ? 'oldCode' : 'code'
}

/** Binds an address; replacing one requires the code of the old one too. */
export function BindForm({ bound, onBound }: { bound: Bound | null; onBound: () => void }) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const form = useForm<BindValues, unknown, BindValues>({
    resolver: schemaResolver<BindValues, BindValues>(bindSchemas[bound ? 'rebind' : 'first']),
    mode: 'onTouched',
    defaultValues: { oldCode: '', address: '', code: '' },
  })
  const atField = (refusal: Refused) => showRefusal(form, refusal, fieldOf(refusal))
  const oldCode = useEmailCode(requestEmailCode, { onRefused: atField })
  const code = useEmailCode(requestEmailCode, { onRefused: atField })
  const bind = usePaymentPad(bindEmail, {
    input: ({ address, code: typed, oldCode: old }: BindValues, paymentPassword) => ({
      body: { address, code: typed, paymentPassword, ...(bound ? { oldCode: old } : {}) },
    }),
    onRefused: atField,
    onAnswered: answer => {
      queries.setQueryData(emailQuery.queryKey, { offered: true, bound: answer })
      void queries.invalidateQueries({ queryKey: ['sessions', 'security'] })
      toast(t('done'), 'ok')
      onBound()
    },
  })
  const askNew = async () => {
    if (!(await form.trigger('address', { shouldFocus: true }))) return
    await code.ask({ body: { purpose: 'bind', address: form.getValues('address').trim() } })
  }

  const { errors } = form.formState
  return (
    <>
      <FormPage onSubmit={form.handleSubmit(bind.ask)} submit={t('next')}>
        <Note>{t(bound ? 'rebindLead' : 'lead')}</Note>
        {bound && (
          <Card className="fields">
            <p className="sub">{t('oldCodeTo', { to: bound.address })}</p>
            <EmailCodeField
              label={t('oldCode')}
              error={errors.oldCode?.message}
              code={oldCode}
              onAsk={() => void oldCode.ask({ body: { purpose: 'rebind-old' } })}
              {...form.register('oldCode')}
            />
          </Card>
        )}
        <Card className="fields">
          <TextField
            label={t(bound ? 'newAddress' : 'address')}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={320}
            {...inputOf(form, 'address')}
          />
          <EmailCodeField
            label={t(bound ? 'newCode' : 'code')}
            error={errors.code?.message}
            code={code}
            onAsk={() => void askNew()}
            {...form.register('code')}
          />
        </Card>
        {bound && (
          <div>
            <p className="cap">{t('lost')}</p>
            <Link className={styles.link} page={pages.homeArea.service}>
              {t('service')}
            </Link>
          </div>
        )}
      </FormPage>
      <PaymentSheet
        {...bind.pad}
        title={t('confirmTitle')}
        confirmText={t('confirm')}
        summary={bind.asked && <strong className={styles.address}>{bind.asked.address}</strong>}
      />
    </>
  )
}
