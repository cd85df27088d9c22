import type { TradeView } from '@banyan/domain'
import { BlockMember, ChatPanel } from '../../shell/slots.tsx'
import { viewerOf } from '../stages.ts'
import { Timeline } from './later.tsx'
import styles from './trade-parts.module.css'

/** What stands under every trade: the chat of its parties, its time line, and blocking the other. */
export function Around({ trade }: { trade: TradeView }) {
  const other = trade.side === 'buy' ? trade.seller : trade.buyer
  return (
    <>
      <ChatPanel tradeId={trade.id} side={viewerOf(trade)} />
      <Timeline trade={trade} />
      <div className={styles.block}>
        <BlockMember through={trade.id} nickname={other.nickname} />
      </div>
    </>
  )
}
