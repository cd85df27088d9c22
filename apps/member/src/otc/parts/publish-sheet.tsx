import { formatAmount } from '@banyan/domain'
import { AmountField, Button, Checkbox, figureText, Sheet } from '@banyan/ui'
import { useId } from 'react'
import { useWatch } from 'react-hook-form'
import { inputOf } from '../../shell/form.ts'
import { useTexts } from '../../shell/index.ts'
import { LimitsLink } from '../../shell/limits-link.tsx'
import { RiskNotice } from '../../shell/risk-notice.tsx'
import { percentOfBps } from '../prices.ts'
import { mostToPay, mostToSell, publishFigures } from '../publish-figures.ts'
import { publishTexts } from '../publish-texts.ts'
import { TermFields } from './order-fields.tsx'
import { QuoteList } from './quote-list.tsx'
import { InvestsLine } from './takes-note.tsx'
import type { PublishForm, TermFieldsProps } from './term-fields.ts'
import { usePriceLines } from './use-price-lines.ts'

interface PublishSheetProps extends TermFieldsProps {
  pending: boolean
  open: boolean
  onClose: () => void
  /** All input is valid: continue to the password. */
  onReady: () => void
}

/** What to sell, at which price, to whom in which portions; with its cost and proceeds beside it. */
export function PublishSheet(props: PublishSheetProps) {
  const { side, pending, form, terms, open, onClose, onReady } = props
  const sells = side === 'sell'
  const t = useTexts(publishTexts)
  const id = useId()
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
        <AmountField
          label={t(sells ? 'publish.quantity' : 'publish.buyQuantity')}
          aside={
            sells
              ? t('publish.available', { n: figureText(terms.available) })
              : t('publish.buyMost', { n: figureText(mostToPay(terms)) })
          }
          unit="LEAF"
          onMax={
            sells
              ? () => form.setValue('quantity', formatAmount(mostToSell(terms)), again)
              : undefined
          }
          {...inputOf(form, 'quantity')}
        />
        <TermFields form={form} terms={terms} side={side} />
        {sells && (
          <div>
            <Checkbox label={t('publish.autoRelease')} {...form.register('autoRelease')} />
            <p className="cap">{t('publish.autoReleaseHint')}</p>
          </div>
        )}
        <Derived form={form} terms={terms} side={side} />
        {!sells && <RiskNotice step="marketBuy" />}
        {sells ? <LimitsLink /> : <InvestsLine invests={terms.invests} />}
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

function Derived({ form, terms, side }: TermFieldsProps) {
  const t = useTexts(publishTexts)
  const priceLines = usePriceLines()
  const draft = useWatch({ control: form.control }) as PublishForm
  const figures = publishFigures(draft, terms, side)
  const now = draft.pricing === 'floating'
  const total = { value: figures?.receives ?? null, unit: 'USDT', strong: true }
  if (side === 'buy')
    return (
      <QuoteList
        lines={[
          { label: t(now ? 'publish.paysNow' : 'publish.pays'), ...total },
          ...priceLines(draft, figures, side),
        ]}
      />
    )
  return (
    <QuoteList
      lines={[
        { label: t(now ? 'publish.receivesNow' : 'publish.receives'), ...total },
        ...priceLines(draft, figures, side),
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
