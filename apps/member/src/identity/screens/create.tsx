import { createAccount } from '@banyan/domain'
import { Card, Checkbox, FormPage, Icon, Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { useForm } from 'react-hook-form'
import { schemaResolver } from '../../shell/form.ts'
import {
  Link,
  language,
  nav,
  pages,
  riskTexts,
  usePageQuery,
  useShown,
  useTexts,
} from '../../shell/index.ts'
import { RiskSource } from '../../shell/risk-notice.tsx'
import { useStopped } from '../../shell/stopped-calls.ts'
import {
  type CreateForm,
  type CreateFormApi,
  type CreateValues,
  createFormSchema,
} from '../create-form.ts'
import { createTexts } from '../create-texts.ts'
import { drafts } from '../drafts.ts'
import { LoginPasswordCard, PaymentPasswordCard, WhoCard } from '../parts/create-fields.tsx'
import { CreateSteps } from '../parts/create-steps.tsx'
import { NeedsCryptography } from '../parts/no-cryptography.tsx'
import { aboutQuery } from '../queries.ts'
import styles from './create.module.css'

/** The first step of an account: the data for the server. Nothing is sent yet. */
export default function CreateScreen() {
  const t = useTexts(createTexts)
  if (useStopped(createAccount.id))
    return (
      <div className="page-pad stack">
        <Note tone="danger">{t('woundDown')}</Note>
        <Link page={pages.more.windDown}>{t('woundDownMore')}</Link>
      </div>
    )
  return (
    <NeedsCryptography>
      <FactsForm />
    </NeedsCryptography>
  )
}

function FactsForm() {
  const t = useTexts(createTexts)
  const risk = useTexts(riskTexts)
  const { code } = usePageQuery(pages.auth.create)
  const form: CreateFormApi = useForm<CreateValues, unknown, CreateForm & CreateValues>({
    resolver: schemaResolver<CreateValues, CreateForm>(createFormSchema),
    mode: 'onTouched',
    defaultValues: {
      nickname: '',
      inviteCode: code ?? '',
      country: '',
      loginPassword: '',
      loginPasswordAgain: '',
      paymentPassword: '',
      paymentPasswordAgain: '',
      consent: false,
    },
  })
  const consentError = useId()
  useSentBack(form)
  const { data: system } = useQuery(aboutQuery)
  const next = form.handleSubmit(
    ({ nickname, inviteCode, country, loginPassword, paymentPassword }) => {
      // The server would refuse it in the last step, after the member has written the words down in
      // vain.
      if (system?.closedCountries.includes(country)) {
        form.setError('country', { type: 'house', message: t('countryClosed') })
        return
      }
      const facts = { nickname, inviteCode, country, loginPassword, paymentPassword }
      drafts.begin(facts, language() === 'en' ? 'en' : 'zh')
      nav.to(pages.auth.backups)
    },
  )
  const { errors } = form.formState
  return (
    <FormPage onSubmit={next} submit={t('next')}>
      <CreateSteps at={1} />
      <WhoCard form={form} />
      <LoginPasswordCard form={form} />
      <PaymentPasswordCard form={form} />
      <Card className={styles.risk}>
        <h2>
          <Icon name="warning" size={20} />
          {risk('title')}
        </h2>
        <p>{risk('loss')}</p>
        <RiskSource />
        <Link page={pages.more.rules}>{risk('rules')}</Link>
        <Checkbox
          label={t('consent')}
          aria-invalid={errors.consent ? true : undefined}
          aria-describedby={consentError}
          {...form.register('consent')}
        />
        <p id={consentError} className={styles.error} role="alert">
          {errors.consent?.message}
        </p>
      </Card>
    </FormPage>
  )
}

/** A refusal of the server in the last step is shown at its field here. */
function useSentBack(form: CreateFormApi): void {
  const shown = useShown()
  const { setError } = form
  useEffect(() => {
    if (!shown) return
    for (const [index, { field, message }] of drafts.takeRefusals().entries()) {
      setError(
        field as keyof CreateValues,
        { type: 'house', message },
        { shouldFocus: index === 0 },
      )
    }
  }, [shown, setError])
}
