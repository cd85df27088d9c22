import {
  type AnswerOf,
  durationText,
  placeSubscription,
  type subscriptionRound,
} from '@banyan/domain'
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
import { nav, pages, useLanguage, usePageQuery, useTexts } from '../../shell/index.ts'
import { LimitsLink } from '../../shell/limits-link.tsx'
import { usePaymentPad } from '../../shell/payment-pad.ts'
import { showResult } from '../../shell/result/show-result.tsx'
import { RiskNotice, rememberTaken } from '../../shell/risk-notice.tsx'
import { typedUsdt } from '../../shell/typed.ts'
import { amountProblem } from '../amount-problem.ts'
import { estimateQuantity } from '../estimate.ts'
import { staticQuery } from '../queries.ts'
import { subscribeTexts } from '../subscribe-texts.ts'
import { CiteChoice } from './cite-choice.tsx'
import styles from './subscribe-sheet.module.css'

const amountSchema = z.object({ amount: typedUsdt(placeSubscription.body.shape.amount) })

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
  const language = useLanguage()
  const queries = useQueryClient()
  const { prompt: asked } = usePageQuery(pages.home)
  const [chosen, setChosen] = useState<string | null>()
  const prompts = useQuery(staticQuery).data?.prompts ?? []
  // As long as nothing is chosen here, it is the prompt that the page was opened with; one that is
  // answered already, or was never there, is cited by nothing.
  const citing = chosen === undefined ? asked : chosen
  const promptId = prompts.some(one => one.id === citing) ? citing : null
  const form = useForm<{ amount: string }>({
    resolver: schemaResolver(amountSchema) as never,
    mode: 'onTouched',
    defaultValues: { amount: '' },
  })
  const place = usePaymentPad(placeSubscription, {
    form: 'subscriptions.place',
    input: (amount: string, paymentPassword) => ({ body: { amount, promptId, paymentPassword } }),
    onRefused: refusal => {
      if (!showIssues(form, refusal))
        form.setError('amount', { type: 'house', message: refusal.message }, { shouldFocus: true })
      return true
    },
    onAnswered: async (_, amount) => {
      rememberTaken('subscription')
      onOpenChange(false)
      form.reset()
      setChosen(undefined)
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['subscriptions'] }),
        queries.invalidateQueries({ queryKey: ['earnings'] }),
      ])
      void showResult({
        word: t('placed'),
        amount: { value: amount, coin: 'USDT' },
        line: (
          <span>
            {t('placedLine')} <Moment time={round.dealsAt} />
          </span>
        ),
        ways: [
          { label: t('toRecords'), go: () => nav.to(pages.homeArea.subscribeList) },
          { label: t('toAssets'), go: () => nav.to(pages.assets) },
        ],
      })
    },
  })
  // Going back closes the password's sheet, too: the amount is asked for again.
  if (!open && place.asked !== null) place.close()
  const goOn = (typed: { amount: string }) => {
    const problem = amountProblem(typed.amount, round, language)
    if (problem) form.setError('amount', { type: 'house', message: problem }, { shouldFocus: true })
    else place.ask(typed.amount)
  }
  const quantity = estimateQuantity(form.watch('amount'), guidePrice)
  return (
    <>
      <Sheet open={open && place.asked === null} onOpenChange={onOpenChange} title={t('title')}>
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
            <Row
              label={t('guide')}
              value={<Money value={guidePrice} unit="USDT" place="price" />}
            />
            <Row
              label={t('estimate')}
              value={quantity ? <Money value={quantity} unit="LEAF" place="list" /> : '–'}
              strong
            />
            <Row label={t('dealsAt')} value={<Moment time={round.dealsAt} />} />
          </List>
          <p className="cap">{t('sheetNote')}</p>
          <LimitsLink />
          <CiteChoice prompts={prompts} value={promptId} onValueChange={setChosen} />
          {round.waitMs > 0 && (
            <Note>{t('firstWaits', { wait: durationText(round.waitMs, language) })}</Note>
          )}
          <RiskNotice step="subscription" />
          <Button type="submit" wide>
            {t('next_step')}
          </Button>
        </form>
      </Sheet>
      <PinSheet
        {...place.pad}
        title={t('confirm')}
        label={t('password')}
        confirmText={t('confirm')}
        summary={place.asked && <Money value={place.asked} unit="USDT" size="hero" place="exact" />}
      />
    </>
  )
}
