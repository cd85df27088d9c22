import { proposeCancel, type TradeView } from '@banyan/domain'
import { Card, Confirm, Countdown, List, Row } from '@banyan/ui'
import { useState } from 'react'
import { href, pages, useTexts } from '../../shell/index.ts'
import { payedTexts } from '../payed-texts.ts'
import { useTradeMove } from '../use-trade-move.ts'

/** The options for a paid trade with a problem; only those that are open now. */
export function ProblemCard({ trade }: { trade: TradeView }) {
  const t = useTexts(payedTexts)
  const [asking, setAsking] = useState(false)
  const propose = useTradeMove(proposeCancel, trade.id, {
    done: t('problem.proposed'),
    onRefused: () => {
      setAsking(false)
      return false
    },
  })
  const { moves, appealFrom, serverNow } = trade
  const mayAppeal = moves.includes('appeal')
  const later = !mayAppeal && appealFrom !== null && appealFrom > serverNow ? appealFrom : null
  const mayPropose = moves.includes('proposeCancel')
  const sells = trade.side === 'sell'
  if (!mayAppeal && later === null && !mayPropose) return null
  return (
    <Card
      title={t(sells ? 'problem.notReceived' : 'problem.title')}
      {...(sells ? { aside: <span className="sub">{t('problem.dontRelease')}</span> } : {})}
    >
      <List>
        <Row
          icon="chat"
          label={t('problem.ask', { name: (sells ? trade.buyer : trade.seller).nickname })}
          note={t('problem.askNote')}
          href={href(pages.more.chat, { id: trade.id })}
        />
        {mayPropose && (
          <Row
            icon="close"
            label={t('problem.cancel')}
            note={t('problem.cancelNote')}
            onClick={() => setAsking(true)}
          />
        )}
        {mayAppeal && (
          <Row
            icon="shield"
            label={t('problem.appeal')}
            note={t(trade.side === 'buy' ? 'problem.appealBuyer' : 'problem.appealSeller')}
            href={href(pages.otc[trade.side].submitAppeal, { id: trade.id })}
          />
        )}
        {later !== null && (
          <Row
            icon="shield"
            label={t('problem.appeal')}
            note={t('problem.appealLater')}
            value={<Countdown deadline={later} />}
          />
        )}
      </List>
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={t('problem.proposeTitle')}
        confirmText={t('problem.propose')}
        cancelText={t('problem.notNow')}
        pending={propose.pending}
        onConfirm={() => void propose.run({ params: { id: trade.id } }, () => setAsking(false))}
      >
        {t('problem.proposeText')}
      </Confirm>
    </Card>
  )
}
