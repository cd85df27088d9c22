import type { TradeView } from '@banyan/domain'
import { BlockMember, ChatPanel, Findings } from '../../shell/slots.tsx'
import { viewerOf } from '../stages.ts'
import { Timeline } from './later.tsx'
import styles from './trade-parts.module.css'

/** What stands under every trade: what the chain says of its payment, the chat of its parties, its time line, and blocking the other. */
export function Around({ trade }: { trade: TradeView }) {
  const other = trade.side === 'buy' ? trade.seller : trade.buyer
  return (
    <>
      {/* A payment that was shown has it beside its evidence. */}
      {trade.payment === null && <Findings tradeId={trade.id} />}
      <ChatPanel tradeId={trade.id} side={viewerOf(trade)} />
      <Timeline trade={trade} />
      <div className={styles.block}>
        <BlockMember through={trade.id} nickname={other.nickname} />
      </div>
    </>
  )
}
