import { networks, noConditions, publishBuyOrder, publishOrder } from '@banyan/domain'
import { Money } from '@banyan/ui'
import { useForm } from 'react-hook-form'
import { schemaResolver, showRefusal, withChecks } from '../../shell/form.ts'
import { nav, pages, queryClient, type Refused, useCommand, useTexts } from '../../shell/index.ts'
import { PaymentSheet, usePaymentPad } from '../../shell/payment-pad.tsx'
import { showResult } from '../../shell/result/show-result.tsx'
import { bodyOf, checkedAsCall, fieldOfRefusal } from '../publish-body.ts'
import {
  completed,
  type PublishTerms,
  publishFigures,
  publishProblems,
} from '../publish-figures.ts'
import { publishTexts } from '../publish-texts.ts'
import type { Side } from '../stages.ts'
import { useProblemTexts } from '../use-problem-texts.ts'
import { PublishSheet } from './publish-sheet.tsx'
import type { PublishForm } from './term-fields.ts'

const sellSchema = publishOrder.body.omit({ paymentPassword: true })

type Order = ReturnType<typeof bodyOf<PublishForm>>

interface PublishFlowProps {
  side: Side
  terms: PublishTerms
  open: boolean
  onClose: () => void
}

/**
 * Publishes an order in two sheets, one after the other: the order, then the payment password; a
 * buy order moves no coin and needs none. Any failure leads back to the order with all input kept.
 */
export default function PublishFlow({ side, terms, open, onClose }: PublishFlowProps) {
  const sells = side === 'sell'
  const t = useTexts(publishTexts)
  const problemTexts = useProblemTexts()
  const defaults = (): PublishForm => ({
    quantity: '',
    pricing: 'fixed',
    price: terms.guidePrice,
    marginBps: 0,
    limit: sells ? terms.bandLow : terms.bandHigh,
    minQuantity: '',
    maxQuantity: '',
    concessionBps: 0,
    networks: sells ? [...terms.networks] : [...networks],
    conditions: noConditions,
    autoRelease: false,
  })
  // The fields are the same; only a buy order has no concession.
  const schema = checkedAsCall<PublishForm>(schemaResolver(sellSchema) as never)
  const form = useForm<PublishForm>({
    resolver: withChecks(
      // The server gets complete terms; empty fields are filled in first.
      (values, ...rest) => schema(completed(values, terms), ...rest),
      values => problemTexts(publishProblems(completed(values, terms), terms, side)),
    ),
    mode: 'onTouched',
    defaultValues: defaults(),
  })

  const onRefused = (refusal: Refused): boolean => {
    void queryClient.invalidateQueries({ queryKey: ['otc', 'terms'] })
    return showRefusal(form, refusal, fieldOfRefusal(refusal.code, form.getValues('pricing')))
  }
  const publish = usePaymentPad(publishOrder, {
    form: 'otc.publish',
    input: (order: Order, paymentPassword) => ({ body: { ...order, paymentPassword } }),
    onRefused,
    onAnswered: published,
  })
  const publishBuy = useCommand(publishBuyOrder, { form: 'otc.publishBuy', onRefused })

  async function submit() {
    const order = bodyOf(completed(form.getValues(), terms))
    if (sells) return publish.ask(order)
    const { concessionBps: _, autoRelease: __, ...body } = order
    if (await publishBuy.run({ body })) published()
  }

  function published() {
    const { quantity } = form.getValues()
    onClose()
    form.reset(defaults())
    void showResult({
      word: t('publish.published'),
      amount: { value: quantity, coin: 'LEAF' },
      line: t(sells ? 'publish.soldLine' : 'publish.boughtLine'),
      ways: [
        {
          label: t(sells ? 'publish.toSales' : 'publish.toBuys'),
          go: () => nav.to(pages.otc[side].orders),
        },
        { label: t('publish.toMarket') },
      ],
    })
    void queryClient.invalidateQueries({ queryKey: ['otc'] })
  }

  return (
    <>
      <PublishSheet
        side={side}
        pending={publishBuy.pending}
        form={form}
        terms={terms}
        open={open && publish.asked === null}
        onClose={onClose}
        onReady={() => void submit()}
      />
      <PaymentSheet
        {...publish.pad}
        title={t('publish.pinTitle')}
        summary={<PublishSummary form={form.getValues()} terms={terms} />}
        confirmText={t('publish.confirm')}
      />
    </>
  )
}

function PublishSummary({ form, terms }: { form: PublishForm; terms: PublishTerms }) {
  const t = useTexts(publishTexts)
  const figures = publishFigures(form, terms)
  if (!figures) return null
  return (
    <>
      <Money value={form.quantity} unit="LEAF" size="num" />
      <p className="sub">
        {t(form.pricing === 'floating' ? 'publish.priceNow' : 'publish.price')}{' '}
        <Money value={figures.priceAfterConcession} unit="USDT" place="price" /> ·{' '}
        {t('publish.escrow')} <Money value={figures.escrow} unit="LEAF" place="list" />
      </p>
    </>
  )
}
