import {
  acceptRuling,
  concedeTrade,
  releaseAnyway,
  type TradeView,
  withdrawAppeal,
} from '@banyan/domain'
import { ActionBar, Button, Confirm, figureText, List, Row, Sheet } from '@banyan/ui'
import { useState } from 'react'
import { href, nav, pages, useTexts } from '../../shell/index.ts'
import { wordingOf } from '../cases.ts'
import { disputeTexts } from '../dispute-texts.ts'
import { tradeTexts } from '../trade-texts.ts'
import { useTradeMove } from '../use-trade-move.ts'
import type { Dispute } from './case-card.tsx'
import { PasswordMove } from './password-move.tsx'

type Act = 'ways' | 'release' | 'concede' | 'withdraw' | 'accept'

/** At the thumb: the word that is due, and behind the second button every other way to end the case. */
export function CaseActions({ trade, dispute }: { trade: TradeView; dispute: Dispute }) {
  const t = useTexts(disputeTexts)
  const [act, setAct] = useState<Act | null>(null)
  const close = () => setAct(null)
  const wording = wordingOf(trade, null)
  const counter = trade.moves.includes('counterClaim')
  const mayAnswer = dispute.moves.includes('state')
  const ways = waysOf(trade, dispute)
  const write = pages.otc[trade.side].submitAppeal
  if (wording === null && ways.length === 0) return null
  return (
    <>
      <ActionBar>
        {(ways.length > 0 || (counter && mayAnswer)) && (
          <Button tone="secondary" onClick={() => setAct('ways')}>
            {t('ways.open')}
          </Button>
        )}
        {wording !== null && (
          <Button onClick={() => nav.to(write, { id: trade.id, as: wording })}>
            {t(counter ? 'ways.counterClaim' : `ways.${wording}`)}
          </Button>
        )}
      </ActionBar>
      <Sheet open={act === 'ways'} onOpenChange={next => !next && close()} title={t('ways.title')}>
        <List>
          {counter && mayAnswer && (
            <Row
              icon="chat"
              label={t('ways.answer')}
              note={t('ways.answerNote')}
              href={href(write, { id: trade.id, as: 'answer' })}
              onClick={close}
            />
          )}
          {ways.map(way => (
            <Row
              key={way}
              icon={way === 'withdraw' ? 'back' : 'check'}
              label={t(`ways.${way}`)}
              note={t(`ways.${way}Note`)}
              onClick={() => setAct(way)}
            />
          ))}
        </List>
      </Sheet>
      <GivingWay trade={trade} act={act} onClose={close} />
      <Withdraw trade={trade} open={act === 'withdraw'} onClose={close} />
      <Accept trade={trade} open={act === 'accept'} onClose={close} />
    </>
  )
}

/** The ways to end the case that are open to this viewer. */
function waysOf({ moves }: TradeView, dispute: Dispute): Exclude<Act, 'ways'>[] {
  return [
    ...(dispute.moves.includes('accept') ? (['accept'] as const) : []),
    ...(moves.includes('releaseAnyway') ? (['release'] as const) : []),
    ...(moves.includes('concede') ? (['concede'] as const) : []),
    ...(moves.includes('withdrawAppeal') ? (['withdraw'] as const) : []),
  ]
}

/** The seller lets the coin go after all, or the buyer gives it back: both with the payment password. */
function GivingWay(props: { trade: TradeView; act: Act | null; onClose: () => void }) {
  const { trade, act, onClose } = props
  const t = useTexts(disputeTexts)
  const tt = useTexts(tradeTexts)
  const quantity = figureText(trade.dealQuantity)
  const amount = figureText(trade.paymentAmount)
  return (
    <>
      <PasswordMove
        trade={trade}
        call={releaseAnyway}
        open={act === 'release'}
        onClose={onClose}
        question={{
          title: tt('payed.confirmTitle', { amount }),
          text: tt('payed.confirmText', { network: trade.network, quantity }),
          yes: tt('payed.confirmYes'),
          no: tt('payed.confirmNo'),
        }}
        verb={t('ways.release')}
        done={tt('payed.released')}
      />
      <PasswordMove
        trade={trade}
        call={concedeTrade}
        open={act === 'concede'}
        onClose={onClose}
        question={{
          title: t('concede.title'),
          text: t('concede.text', { quantity, amount }),
          yes: t('concede.yes'),
          no: t('keep'),
          tone: 'danger',
        }}
        verb={t('concede.verb')}
        done={t('concede.done')}
      />
    </>
  )
}

interface ActProps {
  trade: TradeView
  open: boolean
  onClose: () => void
}

function Withdraw({ trade, open, onClose }: ActProps) {
  const t = useTexts(disputeTexts)
  const move = useTradeMove(withdrawAppeal, trade.id, {
    done: t('withdraw.done'),
    onRefused: () => {
      onClose()
      return false
    },
  })
  return (
    <Confirm
      open={open}
      onOpenChange={next => !next && onClose()}
      title={t('withdraw.title')}
      confirmText={t('ways.withdraw')}
      cancelText={t('keep')}
      pending={move.pending}
      onConfirm={() => void move.run({ params: { id: trade.id } }, onClose)}
    >
      {t('withdraw.text')}
    </Confirm>
  )
}

function Accept({ trade, open, onClose }: ActProps) {
  const t = useTexts(disputeTexts)
  const move = useTradeMove(acceptRuling, trade.id, {
    done: t('accept.done'),
    onRefused: () => {
      onClose()
      return false
    },
  })
  return (
    <Confirm
      open={open}
      onOpenChange={next => !next && onClose()}
      title={t('accept.title')}
      confirmText={t('ways.accept')}
      cancelText={t('keep')}
      pending={move.pending}
      onConfirm={() => void move.run({ params: { id: trade.id } }, onClose)}
    >
      {t('accept.text')}
    </Confirm>
  )
}
