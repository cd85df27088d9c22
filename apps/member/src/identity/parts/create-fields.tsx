import { inviteCode as inviteCodeSchema } from '@banyan/domain'
import { Card, Field, Icon, PasswordField, PasswordInput, Select, TextField } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { inputOf } from '../../shell/form.ts'
import { isRefused, useLanguage, useTexts } from '../../shell/index.ts'
import { countriesIn } from '../countries.ts'
import type { CreateFormApi } from '../create-form.ts'
import { createTexts } from '../create-texts.ts'
import { aboutQuery, inviterQuery } from '../queries.ts'
import styles from './create-fields.module.css'
import { PasswordMeter } from './password-meter.tsx'

/** Nickname, inviter, and country. */
export function WhoCard({ form }: { form: CreateFormApi }) {
  const t = useTexts(createTexts)
  return (
    <Card title={t('who')} className={styles.fields}>
      <TextField
        label={t('nickname')}
        hint={t('nicknameHint')}
        autoComplete="nickname"
        maxLength={40}
        {...inputOf(form, 'nickname')}
      />
      <InviteCodeField form={form} />
      <CountryField form={form} />
    </Card>
  )
}

/** The code, and its owner as soon as it is complete. */
function InviteCodeField({ form }: { form: CreateFormApi }) {
  const t = useTexts(createTexts)
  const typed = useWatch({ control: form.control, name: 'inviteCode' })
  const code = inviteCodeSchema.safeParse(typed)
  const inviter = useQuery({ ...inviterQuery(code.data ?? ''), enabled: code.success })
  const unknown = code.success && isRefused(inviter.error) ? inviter.error.message : undefined
  return (
    <TextField
      label={t('inviteCode')}
      error={form.formState.errors.inviteCode?.message ?? unknown}
      hint={
        code.success && inviter.data ? (
          <span className={styles.inviter} role="status">
            <Icon name="check-circle" size={16} />
            {t('inviter', { name: inviter.data.nickname })}
          </span>
        ) : (
          code.success && inviter.isFetching && t('lookingUp')
        )
      }
      maxLength={16}
      autoCapitalize="characters"
      className={styles.code as string}
      {...form.register('inviteCode')}
    />
  )
}

function CountryField({ form }: { form: CreateFormApi }) {
  const t = useTexts(createTexts)
  const tongue = useLanguage()
  const choices = useMemo(() => countriesIn(tongue), [tongue])
  const { field, fieldState } = useController({ control: form.control, name: 'country' })
  const { data: system } = useQuery(aboutQuery)
  const closed = system?.closedCountries.includes(field.value) ? t('countryClosed') : undefined
  return (
    <Field label={t('country')} hint={t('countryHint')} error={fieldState.error?.message ?? closed}>
      <Select
        label={t('country')}
        value={field.value || null}
        choices={choices}
        onValueChange={value => form.setValue('country', value, { shouldValidate: true })}
        search={{ label: t('countrySearch'), none: t('countryNone') }}
      />
    </Field>
  )
}

export function LoginPasswordCard({ form }: { form: CreateFormApi }) {
  const t = useTexts(createTexts)
  const { errors, touchedFields } = form.formState
  const password = useWatch({ control: form.control, name: 'loginPassword' })
  return (
    <Card title={t('loginTitle')} className={styles.fields}>
      <Field label={t('loginPassword')} error={errors.loginPassword?.message}>
        <PasswordInput
          autoComplete="new-password"
          {...form.register('loginPassword', {
            deps: touchedFields.loginPasswordAgain ? ['loginPasswordAgain'] : [],
          })}
        />
        <PasswordMeter password={password} />
      </Field>
      <PasswordField
        label={t('loginPasswordAgain')}
        autoComplete="new-password"
        {...inputOf(form, 'loginPasswordAgain')}
      />
    </Card>
  )
}

export function PaymentPasswordCard({ form }: { form: CreateFormApi }) {
  const t = useTexts(createTexts)
  const { errors, touchedFields } = form.formState
  // A password manager must not take the digits for the login password, so there is no
  // `new-password`.
  const digits = { inputMode: 'numeric', autoComplete: 'off', maxLength: 32 } as const
  return (
    <Card title={t('paymentTitle')} className={styles.fields}>
      <PasswordField
        label={t('paymentPassword')}
        hint={t('paymentHint')}
        error={errors.paymentPassword?.message}
        {...digits}
        {...form.register('paymentPassword', {
          deps: touchedFields.paymentPasswordAgain ? ['paymentPasswordAgain'] : [],
        })}
      />
      <PasswordField
        label={t('paymentPasswordAgain')}
        {...digits}
        {...inputOf(form, 'paymentPasswordAgain')}
      />
    </Card>
  )
}
