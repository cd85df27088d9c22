import { type AnswerOf, durationText, withdrawalQuote, type withdrawalTerms } from '@banyan/domain'
import {
  AmountField,
  Card,
  Folded,
  FormPage,
  figureText,
  Moment,
  Money,
  momentOf,
  momentText,
  Note,
  placedText,
  TextAreaField,
  TextField,
  useKit,
} from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { inputOf, schemaResolver, showRefusal } from '../../shell/form.ts'
import {
  constants,
  HeadActions,
  HeadLink,
  Link,
  pages,
  QueryView,
  type Refused,
  useCommand,
  useLanguage,
  useLive,
  useTexts,
} from '../../shell/index.ts'
import { LimitsLink } from '../../shell/limits-link.tsx'
import { AddressChoice, type KnownAddress } from '../parts/address-choice.tsx'
import { AddressSheet } from '../parts/address-sheet.tsx'
import { type Asked, ConfirmSheet } from '../parts/confirm-sheet.tsx'
import { OnTheWay } from '../parts/on-the-way.tsx'
import { addressesQuery, termsQuery } from '../queries.ts'
import {
  expectedOf,
  mostNow,
  quickAmounts,
  type Request,
  type RequestValues,
  requestSchema,
  typedAmountOf,
} from '../request-form.ts'
import { stageTexts } from '../stage-texts.ts'
import { texts } from '../texts.ts'
import styles from './withdrawal.module.css'

const { withdrawalNetwork: network } = constants

/** Ask for a withdrawal: address and amount, what would arrive, then the payment password. */
export default function WithdrawalScreen() {
  const t = useTexts(texts)
  const terms = useQuery(termsQuery)
  const addresses = useQuery(addressesQuery)
  useLive('wallets', { invalidate: termsQuery.queryKey })
  useLive('withdrawals', { invalidate: ['withdrawals'] })
  return (
    <>
      <HeadActions>
        <HeadLink page={pages.mineArea.orderList} icon="list" label={t('orders')} />
      </HeadActions>
      <QueryView query={terms}>
        {facts => (
          <QueryView query={addresses}>
            {({ items }) => <RequestForm terms={facts} known={items} />}
          </QueryView>
        )}
      </QueryView>
    </>
  )
}

/** Refusals that are about one of the fields are shown there. */
const fieldOf: Partial<Record<number, keyof RequestValues>> = {
  41501: 'address',
  41502: 'address',
  41506: 'address',
  41503: 'amount',
  41504: 'amount',
  41301: 'amount',
}

interface RequestFormProps {
  terms: AnswerOf<typeof withdrawalTerms>
  known: readonly KnownAddress[]
}

function RequestForm({ terms, known }: RequestFormProps) {
  const t = useTexts(texts)
  const language = useLanguage()
  const ts = useTexts(stageTexts)
  const [asked, setAsked] = useState<Asked | null>(null)
  const form = useForm<RequestValues, unknown, Request>({
    resolver: schemaResolver(requestSchema) as never,
    mode: 'onTouched',
    defaultValues: { address: known[0]?.address ?? '', amount: '', remarks: '' },
  })
  const [managing, setManaging] = useState(false)
  const [isNew, setIsNew] = useState(known.length === 0)
  const [address, amount] = form.watch(['address', 'amount'])
  const choose = (chosen: string | null) => {
    setIsNew(chosen === null)
    form.setValue('address', chosen ?? '', { shouldValidate: chosen !== null })
  }
  const onRefused = (refusal: Refused) => showRefusal(form, refusal, fieldOf[refusal.code])
  const quote = useCommand(withdrawalQuote, { onRefused })

  const ask = form.handleSubmit(async request => {
    const answer = await quote.run({ body: { address: request.address, amount: request.amount } })
    if (answer) setAsked({ request, quote: answer })
  })
  const { errors } = form.formState
  const typed = typedAmountOf(amount)
  return (
    <>
      <FormPage
        onSubmit={ask}
        submit={typed === null ? t('next') : t('nextAmount', { amount: figureText(typed, 2, 2) })}
        pending={quote.pending}
        disabled={terms.frozenUntil !== null}
      >
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
        {terms.payoutsPaused && <Note tone="warn">{ts(`paused.${terms.payoutsPaused}`)}</Note>}
        <OnTheWay />
        <Card className={styles.fields}>
          <AmountField
            label={t('amount')}
            unit="USDT"
            error={errors.amount?.message}
            aside={t('available', { amount: placedText(terms.available, 'list') })}
            {...form.register('amount')}
          />
          <QuickAmounts
            terms={terms}
            chosen={amount}
            onChoose={one => form.setValue('amount', one, { shouldValidate: true })}
          />
        </Card>
        <Card className={styles.fields}>
          {known.length > 0 && (
            <AddressChoice
              known={known}
              chosen={isNew ? null : address}
              onChoose={choose}
              coolingHours={terms.newAddressHours}
              onManage={() => setManaging(true)}
            />
          )}
          {isNew && (
            <TextField
              label={t('address', { network })}
              hint={t('addressHint', { network })}
              placeholder="0x…"
              maxLength={42}
              inputMode="text"
              {...inputOf(form, 'address')}
            />
          )}
          <Folded title={t('remarks')} open={errors.remarks !== undefined}>
            <TextAreaField
              label={<span className="visually-hidden">{t('remarks')}</span>}
              rows={2}
              {...inputOf(form, 'remarks')}
            />
          </Folded>
        </Card>
        <WhatHappens
          terms={terms}
          amount={amount}
          usableFrom={known.find(one => one.address === address)?.usableFrom}
        />
        <p className="cap">
          {t('terms', {
            min: placedText(terms.minimum, 'limit'),
            fee: placedText(terms.fee, 'limit'),
            max: placedText(terms.dailyLimit, 'limit'),
            window: durationText(terms.windowMs, language),
          })}
        </p>
        <Folded title={t('howDecided')} className={styles.decided}>
          <RuleTerms terms={terms} />
          <LimitsLink />
        </Folded>
      </FormPage>
      <AddressSheet
        open={managing}
        onOpenChange={setManaging}
        known={known}
        coolingHours={terms.newAddressHours}
      />
      {asked && (
        <ConfirmSheet
          asked={asked}
          terms={terms}
          onClose={() => setAsked(null)}
          onRefused={onRefused}
        />
      )}
    </>
  )
}

