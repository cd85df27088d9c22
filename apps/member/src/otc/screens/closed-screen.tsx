import type { TradeView } from '@banyan/domain'
import { ActionBar, Button, Money, Note } from '@banyan/ui'
import { nav, pages, useTexts } from '../../shell/index.ts'
import { EvidenceCard } from '../parts/evidence-card.tsx'
import { ReceivingCard } from '../parts/receiving-card.tsx'
import { StageHead } from '../parts/stage-head.tsx'
import { Timeline } from '../parts/timeline.tsx'
import { TradeFacts } from '../parts/trade-facts.tsx'
import { TradePage } from '../parts/trade-page.tsx'
import { tradeTexts } from '../trade-texts.ts'

/** A trade that is over: done, or closed without a deal, with the reason and every step. */
export default function ClosedScreen() {
  return <TradePage stage="closed">{trade => <Closed trade={trade} />}</TradePage>
}

function Closed({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const done = trade.state === 'finished'
  return (
    <>
      <div className="page-pad stack">
        {done ? <Done trade={trade} /> : <WithoutDeal trade={trade} />}
        <TradeFacts trade={trade} />
        <EvidenceCard trade={trade} />
        {done && <ReceivingCard trade={trade} paying={false} />}
        <Timeline steps={trade.timeline} />
      </div>
      <ActionBar>
        <Button tone="secondary" onClick={() => nav.to(pages.market)}>
          {t('closed.toMarket')}
        </Button>
        {done && <Button onClick={() => nav.to(pages.assets)}>{t('closed.toAssets')}</Button>}
      </ActionBar>
    </>
  )
}

function Done({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const buys = trade.side === 'buy'
  return (
    <StageHead
      state={trade.state}
      title={t('closed.finished')}
      note={t(buys ? 'closed.boughtText' : 'closed.soldText')}
      calm
      result={{ icon: 'check', tone: 'ok' }}
    >
      <Money
        value={buys ? trade.dealQuantity : `-${trade.dealQuantity}`}
        unit="LEAF"
        size="hero"
        signed
      />
    </StageHead>
  )
}

function WithoutDeal({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  return (
    <>
      <StageHead
        state={trade.state}
        title={t('closed.timeout')}
        result={{ icon: 'close', tone: 'neutral' }}
      />
      {trade.reason && <Note>{t(`closed.${trade.reason}`)}</Note>}
    </>
  )
}
