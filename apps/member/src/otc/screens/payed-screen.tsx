import type { TradeView } from '@banyan/domain'
import { ActionBar, figureText, Note } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { Around } from '../parts/around.tsx'
import { EvidenceCard } from '../parts/evidence-card.tsx'
import { CancelCard } from '../parts/later.tsx'
import { ProblemCard } from '../parts/problem-card.tsx'
import { ReceivingCard } from '../parts/receiving-card.tsx'
import { Release } from '../parts/release.tsx'
import { StageHead } from '../parts/stage-head.tsx'
import { TradeFacts } from '../parts/trade-facts.tsx'
import { TradePage } from '../parts/trade-page.tsx'
import { payedTexts } from '../payed-texts.ts'

/** A trade whose buyer says that it is paid: the seller checks and releases, the buyer waits. */
export default function PayedScreen() {
  return <TradePage stage="payed">{trade => <Payed trade={trade} />}</TradePage>
}

function Payed({ trade }: { trade: TradeView }) {
  return (
    <>
      <div className="page-pad stack">
        {trade.state === 'release_timeout' ? <Late trade={trade} /> : <InTime trade={trade} />}
        {trade.cancel && <CancelCard trade={trade} />}
        <TradeFacts trade={trade} />
        <EvidenceCard trade={trade} />
        <ReceivingCard trade={trade} paying={false} />
        <ProblemCard trade={trade} />
        <Around trade={trade} />
      </div>
      {trade.moves.includes('release') && (
        <ActionBar>
          <Release trade={trade} />
        </ActionBar>
      )}
    </>
  )
}

function InTime({ trade }: { trade: TradeView }) {
  const t = useTexts(payedTexts)
  const buys = trade.side === 'buy'
  return (
    <>
      <StageHead
        state={trade.state}
        title={t(buys ? 'payed.buyerTitle' : 'payed.sellerTitle')}
        note={t(buys ? 'payed.buyerNote' : 'payed.sellerNote')}
        calm
        deadline={trade.deadline}
      />
      <Note tone={buys ? 'neutral' : 'warn'}>
        {t(buys ? 'payed.buyerInfo' : 'payed.sellerInfo')}
      </Note>
    </>
  )
}

/** The time to release is over: nothing has moved, and at the next deadline the house opens a case. */
function Late({ trade }: { trade: TradeView }) {
  const t = useTexts(payedTexts)
  const quantity = figureText(trade.dealQuantity)
  return (
    <>
      <StageHead
        state={trade.state}
        title={t(trade.deadline ? 'payed.escalation' : 'payed.timeoutTitle')}
        note={t('payed.timeoutTitle')}
        deadline={trade.deadline}
        {...(trade.deadline ? {} : { result: { icon: 'clock', tone: 'warned' } })}
      />
      <Note tone="warn">
        {t(trade.side === 'buy' ? 'payed.timeoutBuyer' : 'payed.timeoutSeller', { quantity })}
      </Note>
    </>
  )
}
