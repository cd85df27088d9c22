import { formatAmount, type Network, networks } from '@banyan/domain'
import {
  AmountInput,
  Button,
  Checkbox,
  Field,
  figureText,
  Sheet,
  shortAddress,
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
import { receivingQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './publish-sheet.module.css'
import { QuoteList } from './quote-list.tsx'

export interface PublishForm extends PublishDraft {
  networks: Network[]
}

interface PublishSheetProps {
  form: UseFormReturn<PublishForm>
  terms: PublishTerms
  open: boolean
  onClose: () => void
  /** Everything typed is well: on to the password. */
  onReady: () => void
}

/** What to sell, for how much, to whom in which portions; with what it costs and brings beside it. */
export function PublishSheet({ form, terms, open, onClose, onReady }: PublishSheetProps) {
  const t = useTexts(texts)
  const id = useId()
  const { errors } = form.formState
  const again = { shouldValidate: true, shouldTouch: true } as const
  return (
    <Sheet
      open={open}
      onOpenChange={next => !next && onClose()}
      title={t('publish.title')}
      footer={
        <Button type="submit" form={id} wide>
          {t('publish.next')}
        </Button>
      }
    >
      <form id={id} className="stack" noValidate onSubmit={form.handleSubmit(onReady)}>
        <Field
          label={t('publish.quantity')}
          aside={t('publish.available', { n: figureText(terms.available) })}
          error={errors.quantity?.message}
        >
          <AmountInput
            unit="LEAF"
            onMax={() => form.setValue('quantity', formatAmount(mostToSell(terms)), again)}
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
            t('publish.priceHint', {
              low: figureText(terms.bandLow),
              high: figureText(terms.bandHigh),
            })
          }
        >
          <AmountInput unit="USDT" {...form.register('price', { deps: ['quantity'] })} />
        </Field>
        <Field
          label={t('publish.concession')}
          error={errors.concessionBps?.message}
          hint={t('publish.concessionHint')}
        >
          <Slider form={form} max={terms.maxConcessionBps} />
        </Field>
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
              <AmountInput placeholder={t('all')} {...form.register('maxQuantity')} />
            </Field>
          </div>
        </div>
        <p className="cap">{t('publish.rangeHint')}</p>
        <Networks form={form} terms={terms} />
        <Derived form={form} terms={terms} />
        <p className="cap">{t('publish.escrowNote')}</p>
      </form>
    </Sheet>
  )
}

type Part = Pick<PublishSheetProps, 'form' | 'terms'>

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

/** Networks to be paid over; one without an address cannot be chosen. */
function Networks({ form, terms }: Part) {
  const t = useTexts(texts)
  const { data: account } = useQuery(receivingQuery)
  const error = form.formState.errors.networks?.message
  const addressOn = (network: Network) => (network === 'BSC' ? account?.bsc : account?.tron)
  return (
    <fieldset className={styles.networks}>
      <legend>{t('publish.networks')}</legend>
      {networks.map(network => (
        <Checkbox
          key={network}
          value={network}
          disabled={!terms.networks.includes(network)}
          label={
            <span className={styles.network}>
              <b>{network}</b>
              <span className="cap num">
                {terms.networks.includes(network)
                  ? shortAddress(addressOn(network) ?? '')
                  : t('publish.addressMissing')}
              </span>
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

function Derived({ form, terms }: Part) {
  const t = useTexts(texts)
  const draft = useWatch({ control: form.control }) as PublishForm
  const figures = publishFigures(draft, terms.feeBps)
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
