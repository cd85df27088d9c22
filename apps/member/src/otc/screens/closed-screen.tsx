import type { TradeView } from '@banyan/domain'
import {
  ActionBar,
  Button,
  Card,
  CoinMark,
  figureText,
  List,
  Moment,
  Money,
  Note,
  Row,
} from '@banyan/ui'
import { href, nav, pages, useTexts } from '../../shell/index.ts'
import { Findings, PushOffer } from '../../shell/slots.tsx'
import { closedTexts } from '../closed-texts.ts'
import { EvidenceCard } from '../parts/evidence-card.tsx'
import { CaseFile, HeldAgain } from '../parts/later.tsx'
import { ResultHead } from '../parts/stage-head.tsx'
import { TradeDetails } from '../parts/trade-details.tsx'
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
        {deal && <PushOffer />}
        <LateAppeal trade={trade} />
        <HeldAgain trade={trade} />
        {dispute && <CaseFile trade={trade} dispute={dispute} />}
        <EvidenceCard trade={trade} />
        {trade.payment && (
          <Findings tradeId={trade.id} due={trade.paymentAmount} payFrom={trade.payFrom} />
        )}
        <TradeDetails trade={trade} />
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
  const isRuled = trade.state !== 'finished'
  const amount = figureText(trade.paymentAmount, 2, 6)
  return (
    <ResultHead
      trade={trade}
      title={t(isRuled ? 'closed.arbitrated' : 'closed.finished')}
      // A ruling is about whether the payment arrived: the reason shows the decision.
      note={!isRuled && t(buys ? 'closed.boughtText' : 'closed.soldText', { amount })}
    >
      <CoinMark coin="LEAF" size={28} />
      <Money value={buys ? moved : -moved} unit="LEAF" size="hero" place="list" signed />
    </ResultHead>
  )
}

function WithoutDeal({ trade }: { trade: TradeView }) {
  const t = useTexts(closedTexts)
  return (
    <ResultHead
      trade={trade}
      title={t(trade.state === 'arbitration_refund' ? 'closed.refunded' : 'closed.timeout')}
    />
  )
}

/** A buyer who paid and missed the time can still appeal; until when, and what it does. */
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
