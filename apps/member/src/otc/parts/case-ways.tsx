import { otherParty, type TradeView } from '@banyan/domain'
import { Card, List, Row } from '@banyan/ui'
import { useState } from 'react'
import { href, pages, useTexts } from '../../shell/index.ts'
import { viewerOf } from '../stages.ts'
import { waysTexts } from '../ways-texts.ts'
import type { Act } from './case-actions.tsx'
import type { Dispute } from './case-card.tsx'
import { CaseActs } from './later-sheets.tsx'

interface OfCase {
  trade: TradeView
  dispute: Dispute
}

/** The ways to end a case before it is ruled, each with what the viewer gives up by it. */
export default function CaseWays({ trade, dispute }: OfCase) {
  const t = useTexts(waysTexts)
  const [act, setAct] = useState<Act | null>(null)
  // Opened dialogs stay rendered: they close with an animation.
  const [asked, setAsked] = useState(false)
  const ways = waysOf(trade, dispute)
  const counter = trade.moves.includes('counterClaim') && dispute.moves.includes('state')
  if (ways.length === 0 && !counter) return null
  const other = trade[otherParty(viewerOf(trade))].nickname
  const isOpener = dispute.openedBy === otherParty(viewerOf(trade))
  return (
    <Card title={t('ways.title')}>
      <List>
        {ways.map(way => (
          <Row
            key={way}
            icon={way === 'withdraw' ? 'back' : 'check'}
            label={t(`ways.${way}`)}
            note={t(`ways.${way}Note`)}
            onClick={() => {
              setAsked(true)
              setAct(way)
            }}
          />
        ))}
        {counter && (
          <Row
            icon="chat"
            label={t('ways.answer')}
            note={t('ways.answerNote')}
            href={href(pages.otc[trade.side].submitAppeal, { id: trade.id, as: 'answer' })}
          />
        )}
      </List>
      {dispute.ruling === null && (
        <p className="sub">
          {t(trade.side === 'buy' ? 'ways.sellerMay' : 'ways.buyerMay', { name: other })}
          {isOpener && t('ways.orWithdraw')}
        </p>
      )}
      {asked && <CaseActs trade={trade} act={act} onClose={() => setAct(null)} />}
    </Card>
  )
}

/** The ways to end the case that are open to this viewer. */
function waysOf({ moves }: TradeView, dispute: Dispute): Act[] {
  return [
    ...(dispute.moves.includes('accept') ? (['accept'] as const) : []),
    ...(moves.includes('releaseAnyway') ? (['release'] as const) : []),
    ...(moves.includes('concede') ? (['concede'] as const) : []),
    ...(moves.includes('withdrawAppeal') ? (['withdraw'] as const) : []),
  ]
}
