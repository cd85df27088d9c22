import { requestExchange } from '@banyan/domain'
import {
  AmountInput,
  Button,
  Field,
  figureText,
  List,
  Moment,
  Money,
  Note,
  PinSheet,
  Row,
  Sheet,
} from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { boundsProblem } from '../../shell/amount-bounds.ts'
import { schemaResolver, showIssues } from '../../shell/form.ts'
import { nav, pages, queryClient, useTexts } from '../../shell/index.ts'
import type { ExchangeSheetProps } from '../../shell/load/part-props.ts'
import { usePaymentPad } from '../../shell/payment-pad.ts'
import { showResult } from '../../shell/result/show-result.tsx'
import { useStopped } from '../../shell/stopped-calls.ts'
import { estimateExchange } from '../estimate.ts'
import { type Terms, termsQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './card.module.css'

const quantitySchema = requestExchange.body.pick({ quantity: true })

/** The exchange of coin to USDT, once its terms are loaded. */
export default function ExchangeSheet(props: ExchangeSheetProps) {
  const t = useTexts(texts)
  const { data } = useQuery({ ...termsQuery, enabled: props.open })
  if (useStopped(requestExchange.id))
    return (
      <Sheet open={props.open} onOpenChange={props.onOpenChange} title={t('exchangeTitle')}>
        <Note tone="danger">{t('exchangeEnded')}</Note>
      </Sheet>
    )
  return data ? <ExchangeForm {...props} terms={data} /> : null
}

/** The quantity, its value at the exit price, then the payment password. */
function ExchangeForm({ open, onOpenChange, terms }: ExchangeSheetProps & { terms: Terms }) {
  const t = useTexts(texts)
  const form = useForm<{ quantity: string }>({
    resolver: schemaResolver(quantitySchema) as never,
    mode: 'onTouched',
    defaultValues: { quantity: '' },
  })
  const place = usePaymentPad(requestExchange, {
    form: 'redemptions.exchange',
    input: (quantity: string, paymentPassword) => ({ body: { quantity, paymentPassword } }),
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
      onOpenChange(false)
      form.reset()
      await queryClient.invalidateQueries({ queryKey: ['redemptions'] })
      void showResult({
        word: t('exchangePlaced'),
        amount: { value: quantity, coin: 'LEAF' },
        line: (
          <span>
            {t('exchangeLine')} <Moment time={terms.nextCutoff} />
          </span>
        ),
        ways: [
          {
            label: t('toQueue'),
            go: () => nav.to(pages.communityArea.saleRecords, { tab: 'queue' }),
          },
          { label: t('toAssets'), go: () => nav.to(pages.assets) },
        ],
      })
    },
  })
  const goOn = (typed: { quantity: string }) => {
    const { minimum, available } = terms
    const bounds = { minimum, most: available, wholeRest: true }
    const problem = boundsProblem(typed.quantity, bounds)
    if (problem === null) return place.ask(typed.quantity)
    const text =
      problem === 'tooSmall'
        ? t('below', { min: figureText(minimum, 0, 6) })
        : t('above', { available: figureText(available, 0, 6) })
    form.setError('quantity', { type: 'check', message: text }, { shouldFocus: true })
  }
  const estimate = estimateExchange(form.watch('quantity'), terms.exitPrice, terms.feeBps)
  return (
    <>
      <Sheet
        open={open && place.asked === null}
        onOpenChange={onOpenChange}
        title={t('exchangeTitle')}
      >
        <form className={styles.form} noValidate onSubmit={form.handleSubmit(goOn)}>
          <Field
            label={t('exchangeQuantity')}
            error={form.formState.errors.quantity?.message}
            hint={t('exchangeHint', { min: figureText(terms.minimum, 0, 6) })}
            aside={<Money value={terms.available} unit="LEAF" size="sub" place="list" />}
          >
            <AmountInput
              unit="LEAF"
              onMax={() =>
                form.setValue('quantity', terms.available, {
                  shouldValidate: true,
                  shouldTouch: true,
                })
              }
              {...form.register('quantity')}
            />
          </Field>
          <List>
            <Row
              label={t('exitPriceNow')}
              value={<Money value={terms.exitPrice} unit="USDT" place="price" />}
            />
            <Row
              label={t('exchangeFee', { percent: figureText(`${terms.feeBps / 100}`, 0, 2) })}
              value={estimate ? <Money value={estimate.fee} unit="USDT" place="list" /> : '–'}
            />
            <Row
              label={t('estimate')}
              value={estimate ? <Money value={estimate.net} unit="USDT" place="list" /> : '–'}
              strong
            />
          </List>
          <Note>
            {t('exchangeNote')} <Moment time={terms.nextCutoff} />
          </Note>
          <Button type="submit" wide>
            {t('nextStep')}
          </Button>
        </form>
      </Sheet>
      <PinSheet
        {...place.pad}
        title={t('exchangeConfirm')}
        label={t('password')}
        confirmText={t('exchangeConfirm')}
        summary={place.asked && <Money value={place.asked} unit="LEAF" size="hero" />}
      />
    </>
  )
}
