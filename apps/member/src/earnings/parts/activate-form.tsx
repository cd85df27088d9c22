import { type AnswerOf, activate, type activationTerms } from '@banyan/domain'
import {
  AmountInput,
  Button,
  Card,
  Field,
  figureText,
  List,
  Moment,
  Money,
  Note,
  PinSheet,
  Row,
} from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { boundsProblem } from '../../shell/amount-bounds.ts'
import { schemaResolver, showIssues } from '../../shell/form.ts'
import { nav, pages, useTexts } from '../../shell/index.ts'
import { usePaymentPad } from '../../shell/payment-pad.ts'
import { showResult } from '../../shell/result/show-result.tsx'
import { RiskNotice } from '../../shell/risk-notice.tsx'
import { activationValue } from '../activation-value.ts'
import { texts } from '../texts.ts'
import styles from './activate-form.module.css'
import { SubscribeLink } from './subscribe-link.tsx'

type Terms = AnswerOf<typeof activationTerms>

const quantitySchema = activate.body.pick({ quantity: true })

export interface ActivateFormProps {
  terms: Terms
  /** The prompt that this activation answers, if any. */
  promptId: string | null
  onUncite: () => void
}

/** The quantity to lock, its value and its opening time; then the payment password. */
export function ActivateForm({ terms, promptId, onUncite }: ActivateFormProps) {
  const t = useTexts(texts)
  const opensRound = terms.prompts.some(
    ({ id, reopening }) => id === promptId && reopening?.kind === 'opens',
  )
  const queries = useQueryClient()
  const form = useForm<{ quantity: string }>({
    resolver: schemaResolver(quantitySchema) as never,
    mode: 'onTouched',
    defaultValues: { quantity: '' },
  })
  const command = usePaymentPad(activate, {
    form: 'earnings.activate',
    input: (quantity: string, paymentPassword) => ({
      body: { quantity, promptId, paymentPassword },
    }),
    onRefused: refusal => {
      if (!showIssues(form, refusal))
        form.setError(
          'quantity',
          { type: 'house', message: refusal.message },
          { shouldFocus: true },
        )
      return true
    },
    onAnswered: async (_, quantity) => {
      form.reset()
      onUncite()
      await queries.invalidateQueries({ queryKey: ['earnings'] })
      void showResult({
        word: t('done'),
        amount: { value: quantity, coin: 'LEAF' },
        line: (
          <span>
            {t('doneLine')} <Moment time={terms.opensAt} />
          </span>
        ),
        // Its own page is underneath, with the new position on it.
        ways: [{ label: t('toMine') }, { label: t('toAssets'), go: () => nav.to(pages.assets) }],
      })
    },
  })
  const goOn = (typed: { quantity: string }) => {
    const { minimum, available } = terms
    const problem = boundsProblem(typed.quantity, { minimum, most: available })
    if (problem === null) return command.ask(typed.quantity)
    const least = figureText(minimum, 0, 6)
    const most = figureText(available, 0, 6)
    const text =
      problem === 'tooSmall'
        ? t('belowMinimum', { min: least })
        : boundsProblem(available, { minimum, most: available })
          ? t('tooFewAvailable', { available: most, min: least })
          : t('aboveAvailable', { available: most })
    form.setError('quantity', { type: 'check', message: text }, { shouldFocus: true })
  }
  const worth = activationValue(form.watch('quantity'), terms)
  return (
    <Card title={t('lock')}>
      <form className={styles.form} noValidate onSubmit={form.handleSubmit(goOn)}>
        <Field
          label={t('quantity')}
          error={form.formState.errors.quantity?.message}
          hint={t('minimum', { min: figureText(terms.minimum, 0, 6) })}
          aside={t('available', { amount: figureText(terms.available, 0, 6) })}
        >
          <AmountInput
            unit="LEAF"
            onMax={() => form.setValue('quantity', terms.available, { shouldValidate: true })}
            {...form.register('quantity')}
          />
        </Field>
        <List>
          <Row
            label={t('value')}
            value={worth ? <Money value={worth.value} unit="USDT" place="list" /> : '–'}
            strong
          />
          <Row
            label={t('cap', { multiple: figureText(terms.capMultiple, 0, 6) })}
            value={worth ? <Money value={worth.cap} unit="USDT" place="list" /> : '–'}
          />
          <Row label={t('opens')} value={<Moment time={terms.opensAt} />} />
          <Row
            label={t('firstUnlock')}
            note={t('firstShare')}
            value={<Moment time={terms.firstUnlockAt} />}
          />
        </List>
        <p className="cap">
          {t('estimateNote')} {t('staysLocked')}
        </p>
        {promptId !== null && (
          <Note>
            {t('cited')}{' '}
            <button type="button" className={styles.uncite} onClick={onUncite}>
              {t('uncite')}
            </button>
            <p>{t(opensRound ? 'citeOpensNothing' : 'citeSubscribe')}</p>
            <p>
              <SubscribeLink promptId={promptId}>{t('toSubscribe')}</SubscribeLink>
            </p>
          </Note>
        )}
        {terms.stopped ? (
          <Note tone="danger">{t(terms.stopped)}</Note>
        ) : terms.pausedUntil ? (
          <Note>
            {t('paused')} <Moment time={terms.pausedUntil} />
          </Note>
        ) : (
          <>
            <RiskNotice step="subscription" />
            <Button type="submit" wide>
              {t('activate')}
            </Button>
          </>
        )}
      </form>
      <PinSheet
        {...command.pad}
        title={t('confirm')}
        label={t('password')}
        confirmText={t('confirm')}
        summary={command.asked && <Money value={command.asked} unit="LEAF" size="hero" />}
      />
    </Card>
  )
}
