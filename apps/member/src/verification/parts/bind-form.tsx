import { bindEmail, type boundEmail, requestEmailCode } from '@banyan/domain'
import { ActionBar, Button, Card, Field, Note, PinSheet, TextInput } from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { EmailCodeField, useEmailCode } from '../../shell/email-code.tsx'
import { schemaResolver, showIssues } from '../../shell/form.ts'
import { Link, pages, type Refused, toast, useCommand, useTexts } from '../../shell/index.ts'
import { isAboutPaymentPassword } from '../../shell/payment-pad.ts'
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
  const [asked, setAsked] = useState<BindValues | null>(null)
  const [pinError, setPinError] = useState<string>()
  const form = useForm<BindValues, unknown, BindValues>({
    resolver: schemaResolver<BindValues, BindValues>(bindSchemas[bound ? 'rebind' : 'first']),
    mode: 'onTouched',
    defaultValues: { oldCode: '', address: '', code: '' },
  })
  const atField = (refusal: Refused): boolean => {
    const field = fieldOf(refusal)
    if (!field) return showIssues(form, refusal)
    form.setError(field, { type: 'house', message: refusal.message }, { shouldFocus: true })
    return true
  }
  const oldCode = useEmailCode(requestEmailCode, { onRefused: atField })
  const code = useEmailCode(requestEmailCode, { onRefused: atField })
  const bind = useCommand(bindEmail, {
    onRefused: refusal => {
      if (isAboutPaymentPassword(refusal)) {
        setPinError(refusal.message)
        return true
      }
      setAsked(null)
      return atField(refusal)
    },
  })
  const askNew = async () => {
    if (!(await form.trigger('address', { shouldFocus: true }))) return
    await code.ask({ body: { purpose: 'bind', address: form.getValues('address').trim() } })
  }
  const ask = form.handleSubmit(values => {
    setPinError(undefined)
    setAsked(values)
  })
  const submit = async (paymentPassword: string) => {
    if (!asked) return
    const { address, code: typed, oldCode: old } = asked
    const answer = await bind.run({
      body: { address, code: typed, paymentPassword, ...(bound ? { oldCode: old } : {}) },
    })
    if (!answer) return
    setAsked(null)
    queries.setQueryData(emailQuery.queryKey, { offered: true, bound: answer })
    void queries.invalidateQueries({ queryKey: ['sessions', 'security'] })
    toast(t('done'), 'ok')
    onBound()
  }

  const { errors } = form.formState
  return (
    <form className={styles.form} onSubmit={ask} noValidate>
      <div className="page-pad stack">
        <Note>{t(bound ? 'rebindLead' : 'lead')}</Note>
        {bound && (
          <Card className={styles.fields}>
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
        <Card className={styles.fields}>
          <Field label={t(bound ? 'newAddress' : 'address')} error={errors.address?.message}>
            <TextInput
              type="email"
              inputMode="email"
              autoComplete="email"
              maxLength={320}
              {...form.register('address')}
            />
          </Field>
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
      </div>
      <ActionBar>
        <Button type="submit" wide>
          {t('next')}
        </Button>
      </ActionBar>
      <PinSheet
        open={asked !== null}
        onOpenChange={open => !open && setAsked(null)}
        title={t('confirmTitle')}
        label={t('password')}
        confirmText={t('confirm')}
        error={pinError}
        pending={bind.pending}
        onSubmit={digits => void submit(digits)}
        summary={asked && <strong className={styles.address}>{asked.address}</strong>}
      />
    </form>
  )
}
