import { type Conditions, formatAmount, type Network, networks } from '@banyan/domain'
import {
  AmountInput,
  Button,
  Checkbox,
  Field,
  figureText,
  Sheet,
  shortAddress,
  TextInput,
  useFieldControl,
} from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { useTexts } from '../../shell/index.ts'
import { percentOfBps } from '../prices.ts'
import {
  mostToSell,
  type PublishDraft,
  type PublishTerms,
  publishFigures,
} from '../publish-figures.ts'
import { publishTexts } from '../publish-texts.ts'
import { receivingQuery } from '../queries.ts'
import type { Side } from '../stages.ts'
import styles from './publish-sheet.module.css'
import { QuoteList } from './quote-list.tsx'

export interface PublishForm extends PublishDraft {
  networks: Network[]
  conditions: Conditions
}

interface PublishSheetProps {
  side: Side
  pending: boolean
  form: UseFormReturn<PublishForm>
  terms: PublishTerms
  open: boolean
  onClose: () => void
  /** Everything typed is well: on to the password. */
  onReady: () => void
}

/** What to sell, for how much, to whom in which portions; with what it costs and brings beside it. */
export function PublishSheet(props: PublishSheetProps) {
  const { side, pending, form, terms, open, onClose, onReady } = props
  const sells = side === 'sell'
  const t = useTexts(publishTexts)
  const id = useId()
  const { errors } = form.formState
  const again = { shouldValidate: true, shouldTouch: true } as const
  return (
    <Sheet
      open={open}
      onOpenChange={next => !next && onClose()}
      title={t(sells ? 'publish.title' : 'publish.buyTitle')}
      locked={pending}
      footer={
        <Button type="submit" form={id} wide pending={pending}>
          {t(sells ? 'publish.next' : 'publish.buyConfirm')}
        </Button>
      }
    >
      <form id={id} className="stack" noValidate onSubmit={form.handleSubmit(onReady)}>
        <Field
          label={t(sells ? 'publish.quantity' : 'publish.buyQuantity')}
          aside={
            sells
              ? t('publish.available', { n: figureText(terms.available) })
              : t('publish.buyMost', { n: figureText(terms.maxBuyValue) })
          }
          error={errors.quantity?.message}
        >
          <AmountInput
            unit="LEAF"
            onMax={
              sells
                ? () => form.setValue('quantity', formatAmount(mostToSell(terms)), again)
                : undefined
            }
            {...form.register('quantity')}
          />
        </Field>
        <Field
          label={t('publish.price')}
          aside={
            <button
              type="button"
              className={styles.guide}
              onClick={() => form.setValue('price', terms.guidePrice, again)}
            >
              {t('publish.useGuide', { price: figureText(terms.guidePrice) })}
            </button>
          }
          error={errors.price?.message}
          hint={
            !errors.price &&
            t(sells ? 'publish.priceHint' : 'publish.buyPriceHint', {
              low: figureText(terms.bandLow),
              high: figureText(terms.bandHigh),
            })
          }
        >
          <AmountInput unit="USDT" {...form.register('price', { deps: ['quantity'] })} />
        </Field>
        {sells && (
          <Field
            label={t('publish.concession')}
            error={errors.concessionBps?.message}
            hint={t('publish.concessionHint')}
          >
            <Slider form={form} max={terms.maxConcessionBps} />
          </Field>
        )}
        <div className={styles.pair}>
          <div>
            <Field label={t('publish.min')} error={errors.minQuantity?.message}>
              <AmountInput
                placeholder={figureText(terms.minQuantity, 0)}
                {...form.register('minQuantity')}
              />
            </Field>
          </div>
          <div>
            <Field label={t('publish.max')} error={errors.maxQuantity?.message}>
              <AmountInput placeholder={t('publish.all')} {...form.register('maxQuantity')} />
            </Field>
          </div>
        </div>
        <p className="cap">{t('publish.rangeHint')}</p>
        <Networks form={form} terms={terms} side={side} />
        <ConditionFields form={form} />
        <Derived form={form} terms={terms} side={side} />
        <p className="cap">
          {sells
            ? t('publish.escrowNote')
            : t('publish.buyNote', { minutes: Math.round(terms.paymentWindowMs / 60_000) })}{' '}
          {t('publish.expires', { days: Math.round(terms.orderLifeMs / 86_400_000) })}
        </p>
      </form>
    </Sheet>
  )
}

