import type { TradeView } from '@banyan/domain'
import { Note } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { graceTexts } from '../grace-texts.ts'

/** What each side must know when the time to pay is over and the coin is not yet back. */
export default function GraceNote({ trade }: { trade: TradeView }) {
  const t = useTexts(graceTexts)
  const what = trade.payment ? 'unproven' : 'grace'
  return <Note tone="warn">{t(`${what}${trade.side === 'buy' ? 'Buyer' : 'Seller'}`)}</Note>
}
