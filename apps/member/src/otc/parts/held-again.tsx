import type { TradeView } from '@banyan/domain'
import { Money, Note } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { closedTexts } from '../closed-texts.ts'

/** How much could be held again for an appeal, and the debt for the rest of the ruled amount. */
export default function HeldAgain({ trade }: { trade: TradeView }) {
  const t = useTexts(closedTexts)
  const { heldAgain, refundAmount } = trade
  if (heldAgain === null) return null
  return (
    <Note>
      {t('closed.heldAgain')} <Money value={heldAgain} unit="LEAF" />
      {trade.reason !== 'split' && refundAmount !== null && (
        <>
          {' · '}
          {t('closed.owed')} <Money value={refundAmount} unit="USDT" />
        </>
      )}
    </Note>
  )
}
