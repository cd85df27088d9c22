import { formatAmount, type Network, parseAmount } from '@banyan/domain'
import {
  AmountField,
  Button,
  Chip,
  figureText,
  Money,
  Note,
  placedText,
  Segmented,
  Sheet,
} from '@banyan/ui'
import { useId } from 'react'
import { Controller, useWatch } from 'react-hook-form'
import { nav, pages, useTexts } from '../../shell/index.ts'
import { LimitsLink } from '../../shell/limits-link.tsx'
import { PaymentSheet } from '../../shell/payment-pad.tsx'
import { RiskNotice } from '../../shell/risk-notice.tsx'
import { amountOrNull, percentOfBps } from '../prices.ts'
import { escrowOfTake, quoteOfTyped } from '../take-figures.ts'
import { takeTexts } from '../take-texts.ts'
import { takesTexts } from '../takes-texts.ts'
import { type TakeProps, useTake } from '../use-take.ts'
import { PayFromField } from './pay-from-field.tsx'
import { QuoteList } from './quote-list.tsx'
import { InvestsLine, isFullOfTakes, TakesNote } from './takes-note.tsx'

type Taking = ReturnType<typeof useTake>

const again = { shouldValidate: true, shouldTouch: true } as const
const orNothing = (text: string | undefined) => text?.trim() || undefined

/**
 * Takes a part or all of an order: the quantity, the network, and the amounts. A seller confirms it
 * by the payment password.
 */
export default function Take(props: TakeProps) {
  const { side, offer, gone, open, onClose } = props
  const t = useTexts(takeTexts)
  const id = useId()
  const take = useTake(props)
  const { form, terms, min, max, networks, changed, sell } = take
  const isFull = isFullOfTakes(terms?.takes)
  const range = { min: figureText(min, 0), max: figureText(max, 0) }
  const [quantity, network] = useWatch({ control: form.control, name: ['quantity', 'network'] })
  const { errors } = form.formState
  return (
    <>
      <Sheet
        open={open && sell.asked === null}
        onOpenChange={next => !next && onClose()}
        title={t(`${side}.title`)}
        description={t(`${side}.from`, { name: offer.owner.nickname })}
        locked={take.pending}
        footer={
          networks.length === 0 ? (
            <Button wide onClick={() => nav.to(pages.mineArea.account)}>
              {t('sell.setAddress')}
            </Button>
          ) : (
            <Button
              type="submit"
              form={id}
              wide
              pending={take.pending}
              disabled={gone || isFull || max < min}
            >
              {t(side === 'buy' ? 'buy.confirm' : 'sell.next')}
            </Button>
          )
        }
      >
        <form id={id} className="stack" noValidate onSubmit={take.submit}>
          {gone && <Note tone="warn">{t(`${side}.gone`)}</Note>}
          {changed && !gone && <Note tone="warn">{changed}</Note>}
          {terms && isFull && <TakesNote takes={terms.takes} />}
          {networks.length === 0 && (
            <Note tone="warn">{t('sell.noNetwork', { networks: offer.networks.join(' / ') })}</Note>
          )}
          <BelowLeast take={take} />
          <AmountField
            label={t(`${side}.quantity`)}
            unit="LEAF"
            aside={
              side === 'sell' && terms && t('sell.available', { n: figureText(terms.available) })
            }
            error={errors.quantity?.message}
            hint={
              !errors.quantity &&
              max >= min &&
              (min === max
                ? t(`${side}.rangeWhole`, { max: range.max })
                : t(`${side}.range`, range))
            }
            onMax={() => form.setValue('quantity', formatAmount(max), again)}
            {...form.register('quantity')}
          />
          <div className="stack">
            <p className="sub">{t('take.network')}</p>
            <Controller
              control={form.control}
              name="network"
              render={({ field }) => <NetworkChoice networks={networks} {...field} />}
            />
          </div>
          <Figures side={side} offer={offer} quantity={quantity} />
          {side === 'buy' && (
            <PayFromField
              network={network}
              error={errors.payFrom?.message}
              input={form.register('payFrom', { setValueAs: orNothing })}
            />
          )}
          {offer.floats && <p className="cap">{t('take.floats')}</p>}
          <p className="cap">{t(`${side}.tail`)}</p>
          {side === 'buy' && <RiskNotice step="marketBuy" />}
          {terms && (
            <p className="cap">
              {t(`${side}.window`, { minutes: Math.round(terms.paymentWindowMs / 60_000) })}
            </p>
          )}
          {terms && !isFull && <TakesNote takes={terms.takes} />}
          {side === 'buy' ? <BuyerLimits take={take} offer={offer} /> : <LimitsLink />}
        </form>
      </Sheet>
      <PaymentSheet
        {...sell.pad}
        open={open && sell.pad.open}
        title={t('sell.pinTitle')}
        summary={<Sold offer={offer} quantity={quantity} />}
        confirmText={t('sell.confirm')}
      />
    </>
  )
}

