import { formatAmount, type Network, parseAmount, takeBuyOrder } from '@banyan/domain'
import { AmountInput, Button, Field, figureText, Money, Note, PinSheet, Sheet } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { schemaResolver, showIssues } from '../../shell/form.ts'
import { nav, pages, queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { LimitsLink } from '../../shell/limits-link.tsx'
import { isAboutPaymentPassword } from '../../shell/payment-pad.ts'
import { withChecks } from '../checks.ts'
import { codes } from '../codes.ts'
import { amountOrNull, percentOfBps } from '../prices.ts'
import { termsQuery, tradeChanged } from '../queries.ts'
import { canTake, escrowOfTake, quoteOfTyped, sellerProblem, startOf } from '../take-figures.ts'
import { takeTexts } from '../take-texts.ts'
import { NetworkChoice, type TakeProps } from './buy-take.tsx'
import { QuoteList } from './quote-list.tsx'
import { isFullOfTakes, TakesNote } from './takes-note.tsx'

interface SellForm {
  quantity: string
  network: Network
}

const formSchema = takeBuyOrder.body.omit({ version: true, paymentPassword: true })
/** Refusals about the quantity: the server's own sentence is shown at its field. */
const aboutQuantity: readonly number[] = [
  codes.takeBelowMin,
  codes.takeAboveMax,
  codes.takeAboveRest,
  codes.takeRestWhole,
  codes.insufficientBalance,
  codes.tradingLimitExceeded,
  codes.buyerOverMaximum,
]

/**
 * Sells a part or all to a buy order: the quantity, the network, then the payment password, because
 * the seller's coin goes into escrow.
 */
export default function SellTake({ offer, payment, gone, open, onClose }: TakeProps) {
  const t = useTexts(takeTexts)
  const id = useId()
  const [asking, setAsking] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const { data: terms } = useQuery(termsQuery)
  const payable = offer.networks.filter(network => terms?.networks.includes(network) ?? true)
  const range = { min: figureText(offer.takeMin, 0), max: figureText(offer.takeMax, 0) }
  const form = useForm<SellForm>({
    resolver: withChecks(schemaResolver<SellForm, SellForm>(formSchema), ({ quantity }) => {
      if (!canTake(quantity, offer)) return { quantity: t('take.outside', range) }
      if (!terms) return {}
      const problem = sellerProblem(quantity, offer.feeBps, terms)
      if (problem === 'tooMuch')
        return { quantity: t('takeBuy.tooMuch', { available: figureText(terms.available) }) }
      if (problem === 'aboveLimit')
        return { quantity: t('takeBuy.aboveLimit', { left: figureText(terms.tradingLimit) }) }
      return {}
    }),
    mode: 'onTouched',
    defaultValues: {
      quantity: startOf(offer, payment),
      network: payable[0] ?? offer.networks[0] ?? 'BSC',
    },
  })
  const [changed, setChanged] = useState<string>()
  const take = useCommand(takeBuyOrder, {
    form: `otc.takeBuy:${offer.id}`,
    onRefused: refusal => {
      if (isAboutPaymentPassword(refusal)) {
        setWrong(refusal.message)
        return true
      }
      setAsking(false)
      if (refusal.code === codes.orderChanged || refusal.code === codes.orderNotAvailable)
        void queryClient.invalidateQueries({ queryKey: ['otc', 'market'] })
      if (refusal.code === codes.orderChanged) {
        setChanged(refusal.message)
        return true
      }
      if (!aboutQuantity.includes(refusal.code)) return showIssues(form, refusal)
      form.setError('quantity', { message: refusal.message }, { shouldFocus: true })
      return true
    },
  })
  const quantity = useWatch({ control: form.control, name: 'quantity' })
  const typed = amountOrNull(quantity)
  const quote = quoteOfTyped(quantity, offer)

  async function submit(paymentPassword: string) {
    setWrong(undefined)
    setChanged(undefined)
    const { network } = form.getValues()
    const body = { quantity, network, version: offer.version, paymentPassword }
    const trade = await take.run({ params: { id: offer.id }, body })
    if (!trade) return
    tradeChanged(trade)
    toast(t('take.taken'), 'ok')
    setAsking(false)
    onClose()
    nav.to(pages.otc.sell[trade.stage], { id: trade.id })
  }

  return (
    <>
      <Sheet
        open={open && !asking}
        onOpenChange={next => !next && onClose()}
        title={t('takeBuy.title')}
        description={t('takeBuy.from', { name: offer.owner.nickname })}
        footer={
          payable.length === 0 ? (
            <Button wide onClick={() => nav.to(pages.mineArea.account)}>
              {t('takeBuy.setAddress')}
            </Button>
          ) : (
            <Button type="submit" form={id} wide disabled={gone || isFullOfTakes(terms?.takes)}>
              {t('takeBuy.next')}
            </Button>
          )
        }
      >
        <form
          id={id}
          className="stack"
          noValidate
          onSubmit={form.handleSubmit(() => {
            setWrong(undefined)
            setAsking(true)
          })}
        >
          {gone && <Note tone="warn">{t('takeBuy.gone')}</Note>}
          {changed && !gone && <Note tone="warn">{changed}</Note>}
          {terms && isFullOfTakes(terms.takes) && <TakesNote takes={terms.takes} />}
          {payable.length === 0 && (
            <Note tone="warn">
              {t('takeBuy.noNetwork', { networks: offer.networks.join(' / ') })}
            </Note>
          )}
          <Field
            label={t('takeBuy.quantity')}
            {...(terms
              ? { aside: t('takeBuy.available', { n: figureText(terms.available) }) }
              : {})}
            error={form.formState.errors.quantity?.message}
            hint={
              !form.formState.errors.quantity &&
              (offer.takeMin === offer.takeMax
                ? t('takeBuy.rangeWhole', { max: range.max })
                : t('takeBuy.range', range))
            }
          >
            <AmountInput
              unit="LEAF"
              onMax={() =>
                form.setValue('quantity', formatAmount(parseAmount(offer.takeMax)), {
                  shouldValidate: true,
                  shouldTouch: true,
                })
              }
              {...form.register('quantity')}
            />
          </Field>
          <div className="stack">
            <p className="sub">{t('take.network')}</p>
            <Controller
              control={form.control}
              name="network"
              render={({ field }) => <NetworkChoice networks={payable} {...field} />}
            />
          </div>
          <QuoteList
            lines={[
              {
                label: t('takeBuy.receive'),
                value: quote?.paymentAmount ?? null,
                unit: 'USDT',
                strong: true,
              },
              { label: t('take.price'), value: parseAmount(offer.effectivePrice), unit: 'USDT' },
              {
                label: t('takeBuy.fee', { rate: percentOfBps(offer.feeBps) }),
                value: typed ? escrowOfTake(typed, offer.feeBps) - typed : null,
                unit: 'LEAF',
              },
              {
                label: t('takeBuy.escrow'),
                value: typed ? escrowOfTake(typed, offer.feeBps) : null,
                unit: 'LEAF',
              },
            ]}
          />
          {offer.floats && <p className="cap">{t('take.floats')}</p>}
          <p className="cap">{t('takeBuy.tail')}</p>
          {terms && (
            <p className="cap">
              {t('takeBuy.window', { minutes: Math.round(terms.paymentWindowMs / 60_000) })}
            </p>
          )}
          {terms && !isFullOfTakes(terms.takes) && <TakesNote takes={terms.takes} />}
          <LimitsLink />
        </form>
      </Sheet>
      <PinSheet
        open={open && asking}
        onOpenChange={next => !next && setAsking(false)}
        title={t('takeBuy.pinTitle')}
        summary={
          <>
            <Money value={typed ?? 0n} unit="LEAF" size="hero" />
            <p className="sub">
              {t('takeBuy.pinFor', {
                name: offer.owner.nickname,
                amount: figureText(quote?.paymentAmount ?? 0n, 2, 2),
              })}
            </p>
          </>
        }
        label={t('takeBuy.pin')}
        confirmText={t('takeBuy.confirm')}
        error={wrong}
        pending={take.pending}
        onSubmit={digits => void submit(digits)}
      />
    </>
  )
}
