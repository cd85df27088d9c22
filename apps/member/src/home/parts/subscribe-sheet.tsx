import {
  type AnswerOf,
  durationText,
  inputRuleText,
  placeSubscription,
  refusalMessage,
  refusals,
  type subscriptionRound,
} from '@banyan/domain'
import {
  AmountField,
  Button,
  List,
  Moment,
  MomentRow,
  Money,
  MoneyRow,
  Note,
  placedText,
  Row,
  Sheet,
} from '@banyan/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useAmountForm } from '../../shell/amount-form.tsx'
import { nav, pages, useLanguage, usePageQuery, useTexts } from '../../shell/index.ts'
import { LimitsLink } from '../../shell/limits-link.tsx'
import { PaymentSheet } from '../../shell/payment-pad.tsx'
import { showResult } from '../../shell/result/show-result.tsx'
import { RiskNotice, rememberTaken } from '../../shell/risk-notice.tsx'
import { typedUsdt } from '../../shell/typed.ts'
import { estimateQuantity } from '../estimate.ts'
import { staticQuery } from '../queries.ts'
import { subscribeTexts } from '../subscribe-texts.ts'
import { CiteChoice } from './cite-choice.tsx'

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
  const { minimum, step, purchasable } = round
  const place = useAmountForm(placeSubscription, {
    form: 'subscriptions.place',
    field: 'amount',
    schema: typedUsdt(placeSubscription.body.shape.amount),
    bounds: { minimum, step, most: purchasable },
    // The server's own sentences: rule book 2.3, 2.4.
    says: {
      tooSmall: refusalMessage(refusals.subscriptionTooSmall, language, { min: minimum }),
      offStep: inputRuleText('subscribeStep', language, { step }),
      tooMuch: refusalMessage(refusals.subscriptionOverLimit, language, { max: purchasable }),
    },
    input: (amount, paymentPassword) => ({ body: { amount, promptId, paymentPassword } }),
    onAnswered: async (_, amount) => {
      rememberTaken('subscription')
      onOpenChange(false)
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
  const quantity = estimateQuantity(place.typed, guidePrice)
  return (
    <>
      <Sheet open={open && place.asked === null} onOpenChange={onOpenChange} title={t('title')}>
        <form className="fields" noValidate onSubmit={place.onSubmit}>
          <AmountField
            label={t('amount')}
            unit="USDT"
            hint={t('amountHint', {
              min: placedText(minimum, 'limit'),
              step: placedText(step, 'limit'),
            })}
            aside={t('upTo', { max: placedText(purchasable, 'limit') })}
            {...place.field}
          />
          <List>
            <MoneyRow label={t('guide')} value={guidePrice} unit="USDT" place="price" />
            <Row
              label={t('estimate')}
              value={quantity ? <Money value={quantity} unit="LEAF" place="list" /> : '–'}
              strong
            />
            <MomentRow label={t('dealsAt')} time={round.dealsAt} />
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
      <PaymentSheet
        {...place.pad}
        title={t('confirm')}
        confirmText={t('confirm')}
        summary={place.asked && <Money value={place.asked} unit="USDT" size="hero" place="exact" />}
      />
    </>
  )
}
