import { publishOrder } from '@banyan/domain'
import { Money, PinSheet } from '@banyan/ui'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { schemaResolver, showIssues } from '../../shell/form.ts'
import { queryClient, toast, useCommand, useTexts } from '../../shell/index.ts'
import { withChecks } from '../checks.ts'
import { codes, isAboutPassword } from '../codes.ts'
import {
  completed,
  type PublishTerms,
  publishFigures,
  publishProblems,
} from '../publish-figures.ts'
import { texts } from '../texts.ts'
import { type PublishForm, PublishSheet } from './publish-sheet.tsx'

const formSchema = publishOrder.body.omit({ paymentPassword: true, conditions: true })

/** Which field a refusal is about; the house's own sentence is shown there. */
const fieldOf: Partial<Record<number, keyof PublishForm>> = {
  [codes.orderQuantityTooSmall]: 'quantity',
  [codes.insufficientBalance]: 'quantity',
  [codes.tradingLimitExceeded]: 'quantity',
  [codes.orderPriceOutsideBand]: 'price',
  [codes.orderTakeRange]: 'maxQuantity',
  [codes.receivingAddressNeeded]: 'networks',
}

interface PublishFlowProps {
  terms: PublishTerms
  open: boolean
  onClose: () => void
}

/**
 * Publishing in two sheets, one after the other: the order, then the payment password. Whatever
 * goes wrong leads back to the order with everything still typed.
 */
export function PublishFlow({ terms, open, onClose }: PublishFlowProps) {
  const t = useTexts(texts)
  const [asking, setAsking] = useState(false)
  const [pinError, setPinError] = useState<string>()
  const defaults = (): PublishForm => ({
    quantity: '',
    price: terms.guidePrice,
    minQuantity: '',
    maxQuantity: '',
    concessionBps: 0,
    networks: [...terms.networks],
  })
  const schema = schemaResolver<PublishForm, PublishForm>(formSchema)
  const form = useForm<PublishForm>({
    resolver: withChecks(
      // The house is told whole numbers of everything; what is left empty is filled in first.
      (values, ...rest) => schema(completed(values, terms), ...rest),
      values => problemTexts(completed(values, terms)),
    ),
    mode: 'onTouched',
    defaultValues: defaults(),
  })

  function problemTexts(values: PublishForm): Partial<Record<keyof PublishForm, string>> {
    return Object.fromEntries(
      publishProblems(values, terms).map(({ field, text, slots }) => [
        field,
        t(`publish.${text}` as 'publish.outsideBand', slots as { low: string; high: string }),
      ]),
    )
  }

  const publish = useCommand(publishOrder, {
    form: 'otc.publish',
    onRefused: refusal => {
      if (isAboutPassword(refusal.code)) {
        setPinError(refusal.message)
        return true
      }
      setAsking(false)
      void queryClient.invalidateQueries({ queryKey: ['otc', 'terms'] })
      const field = fieldOf[refusal.code]
      if (field) form.setError(field, { message: refusal.message })
      return field !== undefined || showIssues(form, refusal)
    },
  })

  async function submit(paymentPassword: string) {
    setPinError(undefined)
    const body = { ...completed(form.getValues(), terms), paymentPassword }
    const order = await publish.run({ body })
    if (!order) return
    setAsking(false)
    onClose()
    form.reset(defaults())
    toast(t('publish.published'), 'ok')
    void queryClient.invalidateQueries({ queryKey: ['otc'] })
  }

  return (
    <>
      <PublishSheet
        form={form}
        terms={terms}
        open={open && !asking}
        onClose={onClose}
        onReady={() => {
          setPinError(undefined)
          setAsking(true)
        }}
      />
      <PinSheet
        open={open && asking}
        onOpenChange={next => !next && setAsking(false)}
        title={t('publish.pinTitle')}
        summary={<PublishSummary form={form.getValues()} terms={terms} />}
        label={t('publish.pin')}
        confirmText={t('publish.confirm')}
        error={pinError}
        pending={publish.pending}
        onSubmit={digits => void submit(digits)}
      />
    </>
  )
}

function PublishSummary({ form, terms }: { form: PublishForm; terms: PublishTerms }) {
  const t = useTexts(texts)
  const figures = publishFigures(form, terms.feeBps)
  if (!figures) return null
  return (
    <>
      <Money value={form.quantity} unit="LEAF" size="num" />
      <p className="sub">
        {t('publish.price')} <Money value={form.price} unit="USDT" /> · {t('publish.escrow')}{' '}
        <Money value={figures.escrow} unit="LEAF" />
      </p>
    </>
  )
}
