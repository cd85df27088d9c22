import { type AnswerOf, placeSubscription, type subscriptionRound } from '@banyan/domain'
import {
  AmountInput,
  Button,
  Field,
  figureText,
  List,
  Moment,
  Money,
  Note,
  PinSheet,
  Row,
  Sheet,
} from '@banyan/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { schemaResolver, showIssues } from '../../shell/form.ts'
import {
  nav,
  pages,
  riskTexts,
  toast,
  useCommand,
  useLanguage,
  usePageQuery,
  useTexts,
} from '../../shell/index.ts'
import { typedUsdt } from '../../shell/typed.ts'
import { amountProblem } from '../amount-problem.ts'
import { estimateQuantity } from '../estimate.ts'
import { staticQuery } from '../queries.ts'
import { subscribeTexts } from '../subscribe-texts.ts'
import { CiteChoice } from './cite-choice.tsx'
import styles from './subscribe-sheet.module.css'

const amountSchema = z.object({ amount: typedUsdt(placeSubscription.body.shape.amount) })
const passwordCodes = [41205, 41206, 41207]

export interface SubscribeSheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  round: AnswerOf<typeof subscriptionRound>
  guidePrice: string
}

/** Amount, estimated quantity, then the payment password. */
export default function SubscribeSheet({
  open,
  onOpenChange,
  round,
  guidePrice,
}: SubscribeSheetProps) {
  const t = useTexts(subscribeTexts)
  const risk = useTexts(riskTexts)
  const language = useLanguage()
  const queries = useQueryClient()
  const [amount, setAmount] = useState<string | null>(null)
  // Going back closes the password's sheet, too: the amount is asked for again.
  if (!open && amount !== null) setAmount(null)
  const { prompt: asked } = usePageQuery(pages.home)
  const [chosen, setChosen] = useState<string | null>()
  const prompts = useQuery(staticQuery).data?.prompts ?? []
  // As long as nothing is chosen here, it is the prompt that the page was opened with; one that is
  // answered already, or was never there, is cited by nothing.
  const citing = chosen === undefined ? asked : chosen
  const promptId = prompts.some(one => one.id === citing) ? citing : null
  const [pinError, setPinError] = useState<string>()
  const form = useForm<{ amount: string }>({
    resolver: schemaResolver(amountSchema) as never,
    mode: 'onTouched',
    defaultValues: { amount: '' },
  })
  const place = useCommand(placeSubscription, {
    form: 'subscriptions.place',
    onRefused: refusal => {
      if (passwordCodes.includes(refusal.code)) {
        setPinError(refusal.message)
        return true
      }
      setAmount(null)
      if (showIssues(form, refusal)) return true
      form.setError('amount', { type: 'house', message: refusal.message }, { shouldFocus: true })
      return true
    },
  })
  const submit = async (paymentPassword: string) => {
    if (amount === null) return
    setPinError(undefined)
    if (!(await place.run({ body: { amount, promptId, paymentPassword } }))) return
    setAmount(null)
    onOpenChange(false)
    form.reset()
    setChosen(undefined)
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['subscriptions'] }),
      queries.invalidateQueries({ queryKey: ['earnings'] }),
    ])
    toast(t('placed'), 'ok')
    nav.to(pages.homeArea.subscribeList)
  }
  const goOn = (typed: { amount: string }) => {
    const problem = amountProblem(typed.amount, round, language)
    if (problem) form.setError('amount', { type: 'house', message: problem }, { shouldFocus: true })
    else setAmount(typed.amount)
  }
  const quantity = estimateQuantity(form.watch('amount'), guidePrice)
  return (
    <>
      <Sheet open={open && amount === null} onOpenChange={onOpenChange} title={t('title')}>
        <form className={styles.form} noValidate onSubmit={form.handleSubmit(goOn)}>
          <Field
            label={t('amount')}
            error={form.formState.errors.amount?.message}
            hint={t('amountHint', {
              min: figureText(round.minimum, 0, 2),
              step: figureText(round.step, 0, 2),
            })}
            aside={t('upTo', { max: figureText(round.purchasable, 0, 2) })}
          >
            <AmountInput unit="USDT" {...form.register('amount')} />
          </Field>
          <List>
            <Row label={t('guide')} value={<Money value={guidePrice} unit="USDT" least={6} />} />
            <Row
              label={t('estimate')}
              value={quantity ? <Money value={quantity} unit="LEAF" /> : '–'}
              strong
            />
            <Row label={t('dealsAt')} value={<Moment time={round.dealsAt} />} />
          </List>
          <p className="cap">{t('sheetNote')}</p>
          <CiteChoice prompts={prompts} value={promptId} onValueChange={setChosen} />
          {round.firstOrderWaits && <Note>{t('firstWaits')}</Note>}
          <Note tone="warn">
            {risk('loss')}
            {risk('network')}
          </Note>
          <Button type="submit" wide>
            {t('next_step')}
          </Button>
        </form>
      </Sheet>
      <PinSheet
        open={amount !== null}
        onOpenChange={next => !next && setAmount(null)}
        title={t('confirm')}
        label={t('password')}
        confirmText={t('confirm')}
        error={pinError}
        pending={place.pending}
        onSubmit={digits => void submit(digits)}
        summary={amount && <Money value={amount} unit="USDT" size="hero" />}
      />
    </>
  )
}
