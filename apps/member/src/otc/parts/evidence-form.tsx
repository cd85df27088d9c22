import { claimLate, payTrade, type TradeView } from '@banyan/domain'
import { ActionBar, Button } from '@banyan/ui'
import { type ReactNode, useId } from 'react'
import { useTexts } from '../../shell/index.ts'
import { type Draft, dropDraft, payDraft, readDraft } from '../drafts.ts'
import { payTexts } from '../pay-texts.ts'
import { useEvidenceForm } from '../use-evidence-form.ts'
import { useTradeMove } from '../use-trade-move.ts'
import { Around } from './around.tsx'
import { EvidenceFields } from './evidence-fields.tsx'
import styles from './evidence-form.module.css'
import { GiveUp } from './give-up.tsx'

/**
 * The buyer's proof: in time it is "I have paid", in grace the claim that it was. Both take the same
 * pictures and hash, and what was got together for the one is there for the other.
 */
export function EvidenceForm({ trade, children }: { trade: TradeView; children: ReactNode }) {
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
  const may = (move: TradeView['moves'][number]) => trade.moves.includes(move)
  const canSend = may('pay') || may('claimLate')
  return (
    <>
      <div className="page-pad stack">
        {children}
        {canSend && (
          <form id={id} className={styles.form} noValidate onSubmit={submit}>
            <EvidenceFields evidence={evidence} busy={send.pending} />
          </form>
        )}
        <Around trade={trade} />
      </div>
      {(canSend || may('giveUp')) && (
        <ActionBar>
          {may('giveUp') && <GiveUp trade={trade} className={styles.side ?? ''} />}
          {canSend && (
            <Button type="submit" form={id} pending={send.pending}>
              {t(isLate ? 'topay.claim' : 'topay.paid')}
            </Button>
          )}
        </ActionBar>
      )}
    </>
  )
}

/** What was got together and not sent; else what was shown and did not prove a payment, to be mended. */
const startOf = ({ payment }: TradeView, kept: Draft) =>
  payment && kept.hash === '' && kept.vouchers.length === 0 ? payment : kept
