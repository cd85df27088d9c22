import { AmountField, Field, figureText, Segmented, useFieldControl } from '@banyan/ui'
import type { ComponentProps } from 'react'
import { useWatch } from 'react-hook-form'
import { useTexts } from '../../shell/index.ts'
import { marginText, percentOfBps } from '../prices.ts'
import { type PublishDraft, priceNow } from '../publish-figures.ts'
import { publishTexts } from '../publish-texts.ts'
import styles from './order-fields.module.css'
import type { TermFieldsProps } from './term-fields.ts'

const again = { shouldValidate: true, shouldTouch: true } as const

/** A fixed or floating price, and for a sell order its seller's concession. */
export function PriceFields({ side, form, terms }: TermFieldsProps) {
  const t = useTexts(publishTexts)
  const pricing = useWatch({ control: form.control, name: 'pricing' })
  return (
    <>
      <Segmented
        label={t('publish.pricing')}
        value={pricing}
        onValueChange={next => form.setValue('pricing', next)}
        choices={[
          { value: 'fixed', label: t('publish.fixed') },
          { value: 'floating', label: t('publish.floating') },
        ]}
      />
      {pricing === 'fixed' ? (
        <Fixed side={side} form={form} terms={terms} />
      ) : (
        <Floating side={side} form={form} terms={terms} />
      )}
      {side === 'sell' && (
        <Field
          label={t('publish.concession')}
          error={form.formState.errors.concessionBps?.message}
          hint={t('publish.concessionHint')}
        >
          <BpsSlider
            form={form}
            name="concessionBps"
            least={0}
            most={terms.maxConcessionBps}
            text={bps => `${percentOfBps(bps)}%`}
            deps={['price', 'marginBps', 'limit']}
          />
        </Field>
      )}
    </>
  )
}

function Fixed({ side, form, terms }: TermFieldsProps) {
  const t = useTexts(publishTexts)
  const error = form.formState.errors.price?.message
  return (
    <AmountField
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
      error={error}
      hint={
        !error &&
        t(side === 'sell' ? 'publish.priceHint' : 'publish.buyPriceHint', {
          low: figureText(terms.bandLow),
          high: figureText(terms.bandHigh),
        })
      }
      unit="USDT"
      {...form.register('price', { deps: ['quantity'] })}
    />
  )
}

function Floating({ side, form, terms }: TermFieldsProps) {
  const t = useTexts(publishTexts)
  const sells = side === 'sell'
  const { marginBps, limit } = form.formState.errors
  const price = priceNow(useWatch({ control: form.control }) as PublishDraft, terms, side)
  return (
    <>
      <Field
        label={t('publish.margin')}
        aside={t('publish.useGuide', { price: figureText(terms.guidePrice) })}
        error={marginBps?.message}
        hint={
          !marginBps &&
          (price === null
            ? t('publish.marginHint')
            : t('publish.marginNow', { price: figureText(price) }))
        }
      >
        <BpsSlider
          form={form}
          name="marginBps"
          least={-terms.maxMarginBps}
          most={terms.maxMarginBps}
          text={marginText}
          deps={['limit', 'quantity']}
        />
      </Field>
      <AmountField
        label={t(sells ? 'publish.floor' : 'publish.ceiling')}
        error={limit?.message}
        hint={!limit && t(sells ? 'publish.floorHint' : 'publish.ceilingHint')}
        unit="USDT"
        {...form.register('limit', { deps: ['marginBps', 'quantity'] })}
      />
    </>
  )
}

interface BpsSliderProps extends Pick<TermFieldsProps, 'form'> {
  name: 'marginBps' | 'concessionBps'
  least: number
  most: number
  text: (bps: number) => string
  /** Fields that are validated again with it. */
  deps: ('price' | 'marginBps' | 'limit' | 'quantity')[]
}

/** A rate between two limits, in steps of a tenth of a percent. */
function BpsSlider({ form, name, least, most, text, deps }: BpsSliderProps) {
  const bps = useWatch({ control: form.control, name })
  const control = useFieldControl() as ComponentProps<'input'>
  return (
    <span className={styles.slider}>
      <input
        type="range"
        {...control}
        min={least}
        max={most}
        step={10}
        aria-valuetext={text(bps)}
        {...form.register(name, { valueAsNumber: true, deps })}
      />
      <output>{text(bps)}</output>
    </span>
  )
}
