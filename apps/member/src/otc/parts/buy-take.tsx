import { addressShapes, formatAmount, type Network, parseAmount, takeOrder } from '@banyan/domain'
import { AmountInput, Button, Chip, Field, figureText, Note, Segmented, Sheet } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { schemaResolver, showIssues } from '../../shell/form.ts'
import { nav, pages, queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { RiskNotice, rememberTaken } from '../../shell/risk-notice.tsx'
import { withChecks } from '../checks.ts'
import { codes } from '../codes.ts'
import { termsQuery, tradeChanged } from '../queries.ts'
import { buyRange, canTake, quoteOfTyped, startOf } from '../take-figures.ts'
import { takeTexts } from '../take-texts.ts'
import { takesTexts } from '../takes-texts.ts'
import type { Offer } from './offer-row.tsx'
import { PayFromField } from './pay-from-field.tsx'
import { QuoteList } from './quote-list.tsx'
import { InvestsLine, isFullOfTakes, TakesNote } from './takes-note.tsx'

export interface TakeProps {
  /** The current order; kept while the sheet closes. */
  offer: Offer
  /** The payment that the member is looking for, micro-USDT: the initial quantity is what it buys. */
  payment: bigint | null
  /** It is no longer on the market. */
  gone: boolean
  open: boolean
  onClose: () => void
}

interface TakeForm {
  quantity: string
  network: Network
  /** The only address that will be paid from; none where any may be used. */
  payFrom?: string | undefined
}

/** Refusals that are shown at the quantity. */
const aboutQuantity: readonly number[] = [
  codes.takeBelowMin,
  codes.takeAboveMax,
  codes.takeAboveRest,
  codes.takeRestWhole,
  codes.newcomersShare,
  codes.newcomersShareTaken,
  codes.investmentOverMaximum,
]
const formSchema = takeOrder.body.omit({ version: true })
const orNothing = (text: string | undefined) => text?.trim() || undefined

/** Buys a part or all of a sell order: the quantity, the network, and the cost. */
export default function BuyTake({ offer, payment, gone, open, onClose }: TakeProps) {
  const t = useTexts(takeTexts)
  const about = useTexts(takesTexts)
  const id = useId()
  const { data: terms } = useQuery(termsQuery)
  const { min, max } = buyRange(offer, terms?.invests?.left ?? null)
  const range = { min: figureText(min, 0), max: figureText(max, 0) }
  const isFull = isFullOfTakes(terms?.takes) || max < min
  const form = useForm<TakeForm>({
    resolver: withChecks(schemaResolver<TakeForm, TakeForm>(formSchema), values => ({
      ...(canTake(values.quantity, offer, { min, max })
        ? {}
        : { quantity: t('take.outside', range) }),
      ...(isAddress(values) ? {} : { payFrom: t(`take.notAddress.${values.network}`) }),
    })),
    mode: 'onTouched',
    defaultValues: { quantity: startOf(offer, payment), network: offer.networks[0] ?? 'BSC' },
  })
  const [changed, setChanged] = useState<string>()
  const take = useCommand(takeOrder, {
    form: `otc.take:${offer.id}`,
    onRefused: refusal => {
      if (refusal.code === codes.orderChanged || refusal.code === codes.orderNotAvailable)
        void queryClient.invalidateQueries({ queryKey: ['otc', 'market'] })
      if (refusal.code === codes.orderChanged) {
        setChanged(refusal.message)
        return true
      }
      if (aboutQuantity.includes(refusal.code)) {
        form.setError('quantity', { message: refusal.message }, { shouldFocus: true })
        return true
      }
      if (refusal.code === codes.payFromAddress) {
        form.setError('payFrom', { message: refusal.message }, { shouldFocus: true })
        return true
      }
      return showIssues(form, refusal)
    },
  })
  const [quantity, network] = useWatch({ control: form.control, name: ['quantity', 'network'] })
  const quote = quoteOfTyped(quantity, offer)
  useEffect(() => {
    if (!offer.networks.includes(form.getValues('network')))
      form.setValue('network', offer.networks[0] ?? 'BSC')
  }, [offer, form])

  async function submit({ quantity, network, payFrom }: TakeForm) {
    setChanged(undefined)
    const named = payFrom === undefined ? {} : { payFrom }
    const trade = await take.run({
      params: { id: offer.id },
      body: { quantity, network, version: offer.version, ...named },
    })
    if (!trade) return
    rememberTaken('marketBuy')
    tradeChanged(trade)
    toast(t('take.taken'), 'ok')
    onClose()
    nav.to(pages.otc.buy[trade.stage], { id: trade.id })
  }

  return (
    <Sheet
      open={open}
      onOpenChange={next => !next && onClose()}
      title={t('take.title')}
      description={t('take.from', { name: offer.owner.nickname })}
      locked={take.pending}
      footer={
        <Button type="submit" form={id} wide pending={take.pending} disabled={gone || isFull}>
          {t('take.confirm')}
        </Button>
      }
    >
      <form id={id} className="stack" noValidate onSubmit={form.handleSubmit(submit)}>
        {gone && <Note tone="warn">{t('take.gone')}</Note>}
        {changed && !gone && <Note tone="warn">{changed}</Note>}
        {terms && isFullOfTakes(terms.takes) && <TakesNote takes={terms.takes} />}
        {max < min && terms?.invests && (
          <Note tone="warn">
            {about('takes.maximum', {
              left: figureText(terms.invests.left, 0, 2),
              min: figureText(min, 0),
            })}
          </Note>
        )}
        <Field
          label={t('take.quantity')}
          error={form.formState.errors.quantity?.message}
          hint={
            !form.formState.errors.quantity &&
            max >= min &&
            (min === max ? t('take.rangeWhole', { max: range.max }) : t('take.range', range))
          }
        >
          <AmountInput
            unit="LEAF"
            onMax={() =>
              form.setValue('quantity', formatAmount(max), {
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
            render={({ field }) => <NetworkChoice networks={offer.networks} {...field} />}
          />
        </div>
        <QuoteList
          lines={[
            {
              label: t('take.pay'),
              value: quote?.paymentAmount ?? null,
              unit: 'USDT',
              strong: true,
            },
            { label: t('take.price'), value: parseAmount(offer.effectivePrice), unit: 'USDT' },
            ...(offer.concessionBps > 0
              ? [
                  { label: t('take.dealAmount'), value: quote?.dealAmount ?? null, unit: 'USDT' },
                  {
                    label: t('take.concession'),
                    value: quote?.concessionQuantity ?? null,
                    unit: 'LEAF',
                  },
                ]
              : []),
          ]}
        />
        <PayFromField
          network={network}
          error={form.formState.errors.payFrom?.message}
          input={form.register('payFrom', { setValueAs: orNothing })}
        />
        {offer.floats && <p className="cap">{t('take.floats')}</p>}
        <p className="cap">{t('take.tail')}</p>
        <RiskNotice step="marketBuy" />
        {terms && (
          <p className="cap">
            {t('take.window', { minutes: Math.round(terms.paymentWindowMs / 60_000) })}
          </p>
        )}
        {terms && !isFullOfTakes(terms.takes) && <TakesNote takes={terms.takes} />}
        <InvestsLine invests={terms?.invests} />
        {terms && offer.newcomersMost !== null && (
          <p className="cap">
            {about('takes.newcomer', { share: terms.takes.newcomersShare ?? 0 })}
          </p>
        )}
      </form>
    </Sheet>
  )
}

const isAddress = ({ network, payFrom }: TakeForm): boolean =>
  payFrom === undefined || addressShapes[network].safeParse(payFrom).success

interface NetworkChoiceProps {
  networks: readonly Network[]
  value: Network
  onChange: (network: Network) => void
}

/** The network to pay over, of the order's; with only one there is no choice. */
export function NetworkChoice({ networks, value, onChange }: NetworkChoiceProps) {
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
