import { type AnswerOf, activate, type activationTerms } from '@banyan/domain'
import {
  AmountField,
  Button,
  Card,
  figureText,
  List,
  Moment,
  MomentRow,
  Money,
  Note,
  Row,
} from '@banyan/ui'
import { useQueryClient } from '@tanstack/react-query'
import { boundsProblem } from '../../shell/amount-bounds.ts'
import { useAmountForm } from '../../shell/amount-form.tsx'
import { nav, pages, useTexts } from '../../shell/index.ts'
import { PaymentSheet } from '../../shell/payment-pad.tsx'
import { showResult } from '../../shell/result/show-result.tsx'
import { RiskNotice } from '../../shell/risk-notice.tsx'
import { activationValue } from '../activation-value.ts'
import { texts } from '../texts.ts'
import styles from './activate-form.module.css'
import { SubscribeLink } from './subscribe-link.tsx'

type Terms = AnswerOf<typeof activationTerms>

export interface ActivateFormProps {
  terms: Terms
  /** The prompt that this activation answers, if any. */
  promptId: string | null
  onUncite: () => void
}

/** The quantity to lock, its value and its opening time; then the payment password. */
export function ActivateForm({ terms, promptId, onUncite }: ActivateFormProps) {
  const t = useTexts(texts)
  const opensRound = terms.prompts.some(
    ({ id, reopening }) => id === promptId && reopening?.kind === 'opens',
  )
  const queries = useQueryClient()
  const { minimum, available } = terms
  const bounds = { minimum, most: available }
  const least = figureText(minimum, 0, 6)
  const most = figureText(available, 0, 6)
  const amount = useAmountForm(activate, {
    form: 'earnings.activate',
    field: 'quantity',
    schema: activate.body.shape.quantity,
    bounds,
    says: {
      tooSmall: t('belowMinimum', { min: least }),
      tooMuch: boundsProblem(available, bounds)
        ? t('tooFewAvailable', { available: most, min: least })
        : t('aboveAvailable', { available: most }),
    },
    input: (quantity, paymentPassword) => ({ body: { quantity, promptId, paymentPassword } }),
    onAnswered: async (_, quantity) => {
      onUncite()
      await queries.invalidateQueries({ queryKey: ['earnings'] })
      void showResult({
        word: t('done'),
        amount: { value: quantity, coin: 'LEAF' },
        line: (
          <span>
            {t('doneLine')} <Moment time={terms.opensAt} />
          </span>
        ),
        // Its own page is underneath, with the new position on it.
        ways: [{ label: t('toMine') }, { label: t('toAssets'), go: () => nav.to(pages.assets) }],
      })
    },
  })
  const worth = activationValue(amount.typed, terms)
  return (
    <Card title={t('lock')}>
      <form className="fields" noValidate onSubmit={amount.onSubmit}>
        <AmountField
          label={t('quantity')}
          unit="LEAF"
          hint={t('minimum', { min: least })}
          aside={t('available', { amount: most })}
          onMax={() => amount.fill(available)}
          {...amount.field}
        />
        <List>
          <Row
            label={t('value')}
            value={worth ? <Money value={worth.value} unit="USDT" place="list" /> : '–'}
            strong
          />
          <Row
            label={t('cap', { multiple: figureText(terms.capMultiple, 0, 6) })}
            value={worth ? <Money value={worth.cap} unit="USDT" place="list" /> : '–'}
          />
          <MomentRow label={t('opens')} time={terms.opensAt} />
          <MomentRow label={t('firstUnlock')} note={t('firstShare')} time={terms.firstUnlockAt} />
        </List>
        <p className="cap">
          {t('estimateNote')} {t('staysLocked')}
        </p>
        {promptId !== null && (
          <Note>
            {t('cited')}{' '}
            <button type="button" className={styles.uncite} onClick={onUncite}>
              {t('uncite')}
            </button>
            <p>{t(opensRound ? 'citeOpensNothing' : 'citeSubscribe')}</p>
            <p>
              <SubscribeLink promptId={promptId}>{t('toSubscribe')}</SubscribeLink>
            </p>
          </Note>
        )}
        {terms.stopped ? (
          <Note tone="danger">{t(terms.stopped)}</Note>
        ) : terms.pausedUntil ? (
          <Note>
            {t('paused')} <Moment time={terms.pausedUntil} />
          </Note>
        ) : (
          <>
            <RiskNotice step="subscription" />
            <Button type="submit" wide>
              {t('activate')}
            </Button>
          </>
        )}
      </form>
      <PaymentSheet
        {...amount.pad}
        title={t('confirm')}
        confirmText={t('confirm')}
        summary={amount.asked && <Money value={amount.asked} unit="LEAF" size="hero" />}
      />
    </Card>
  )
}