/** What the rule check approves alone, or that people decide on all. */
function RuleTerms({ terms }: Pick<RequestFormProps, 'terms'>) {
  const t = useTexts(texts)
  const language = useLanguage()
  const { ruleCheck: rule, windowMs } = terms
  const text =
    rule === null
      ? t('peopleDecide')
      : t('ruleTerms', {
          most: placedText(rule.largest, 'limit'),
          total: placedText(rule.memberTotal, 'limit'),
          window: durationText(windowMs, language),
          account: rule.accountDays,
          address: rule.addressDays,
          quiet: rule.quietDays,
        })
  return <p className="cap">{text}</p>
}

interface QuickAmountsProps {
  terms: RequestFormProps['terms']
  chosen: string
  onChoose: (amount: string) => void
}

/** Usual amounts that the balance has, and all of it. */
function QuickAmounts({ terms, chosen, onChoose }: QuickAmountsProps) {
  const t = useTexts(texts)
  const most = mostNow(terms)
  const whole = { value: most, label: t('all', { amount: placedText(most, 'limit') }) }
  const usual = quickAmounts(terms).map(value => ({ value, label: value }))
  return (
    <fieldset className={styles.quick}>
      <legend className="visually-hidden">{t('quick')}</legend>
      {[...usual, whole].map(({ value, label }) => (
        <button
          key={label}
          type="button"
          aria-pressed={chosen === value}
          onClick={() => onChoose(value)}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}

interface WhatHappensProps {
  terms: RequestFormProps['terms']
  amount: string
  /** When the chosen address can be paid; undefined for a new one. */
  usableFrom: string | undefined
}

/** What arrives, and the three steps to it. */
function WhatHappens({ terms, amount, usableFrom }: WhatHappensProps) {
  const t = useTexts(texts)
  const { texts: words, now } = useKit()
  const typed = typedAmountOf(amount)
  const expected = typed === null ? null : expectedOf(typed, terms.fee)
  const isCooling = usableFrom !== undefined && momentOf(usableFrom) > now()
  return (
    <Card>
      {typed !== null && expected !== null && (
        <>
          <div className={styles.arrives}>
            <strong>{t('expected')}</strong>
            <Money value={expected} unit="USDT" size="title" />
          </div>
          <p className="cap">
            {t('feeTaken', { fee: figureText(terms.fee, 2, 2), amount: figureText(typed, 2, 2) })}
          </p>
        </>
      )}
      <ol className={styles.happens}>
        <li>{t('first')}</li>
        <li>
          {isCooling
            ? t('secondCooling', { until: momentText(momentOf(usableFrom), words, now()) })
            : t(terms.ruleCheck ? 'secondByRule' : 'second')}
        </li>
        <li>{t('third')}</li>
      </ol>
    </Card>
  )
}
