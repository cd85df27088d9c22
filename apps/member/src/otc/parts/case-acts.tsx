import {
  acceptRuling,
  concedeTrade,
  releaseAnyway,
  type TradeView,
  withdrawAppeal,
} from '@banyan/domain'
import { Confirm, figureText } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { payedTexts } from '../payed-texts.ts'
import { paymentText } from '../payment-text.ts'
import { useTradeMove } from '../use-trade-move.ts'
import { waysTexts } from '../ways-texts.ts'
import type { Act } from './case-actions.tsx'
import PasswordMove from './password-move.tsx'

interface CaseActsProps {
  trade: TradeView
  act: Act | null
  onClose: () => void
}

/** The dialogs before a case is ended, each for one act. */
export default function CaseActs({ trade, act, onClose }: CaseActsProps) {
  return (
    <>
      <GivingWay trade={trade} act={act} onClose={onClose} />
      {(['withdraw', 'accept'] as const).map(one => (
        <Question key={one} act={one} trade={trade} open={act === one} onClose={onClose} />
      ))}
    </>
  )
}

/** The seller releases the coin after all, or the buyer gives it back: both with the payment password. */
function GivingWay({ trade, act, onClose }: CaseActsProps) {
  const t = useTexts(waysTexts)
  const tt = useTexts(payedTexts)
  const quantity = figureText(trade.dealQuantity, 2, 2)
  const amount = paymentText(trade.paymentAmount)
  return (
    <>
      <PasswordMove
        trade={trade}
        call={releaseAnyway}
        open={act === 'release'}
        onClose={onClose}
        title={tt('payed.confirmTitle', { amount: trade.paymentAmount })}
        text={
          <p className="sub">{tt('payed.confirmText', { quantity, name: trade.buyer.nickname })}</p>
        }
        verb={tt('payed.release', { quantity })}
        done={tt('payed.released')}
      />
      <PasswordMove
        trade={trade}
        call={concedeTrade}
        open={act === 'concede'}
        onClose={onClose}
        title={t('concede.title')}
        text={<p className="sub">{t('concede.text', { quantity, amount })}</p>}
        verb={t('concede.yes')}
        done={t('concede.done')}
      />
    </>
  )
}

interface QuestionProps extends Omit<CaseActsProps, 'act'> {
  act: 'withdraw' | 'accept'
  open: boolean
}

const calls = { withdraw: withdrawAppeal, accept: acceptRuling } as const

/** Withdrawing an appeal, or accepting a ruling: one dialog, no password. */
function Question({ trade, act, open, onClose }: QuestionProps) {
  const t = useTexts(waysTexts)
  const move = useTradeMove(calls[act], trade.id, {
    done: t(`${act}.done`),
    onRefused: () => {
      onClose()
      return false
    },
  })
  return (
    <Confirm
      open={open}
      onOpenChange={next => !next && onClose()}
      title={t(`${act}.title`)}
      confirmText={t(`ways.${act}`)}
      cancelText={t('keep')}
      pending={move.pending}
      onConfirm={() => void move.run({ params: { id: trade.id } }, onClose)}
    >
      {t(`${act}.text`)}
    </Confirm>
  )
}
