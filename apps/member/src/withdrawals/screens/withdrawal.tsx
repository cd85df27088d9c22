import {
  type AnswerOf,
  createWithdrawal,
  requestEmailCode,
  withdrawalQuote,
  type withdrawalTerms,
} from '@banyan/domain'
import {
  ActionBar,
  AddressText,
  AmountInput,
  Button,
  Card,
  Field,
  figureText,
  Icon,
  List,
  Moment,
  Money,
  Note,
  PinSheet,
  Row,
  TextArea,
  TextInput,
} from '@banyan/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { EmailCodeField, useEmailCode } from '../../shell/email-code.tsx'
import { schemaResolver, showIssues } from '../../shell/form.ts'
import {
  constants,
  HeadActions,
  Link,
  nav,
  pages,
  QueryView,
  toast,
  useCommand,
  useLive,
  useTexts,
} from '../../shell/index.ts'
import { LimitsLink } from '../../shell/limits-link.tsx'
import { isAboutPaymentPassword } from '../../shell/payment-pad.ts'
import { termsQuery } from '../queries.ts'
import { mostNow, type RequestValues, requestSchemas } from '../request-form.ts'
import { texts } from '../texts.ts'
import styles from './withdrawal.module.css'

const { withdrawalNetwork: network } = constants

type Quote = AnswerOf<typeof withdrawalQuote>
type Request = { address: string; amount: string; remarks: string | null; emailCode: string }

/** Ask for a withdrawal: address and amount, what would arrive, then the payment password. */
export default function WithdrawalScreen() {
  const t = useTexts(texts)
  const terms = useQuery(termsQuery)
  useLive('wallets', { invalidate: termsQuery.queryKey })
  return (
    <>
      <HeadActions>
        <Link page={pages.mineArea.orderList} className={styles.orders} aria-label={t('orders')}>
          <Icon name="list" />
        </Link>
      </HeadActions>
      <QueryView query={terms}>{facts => <RequestForm terms={facts} />}</QueryView>
    </>
  )
}

/** Refusals that are about one of the fields are shown there. */
const fieldOf: Record<number, keyof RequestValues> = {
  41501: 'address',
  41502: 'address',
  41503: 'amount',
  41504: 'amount',
  41301: 'amount',
  41001: 'emailCode',
  41002: 'emailCode',
  41008: 'emailCode',
}

function RequestForm({ terms }: { terms: AnswerOf<typeof withdrawalTerms> }) {
  const t = useTexts(texts)
  const queries = useQueryClient()
  const [asked, setAsked] = useState<{ request: Request; quote: Quote } | null>(null)
  const [pinError, setPinError] = useState<string>()
  const form = useForm<RequestValues, unknown, Request & RequestValues>({
    resolver: schemaResolver(requestSchemas[terms.emailCodeNeeded ? 'withCode' : 'plain']) as never,
    mode: 'onTouched',
    defaultValues: { address: '', amount: '', remarks: '', emailCode: '' },
  })
  const onRefused = (refusal: Parameters<typeof showIssues>[1]) => {
    const field = fieldOf[refusal.code]
    if (!field) return showIssues(form, refusal)
    form.setError(field, { type: 'house', message: refusal.message }, { shouldFocus: true })
    setAsked(null)
    return true
  }
  const code = useEmailCode(requestEmailCode)
  const quote = useCommand(withdrawalQuote, { onRefused })
  const create = useCommand(createWithdrawal, {
    form: 'withdraw.create',
    onRefused: refusal => {
      if (!isAboutPaymentPassword(refusal)) return onRefused(refusal)
      setPinError(refusal.message)
      return true
    },
  })

  const ask = form.handleSubmit(async request => {
    const answer = await quote.run({ body: { address: request.address, amount: request.amount } })
    if (answer) setAsked({ request, quote: answer })
  })
  const submit = async (paymentPassword: string) => {
    if (!asked) return
    setPinError(undefined)
    const { address, amount, remarks, emailCode } = asked.request
    const answer = await create.run({
      body: {
        ...{ address, amount, remarks, paymentPassword },
        ...(terms.emailCodeNeeded ? { emailCode } : {}),
      },
    })
    if (!answer) return
    setAsked(null)
    void queries.invalidateQueries({ queryKey: ['withdrawals'] })
    toast(t('submitted'), 'ok')
    nav.replace(pages.mineArea.orderList)
  }

  const { errors } = form.formState
  return (
    <form className={styles.form} onSubmit={ask} noValidate>
      <div className="page-pad stack">
        {terms.frozenUntil && (
          <Note tone="danger">
            {t('frozenUntil')} <Moment time={terms.frozenUntil} />
          </Note>
        )}
        {!terms.paysInFull && (
          <Note tone="danger">
            {t('waits')} <Link page={pages.more.losses}>{t('shared')}</Link>
          </Note>
        )}
        <Note tone="warn">{t('notYet')}</Note>
        <Card className={styles.fields}>
          <Field
            label={t('address', { network })}
            error={errors.address?.message}
            hint={t('addressHint', { network })}
          >
            <TextInput
              placeholder="0x…"
              maxLength={42}
              inputMode="text"
              {...form.register('address')}
            />
          </Field>
          <Field
            label={t('amount')}
            error={errors.amount?.message}
            aside={t('available', { amount: figureText(terms.available, 2, 6) })}
          >
            <AmountInput
              unit="USDT"
              onMax={() => form.setValue('amount', mostNow(terms), { shouldValidate: true })}
              {...form.register('amount')}
            />
          </Field>
          <Field label={t('remarks')} error={errors.remarks?.message}>
            <TextArea rows={2} {...form.register('remarks')} />
          </Field>
          {terms.emailCodeNeeded && (
            <EmailCodeField
              label={t('emailCode')}
              error={errors.emailCode?.message}
              code={code}
              onAsk={() => void code.ask({ body: { purpose: 'withdraw' } })}
              {...form.register('emailCode')}
            />
          )}
        </Card>
        <p className="cap">
          {t('terms', {
            min: figureText(terms.minimum, 0, 2),
            fee: figureText(terms.fee, 0, 2),
            max: figureText(terms.dailyLimit, 0, 2),
          })}
        </p>
        <p className="cap">{t('review')}</p>
        <LimitsLink />
      </div>
      <ActionBar>
        <Button type="submit" wide pending={quote.pending} disabled={terms.frozenUntil !== null}>
          {t('next')}
        </Button>
      </ActionBar>
      <PinSheet
        open={asked !== null}
        onOpenChange={open => !open && setAsked(null)}
        title={t('confirmTitle')}
        label={t('password')}
        confirmText={t('submit')}
        error={pinError}
        pending={create.pending}
        onSubmit={digits => void submit(digits)}
        summary={asked && <Summary quote={asked.quote} />}
      />
    </form>
  )
}

function Summary({ quote }: { quote: Quote }) {
  const t = useTexts(texts)
  return (
    <>
      <List>
        <Row
          label={t('expected')}
          value={<Money value={quote.expected} unit="USDT" size="title" />}
          strong
        />
        <Row label={t('amount')} value={<Money value={quote.amount} unit="USDT" />} />
        <Row label={t('fee')} value={<Money value={quote.fee} unit="USDT" />} />
      </List>
      <div className={styles.where}>
        <p className="sub">{t('address', { network })}</p>
        <AddressText address={quote.address} />
        {quote.newAddress && <p className="cap">{t('newAddress')}</p>}
      </div>
    </>
  )
}
