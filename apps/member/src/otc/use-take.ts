import {
  addressShapes,
  type Network,
  type TradeView,
  takeBuyOrder,
  takeOrder,
} from '@banyan/domain'
import { figureText } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { schemaResolver, showRefusal, withChecks } from '../shell/form.ts'
import {
  nav,
  pages,
  queryClient,
  type Refused,
  toast,
  useCommand,
  useTexts,
} from '../shell/index.ts'
import { usePaymentPad } from '../shell/payment-pad.tsx'
import { rememberTaken } from '../shell/risk-notice.tsx'
import { codes } from './codes.ts'
import { termsQuery } from './market-queries.ts'
import type { Offer } from './parts/offer-row.tsx'
import { tradeChanged } from './queries.ts'
import type { Side } from './stages.ts'
import { buyRange, canTake, sellerProblem, startOf } from './take-figures.ts'
import { takeTexts } from './take-texts.ts'

export interface TakeProps {
  /** What the taker does: buys from a sell order, or sells to a buy order. */
  side: Side
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
  /** A buyer's only address that will be paid from; none where any may be used. */
  payFrom?: string | undefined
}

const schemas = {
  buy: takeOrder.body.omit({ version: true }),
  sell: takeBuyOrder.body.omit({ version: true, paymentPassword: true }),
} as const

/** The field that a refusal is about; the server's own sentence is shown there. */
const fieldOf: Partial<Record<number, 'quantity' | 'payFrom'>> = {
  [codes.takeBelowMin]: 'quantity',
  [codes.takeAboveMax]: 'quantity',
  [codes.takeAboveRest]: 'quantity',
  [codes.takeRestWhole]: 'quantity',
  [codes.newcomersShare]: 'quantity',
  [codes.newcomersShareTaken]: 'quantity',
  [codes.investmentOverMaximum]: 'quantity',
  [codes.insufficientBalance]: 'quantity',
  [codes.tradingLimitExceeded]: 'quantity',
  [codes.buyerOverMaximum]: 'quantity',
  [codes.payFromAddress]: 'payFrom',
}

/** The taking of an order as it is typed, with its limits, its checks and its call. */
export function useTake({ side, offer, payment, onClose }: TakeProps) {
  const t = useTexts(takeTexts)
  const { data: terms } = useQuery(termsQuery)
  const buys = side === 'buy'
  const { min, max } = buyRange(offer, (buys && terms?.invests?.left) || null)
  const networks = buys
    ? offer.networks
    : offer.networks.filter(network => terms?.networks.includes(network) ?? true)
  const [first] = networks

  function quantityProblem(quantity: string): string | null {
    if (!canTake(quantity, offer, { min, max }))
      return t('take.outside', { min: figureText(min, 0), max: figureText(max, 0) })
    const problem = buys || !terms ? null : sellerProblem(quantity, offer.feeBps, terms)
    if (!problem || !terms) return null
    return problem === 'tooMuch'
      ? t('sell.tooMuch', { available: figureText(terms.available) })
      : t('sell.aboveLimit', { left: figureText(terms.tradingLimit) })
  }
  const form = useForm<TakeForm>({
    resolver: withChecks(schemaResolver<TakeForm, TakeForm>(schemas[side]), values => {
      const problem = quantityProblem(values.quantity)
      return {
        ...(problem === null ? {} : { quantity: problem }),
        ...(isAddress(values) ? {} : { payFrom: t(`take.notAddress.${values.network}`) }),
      }
    }),
    mode: 'onTouched',
    defaultValues: {
      quantity: startOf(offer, payment),
      network: first ?? offer.networks[0] ?? 'BSC',
    },
  })
  useEffect(() => {
    if (first && !networks.includes(form.getValues('network'))) form.setValue('network', first)
  })

  const [changed, setChanged] = useState<string>()
  function onRefused(refusal: Refused): boolean {
    const { code, message } = refusal
    if (code === codes.orderChanged || code === codes.orderNotAvailable)
      void queryClient.invalidateQueries({ queryKey: ['otc', 'market'] })
    if (code !== codes.orderChanged) return showRefusal(form, refusal, fieldOf[code])
    setChanged(message)
    return true
  }
  function onAnswered(trade: TradeView) {
    if (buys) rememberTaken('marketBuy')
    tradeChanged(trade)
    toast(t('take.taken'), 'ok')
    onClose()
    void nav.to(pages.otc[side][trade.stage], { id: trade.id })
  }
  const params = { id: offer.id }
  const bodyOf = ({ quantity, network, payFrom }: TakeForm) => ({
    quantity,
    network,
    version: offer.version,
    ...(payFrom === undefined ? {} : { payFrom }),
  })
  const buy = useCommand(takeOrder, { form: `otc.take:${offer.id}`, onRefused })
  const sell = usePaymentPad(takeBuyOrder, {
    form: `otc.takeBuy:${offer.id}`,
    input: (typed: TakeForm, paymentPassword) => ({
      params,
      body: { ...bodyOf(typed), paymentPassword },
    }),
    onRefused,
    onAnswered,
  })
  const submit = form.handleSubmit(async typed => {
    setChanged(undefined)
    // A seller's coin goes into escrow: their payment password comes first.
    if (!buys) return sell.ask(typed)
    const trade = await buy.run({ params, body: bodyOf(typed) })
    if (trade) onAnswered(trade)
  })
  return { form, terms, min, max, networks, changed, submit, pending: buy.pending, sell }
}

const isAddress = ({ network, payFrom }: TakeForm): boolean =>
  payFrom === undefined || addressShapes[network].safeParse(payFrom).success
