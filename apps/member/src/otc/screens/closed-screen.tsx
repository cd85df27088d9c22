import type { TradeView } from '@banyan/domain'
import { ActionBar, Button, Card, List, Moment, Money, Note, Row } from '@banyan/ui'
import { href, nav, pages, useTexts } from '../../shell/index.ts'
import { closedTexts } from '../closed-texts.ts'
import { Around } from '../parts/around.tsx'
import { EvidenceCard } from '../parts/evidence-card.tsx'
import { HeldAgain } from '../parts/held-again.tsx'
import { CaseFile } from '../parts/later.tsx'
import { ReceivingCard } from '../parts/receiving-card.tsx'
import { StageHead } from '../parts/stage-head.tsx'
import { TradeFacts } from '../parts/trade-facts.tsx'
import { TradePage } from '../parts/trade-page.tsx'
import { hasDeal, movedQuantity } from '../stages.ts'

/** A trade that is over: done, ruled, or closed without a deal, with the reason and every step. */
export default function ClosedScreen() {
  return <TradePage stage="closed">{trade => <Closed trade={trade} />}</TradePage>
}

function Closed({ trade }: { trade: TradeView }) {
  const t = useTexts(closedTexts)
  const deal = hasDeal(trade)
  const { dispute } = trade
  return (
    <>
      <div className="page-pad stack">
        {deal ? <Done trade={trade} /> : <WithoutDeal trade={trade} />}
        {trade.reason && <Note>{t(`closed.${trade.reason}`)}</Note>}
        <LateAppeal trade={trade} />
        <HeldAgain trade={trade} />
        <TradeFacts trade={trade} />
        {dispute && <CaseFile trade={trade} dispute={dispute} />}
        <EvidenceCard trade={trade} />
        {deal && <ReceivingCard trade={trade} paying={false} />}
        <Around trade={trade} />
      </div>
      <ActionBar>
        <Button tone="secondary" onClick={() => nav.to(pages.market)}>
          {t('closed.toMarket')}
        </Button>
        {deal && <Button onClick={() => nav.to(pages.assets)}>{t('closed.toAssets')}</Button>}
      </ActionBar>
    </>
  )
}

function Done({ trade }: { trade: TradeView }) {
  const t = useTexts(closedTexts)
  const buys = trade.side === 'buy'
  const moved = movedQuantity(trade)
  return (
    <StageHead
      state={trade.state}
      title={t(trade.state === 'finished' ? 'closed.finished' : 'closed.arbitrated')}
      note={t(buys ? 'closed.boughtText' : 'closed.soldText')}
      calm
      result={{ icon: 'check', tone: 'ok' }}
    >
      <Money value={buys ? moved : -moved} unit="LEAF" size="num" signed />
    </StageHead>
  )
}

function WithoutDeal({ trade }: { trade: TradeView }) {
  const t = useTexts(closedTexts)
  return (
    <StageHead
      state={trade.state}
      title={t(trade.state === 'arbitration_refund' ? 'closed.refunded' : 'closed.timeout')}
      result={{ icon: 'close', tone: 'neutral' }}
    />
  )
}

/** Who paid and missed the time still has a way in; until when, and what it does. */
function LateAppeal({ trade }: { trade: TradeView }) {
  const t = useTexts(closedTexts)
  const { lateAppealUntil } = trade
  if (!trade.moves.includes('appealClosed') || lateAppealUntil === null) return null
  return (
    <Card title={t('closed.late.title')}>
      <p>
        {t(trade.side === 'buy' ? 'closed.late.buyer' : 'closed.late.seller')}{' '}
        <Moment time={lateAppealUntil} />
      </p>
      <p className="cap">{t('closed.late.hold')}</p>
      <List>
        <Row
          icon="shield"
          label={t('closed.late.appeal')}
          href={href(pages.otc[trade.side].submitAppeal, { id: trade.id })}
        />
      </List>
    </Card>
  )
}
