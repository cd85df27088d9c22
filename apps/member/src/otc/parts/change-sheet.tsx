import { changeOrder, type OwnOrderView, parseAmount } from '@banyan/domain'
import { Button, figureText, Sheet } from '@banyan/ui'
import { useId } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { schemaResolver, showRefusal, withChecks } from '../../shell/form.ts'
import { queryClient, type Refused, toast, useCommand, useTexts } from '../../shell/index.ts'
import { changeTexts } from '../change-texts.ts'
import { showFreshOrder, showOrder } from '../order-lists.ts'
import { bodyOf, checkedAsCall, fieldOfRefusal } from '../publish-body.ts'
import { type PublishTerms, publishFigures, termProblems } from '../publish-figures.ts'
import { useProblemTexts } from '../use-problem-texts.ts'
import { TermFields } from './order-fields.tsx'
import { QuoteList } from './quote-list.tsx'
import type { PublishForm } from './term-fields.ts'
import { usePriceLines } from './use-price-lines.ts'

const termsSchema = changeOrder.body.omit({ version: true })

export interface ChangeSheetProps {
  order: OwnOrderView
  terms: PublishTerms
  open: boolean
  onClose: () => void
}

/** New terms for the rest of an own order. No coin moves, so no password is required. */
export default function ChangeSheet({ order, terms, open, onClose }: ChangeSheetProps) {
  const t = useTexts(changeTexts)
  const id = useId()
  const form = useTermsForm(order, terms)
  const change = useCommand(changeOrder, {
    form: `otc.change:${order.id}:${order.version}`,
    onRefused: (refusal: Refused) => {
      const pricing = form.getValues('pricing')
      const refusedField = fieldOfRefusal(refusal.code, pricing)
      // The quantity does not change: a value above the limit is a price error here.
      const highest = pricing === 'fixed' ? 'price' : 'limit'
      const field = refusedField === 'quantity' ? highest : refusedField
      if (showRefusal(form, refusal, field)) return true
      // It was taken, changed or ended meanwhile: the card shows its current state.
      onClose()
      askAgain()
      return showFreshOrder(refusal, t('change.stale'))
    },
  })
  async function send(values: PublishForm) {
    const { quantity: _, autoRelease: __, ...body } = bodyOf(values)
    const wish = { ...body, version: order.version }
    const changed = await change.run({ params: { id: order.id }, body: wish })
    if (!changed) return
    onClose()
    showOrder(changed)
    toast(t('change.done'), 'ok')
    askAgain()
  }
  return (
    <Sheet
      open={open}
      onOpenChange={next => !next && onClose()}
      title={t('change.title')}
      description={t('change.left', { n: figureText(order.available) })}
      locked={change.pending}
      footer={
        <Button type="submit" form={id} wide pending={change.pending}>
          {t('change.confirm')}
        </Button>
      }
    >
      <form
        id={id}
        className="stack"
        noValidate
        onSubmit={form.handleSubmit(() => send(form.getValues()))}
      >
        <TermFields form={form} terms={terms} side={order.side} />
        <Brings form={form} order={order} terms={terms} />
        <p className="cap">{t(order.life === 'held' ? 'change.confirms' : 'change.note')}</p>
      </form>
    </Sheet>
  )
}

const askAgain = () => void queryClient.invalidateQueries({ queryKey: ['otc'] })

/** The order's current terms as initial values; an empty end means as wide as the order. */
function useTermsForm(order: OwnOrderView, terms: PublishTerms) {
  const problemTexts = useProblemTexts()
  const { price, floating, minQuantity, maxQuantity, concessionBps, networks, conditions } = order
  const end = order.side === 'sell' ? terms.bandLow : terms.bandHigh
  const filled = (values: PublishForm): PublishForm => ({
    ...values,
    minQuantity: values.minQuantity.trim() || terms.minQuantity,
    maxQuantity: values.maxQuantity.trim() || order.total,
  })
  // The fields are the same, except for the quantity, which does not change.
  const schema = checkedAsCall<PublishForm>(schemaResolver(termsSchema) as never)
  return useForm<PublishForm>({
    resolver: withChecks(
      ({ quantity: _, autoRelease: __, ...values }, ...rest) =>
        schema(filled(values as PublishForm), ...rest),
      values =>
        problemTexts(termProblems(filled(values), terms, parseAmount(order.total), order.side)),
    ),
    mode: 'onTouched',
    defaultValues: {
      quantity: order.available,
      price,
      minQuantity,
      maxQuantity,
      concessionBps,
      pricing: floating ? 'floating' : 'fixed',
      ...(floating ?? { marginBps: 0, limit: end }),
      networks: [...networks],
      conditions,
      autoRelease: order.autoRelease,
    },
  })
}

/** The value of the rest at these terms. */
function Brings({
  form,
  order,
  terms,
}: Pick<ChangeSheetProps, 'order' | 'terms'> & { form: ReturnType<typeof useTermsForm> }) {
  const t = useTexts(changeTexts)
  const priceLines = usePriceLines()
  const draft = useWatch({ control: form.control }) as PublishForm
  const values = { ...draft, quantity: order.available }
  const figures = publishFigures(values, terms, order.side)
  const label = t(order.side === 'sell' ? 'change.receives' : 'change.pays')
  return (
    <QuoteList
      lines={[
        { label, value: figures?.receives ?? null, unit: 'USDT', strong: true },
        ...priceLines(values, figures, order.side),
      ]}
    />
  )
}
