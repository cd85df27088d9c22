import { requestExchange } from '@banyan/domain'
import {
  AmountField,
  Button,
  figureText,
  List,
  Moment,
  Money,
  MoneyRow,
  Note,
  Row,
  Sheet,
} from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useAmountForm } from '../../shell/amount-form.tsx'
import { nav, pages, queryClient, useTexts } from '../../shell/index.ts'
import type { ExchangeSheetProps } from '../../shell/load/part-props.ts'
import { PaymentSheet } from '../../shell/payment-pad.tsx'
import { showResult } from '../../shell/result/show-result.tsx'
import { useStopped } from '../../shell/stopped-calls.ts'
import { estimateExchange } from '../estimate.ts'
import { type Terms, termsQuery } from '../queries.ts'
import { texts } from '../texts.ts'

/** The exchange of coin to USDT, once its terms are loaded. */
export default function ExchangeSheet(props: ExchangeSheetProps) {
  const t = useTexts(texts)
  const { data } = useQuery({ ...termsQuery, enabled: props.open })
  if (useStopped(requestExchange.id))
    return (
      <Sheet open={props.open} onOpenChange={props.onOpenChange} title={t('exchangeTitle')}>
        <Note tone="danger">{t('exchangeEnded')}</Note>
      </Sheet>
    )
  return data ? <ExchangeForm {...props} terms={data} /> : null
}

/** The quantity, its value at the exit price, then the payment password. */
function ExchangeForm({ open, onOpenChange, terms }: ExchangeSheetProps & { terms: Terms }) {
  const t = useTexts(texts)
  const { minimum, available } = terms
  const amount = useAmountForm(requestExchange, {
    form: 'redemptions.exchange',
    field: 'quantity',
    schema: requestExchange.body.shape.quantity,
    bounds: { minimum, most: available, wholeRest: true },
    says: {
      tooSmall: t('below', { min: figureText(minimum, 0, 6) }),
      tooMuch: t('above', { available: figureText(available, 0, 6) }),
    },
    input: (quantity, paymentPassword) => ({ body: { quantity, paymentPassword } }),
    onAnswered: async (_, quantity) => {
      onOpenChange(false)
      await queryClient.invalidateQueries({ queryKey: ['redemptions'] })
      void showResult({
        word: t('exchangePlaced'),
        amount: { value: quantity, coin: 'LEAF' },
        line: (
          <span>
            {t('exchangeLine')} <Moment time={terms.nextCutoff} />
          </span>
        ),
        ways: [
          {
            label: t('toQueue'),
            go: () => nav.to(pages.communityArea.saleRecords, { tab: 'queue' }),
          },
          { label: t('toAssets'), go: () => nav.to(pages.assets) },
        ],
      })
    },
  })
  const estimate = estimateExchange(amount.typed, terms.exitPrice, terms.feeBps)
  return (
    <>
      <Sheet
        open={open && amount.asked === null}
        onOpenChange={onOpenChange}
        title={t('exchangeTitle')}
      >
        <form className="fields" noValidate onSubmit={amount.onSubmit}>
          <AmountField
            label={t('exchangeQuantity')}
            unit="LEAF"
            hint={t('exchangeHint', { min: figureText(minimum, 0, 6) })}
            aside={<Money value={available} unit="LEAF" size="sub" place="list" />}
            onMax={() => amount.fill(available)}
            {...amount.field}
          />
          <List>
            <MoneyRow label={t('exitPriceNow')} value={terms.exitPrice} unit="USDT" place="price" />
            <Row
              label={t('exchangeFee', { percent: figureText(`${terms.feeBps / 100}`, 0, 2) })}
              value={estimate ? <Money value={estimate.fee} unit="USDT" place="list" /> : '–'}
            />
            <Row
              label={t('estimate')}
              value={estimate ? <Money value={estimate.net} unit="USDT" place="list" /> : '–'}
              strong
            />
          </List>
          <Note>
            {t('exchangeNote')} <Moment time={terms.nextCutoff} />
          </Note>
          <Button type="submit" wide>
            {t('nextStep')}
          </Button>
        </form>
      </Sheet>
      <PaymentSheet
        {...amount.pad}
        title={t('exchangeConfirm')}
        confirmText={t('exchangeConfirm')}
        summary={amount.asked && <Money value={amount.asked} unit="LEAF" size="hero" />}
      />
    </>
  )
}