/** That the own maximum investment leaves less than the order's smallest part. */
function BelowLeast({ take: { terms, min, max } }: { take: Taking }) {
  const t = useTexts(takesTexts)
  if (max >= min || !terms?.invests) return null
  const left = placedText(terms.invests.left, 'limit')
  return <Note tone="warn">{t('takes.maximum', { left, min: figureText(min, 0) })}</Note>
}

/** What limits a buyer beside the order. */
function BuyerLimits({ take: { terms }, offer }: { take: Taking } & Pick<TakeProps, 'offer'>) {
  const t = useTexts(takesTexts)
  return (
    <>
      <InvestsLine invests={terms?.invests} />
      {terms && offer.newcomersMost !== null && (
        <p className="cap">{t('takes.newcomer', { share: terms.takes.newcomersShare ?? 0 })}</p>
      )}
    </>
  )
}

type Typed = Pick<TakeProps, 'offer'> & { quantity: string }

/** The amounts of what is typed: what is paid at which price, and the concession or the fee. */
function Figures({ side, offer, quantity }: Typed & Pick<TakeProps, 'side'>) {
  const t = useTexts(takeTexts)
  const quote = quoteOfTyped(quantity, offer)
  const price = {
    label: t('take.price'),
    value: parseAmount(offer.effectivePrice),
    unit: 'USDT',
  }
  const total = { value: quote?.paymentAmount ?? null, unit: 'USDT', strong: true }
  if (side === 'buy')
    return (
      <QuoteList
        lines={[
          { label: t('buy.pay'), ...total },
          price,
          ...(offer.concessionBps > 0
            ? [
                { label: t('buy.dealAmount'), value: quote?.dealAmount ?? null, unit: 'USDT' },
                {
                  label: t('buy.concession'),
                  value: quote?.concessionQuantity ?? null,
                  unit: 'LEAF',
                },
              ]
            : []),
        ]}
      />
    )
  const typed = amountOrNull(quantity)
  const escrow = typed ? escrowOfTake(typed, offer.feeBps) : null
  return (
    <QuoteList
      lines={[
        { label: t('sell.receive'), ...total },
        price,
        {
          label: t('sell.fee', { rate: percentOfBps(offer.feeBps) }),
          value: typed && escrow ? escrow - typed : null,
          unit: 'LEAF',
        },
        { label: t('sell.escrow'), value: escrow, unit: 'LEAF' },
      ]}
    />
  )
}

/** What the seller's password confirms. */
function Sold({ offer, quantity }: Typed) {
  const t = useTexts(takeTexts)
  const payment = quoteOfTyped(quantity, offer)?.paymentAmount ?? 0n
  return (
    <>
      <Money value={amountOrNull(quantity) ?? 0n} unit="LEAF" size="hero" />
      <p className="sub">
        {t('sell.pinFor', { name: offer.owner.nickname, amount: figureText(payment, 2, 2) })}
      </p>
    </>
  )
}

interface NetworkChoiceProps {
  networks: readonly Network[]
  value: Network
  onChange: (network: Network) => void
}

/** The network to pay over, of the order's; with only one there is no choice. */
function NetworkChoice({ networks, value, onChange }: NetworkChoiceProps) {
  const t = useTexts(takeTexts)
  if (networks.length < 2)
    return (
      <p>
        <Chip tone="accent">{value}</Chip>
      </p>
    )
  return (
    <Segmented
      label={t('take.network')}
      value={value}
      onValueChange={onChange}
      choices={networks.map(network => ({ value: network, label: network }))}
    />
  )
}
