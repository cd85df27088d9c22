import { claimLate, payTrade, type TradeView } from '@banyan/domain'
import { ActionBar, Button } from '@banyan/ui'
import { type ReactNode, useId } from 'react'
import { useWatch } from 'react-hook-form'
import { useTexts } from '../../shell/index.ts'
import { type Draft, dropDraft, payDraft, readDraft } from '../drafts.ts'
import { payTexts } from '../pay-texts.ts'
import { useEvidenceForm } from '../use-evidence-form.ts'
import { useTradeMove } from '../use-trade-move.ts'
import { EvidenceFields } from './evidence-fields.tsx'
import { TradeDetails } from './trade-details.tsx'

/**
 * The buyer's proof: in time it is "I have paid", in grace the claim that it was. Both use the same
 * pictures and hash, and share one draft. The button names what is missing, scrolls there, and
 * becomes the act when all is present.
 */
export function EvidenceForm({ trade, before }: { trade: TradeView; before: ReactNode }) {
  const t = useTexts(payTexts)
  const id = useId()
  const draft = payDraft(trade.id)
  const evidence = useEvidenceForm(startOf(trade, readDraft(draft)), draft)
  const isLate = trade.state === 'payment_grace'
  const send = useTradeMove(isLate ? claimLate : payTrade, trade.id, {
    done: t(isLate ? 'topay.claimDone' : 'topay.paidDone'),
    onRefused: evidence.showRefusal,
  })
  const submit = evidence.submit(async body => {
    await send.run({ params: { id: trade.id }, body }, () => dropDraft(draft))
  })
  const hash = useWatch({ control: evidence.form.control, name: 'hash' })
  const missing = missingOf(evidence.vouchers, hash)
  const canSend = trade.moves.includes('pay') || trade.moves.includes('claimLate')
  return (
    <>
      <div className="page-pad stack">
        {before}
        {canSend && (
          <form id={id} noValidate onSubmit={submit}>
            <EvidenceFields
              evidence={evidence}
              have={missing === null ? 2 : missing === 'both' ? 0 : 1}
              busy={send.pending}
            />
          </form>
        )}
        <TradeDetails trade={trade} />
      </div>
      {canSend && (
        <ActionBar>
          {missing === null ? (
            <Button type="submit" form={id} pending={send.pending}>
              {t(isLate ? 'topay.claim' : 'topay.paid')}
            </Button>
          ) : (
            <Button
              tone="secondary"
              icon="lock"
              onClick={() => evidence.show(missing === 'hash' ? 'hash' : 'vouchers')}
            >
              {t(`topay.missing.${missing}`)}
            </Button>
          )}
        </ActionBar>
      )}
    </>
  )
}

/** The missing parts of the proof. */
function missingOf(
  { ids, sending }: ReturnType<typeof useEvidenceForm>['vouchers'],
  hash: string,
): 'both' | 'voucher' | 'hash' | 'sending' | null {
  const noHash = hash.trim() === ''
  if (sending.count > 0) return 'sending'
  if (ids.length === 0) return noHash ? 'both' : 'voucher'
  return noHash ? 'hash' : null
}

/** The unsent draft; else the earlier evidence that did not prove a payment, for correction. */
const startOf = ({ payment }: TradeView, kept: Draft) =>
  payment && kept.hash === '' && kept.vouchers.length === 0 ? payment : kept
