import type { releaseTrade, TradeView } from '@banyan/domain'
import { Confirm, Moment, Money, Note, PinSheet } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { isAboutPaymentPassword } from '../../shell/payment-pad.ts'
import { payedTexts } from '../payed-texts.ts'
import { securityQuery } from '../queries.ts'
import { useTradeMove } from '../use-trade-move.ts'

export interface PasswordMoveProps {
  trade: TradeView
  /** A call that lets the coin go: every one of them takes the payment password and nothing else. */
  call: typeof releaseTrade
  open: boolean
  onClose: () => void
  /** The question that comes first, and its two answers. */
  question: { title: string; text: ReactNode; yes: string; no: string; tone?: 'danger' }
  /** Title of the pad and its button. */
  verb: string
  done: string
}

/** What else is asked for while a freeze lasts, said before the password is typed. */
function FactorNote({ asked }: { asked: boolean }) {
  const t = useTexts(payedTexts)
  const { data } = useQuery({ ...securityQuery, enabled: asked })
  const besides = data?.freezes.letsGo
  if (!besides || besides.factor === 'payment-password') return null
  return (
    <Note tone="warn">
      {t(`payed.besides.${besides.factor}`)} <Moment time={besides.until} />
    </Note>
  )
}

/**
 * A move that lets the coin go: first a question in plain words, then the payment password. There is
 * no way back from it.
 */
export default function PasswordMove(props: PasswordMoveProps) {
  const { trade, call, open, onClose, question, verb, done } = props
  const t = useTexts(payedTexts)
  const [answered, setAnswered] = useState(false)
  const [wrong, setWrong] = useState<string>()
  function close() {
    setAnswered(false)
    setWrong(undefined)
    onClose()
  }
  const move = useTradeMove(call, trade.id, {
    done,
    onRefused: refusal => {
      if (!isAboutPaymentPassword(refusal)) {
        close()
        return false
      }
      setWrong(refusal.message)
      return true
    },
  })
  function submit(paymentPassword: string) {
    setWrong(undefined)
    void move.run({ params: { id: trade.id }, body: { paymentPassword } }, close)
  }
  return (
    <>
      <Confirm
        open={open && !answered}
        onOpenChange={next => !next && close()}
        title={question.title}
        confirmText={question.yes}
        cancelText={question.no}
        {...(question.tone ? { tone: question.tone } : {})}
        onConfirm={() => setAnswered(true)}
      >
        <div className="stack">
          {question.text}
          <FactorNote asked={open} />
        </div>
      </Confirm>
      <PinSheet
        open={open && answered}
        onOpenChange={next => !next && close()}
        title={verb}
        summary={<Money value={trade.dealQuantity} unit="LEAF" size="num" />}
        label={t('payed.pin')}
        confirmText={verb}
        error={wrong}
        pending={move.pending}
        onSubmit={submit}
      />
    </>
  )
}