type Part = Pick<PublishSheetProps, 'form' | 'terms' | 'side'>

function Slider({ form, max }: { form: Part['form']; max: number }) {
  const bps = useWatch({ control: form.control, name: 'concessionBps' })
  const text = `${percentOfBps(bps)}%`
  const control = useFieldControl() as ComponentProps<'input'>
  return (
    <span className={styles.slider}>
      <input
        type="range"
        {...control}
        min={0}
        max={max}
        step={10}
        aria-valuetext={text}
        {...form.register('concessionBps', { valueAsNumber: true, deps: ['price'] })}
      />
      <output>{text}</output>
    </span>
  )
}

/** Networks to be paid over, one of them at least; a seller needs an address for each. */
function Networks({ form, terms, side }: Part) {
  const t = useTexts(publishTexts)
  const sells = side === 'sell'
  const { data: account } = useQuery({ ...receivingQuery, enabled: sells })
  const error = form.formState.errors.networks?.message
  const addressOn = (network: Network) => (network === 'BSC' ? account?.bsc : account?.tron)
  return (
    <fieldset className={styles.networks}>
      <legend>{t(sells ? 'publish.networks' : 'publish.payNetworks')}</legend>
      {networks.map(network => (
        <Checkbox
          key={network}
          value={network}
          disabled={sells && !terms.networks.includes(network)}
          label={
            <span className={styles.network}>
              <b>{network}</b>
              {sells && (
                <span className="cap num">
                  {terms.networks.includes(network)
                    ? shortAddress(addressOn(network) ?? '')
                    : t('publish.addressMissing')}
                </span>
              )}
            </span>
          }
          {...form.register('networks')}
        />
      ))}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** What is asked of whoever takes the order; all of it may be left as it is. */
function ConditionFields({ form }: { form: Part['form'] }) {
  const t = useTexts(publishTexts)
  const { conditions } = form.formState.errors
  const number = { setValueAs: (typed: unknown) => (typed === '' ? 0 : Number(typed)) }
  return (
    <fieldset className={styles.networks}>
      <legend>{t('publish.conditions')}</legend>
      <Checkbox label={t('publish.effective')} {...form.register('conditions.effectiveMember')} />
      <div className={styles.pair}>
        <Field label={t('publish.minTrades')} error={conditions?.minFinishedTrades?.message}>
          <TextInput
            inputMode="numeric"
            maxLength={4}
            {...form.register('conditions.minFinishedTrades', number)}
          />
        </Field>
        <Field label={t('publish.minRate')} error={conditions?.minCompletionRate?.message}>
          <TextInput
            inputMode="numeric"
            maxLength={3}
            {...form.register('conditions.minCompletionRate', number)}
          />
        </Field>
      </div>
      <p className="cap">{t('publish.conditionsHint')}</p>
    </fieldset>
  )
}

function Derived({ form, terms, side }: Part) {
  const t = useTexts(publishTexts)
  const draft = useWatch({ control: form.control }) as PublishForm
  const figures = publishFigures(draft, terms.feeBps)
  if (side === 'buy') {
    const pays = figures?.receives ?? null
    return (
      <QuoteList lines={[{ label: t('publish.pays'), value: pays, unit: 'USDT', strong: true }]} />
    )
  }
  return (
    <QuoteList
      lines={[
        {
          label: t('publish.receives'),
          value: figures?.receives ?? null,
          unit: 'USDT',
          strong: true,
        },
        ...(draft.concessionBps > 0
          ? [
              {
                label: t('publish.afterConcession'),
                value: figures?.priceAfterConcession ?? null,
                unit: 'USDT',
              },
            ]
          : []),
        {
          label: `${t('publish.fee')} (${percentOfBps(terms.feeBps)}%)`,
          value: figures?.fee ?? null,
          unit: 'LEAF',
        },
        { label: t('publish.escrow'), value: figures?.escrow ?? null, unit: 'LEAF' },
      ]}
    />
  )
}
