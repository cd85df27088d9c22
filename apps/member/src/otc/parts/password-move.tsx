import type { releaseTrade, TradeView } from '@banyan/domain'
import { Moment, Note } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { isAboutPaymentPassword, PaymentSheet } from '../../shell/payment-pad.tsx'
import { payedTexts } from '../payed-texts.ts'
import { securityQuery } from '../queries.ts'
import { useTradeMove } from '../use-trade-move.ts'

export interface PasswordMoveProps {
  trade: TradeView
  /** A call that releases the coin: every one of them takes only the payment password. */
  call: typeof releaseTrade
  open: boolean
  onClose: () => void
  /** The question, and its effect. */
  title: string
  text: ReactNode
  /** The button's label: the act, with the quantity. */
  verb: string
  done: string
}

/** The additional factor of a freeze, announced before the password is typed. */
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

/** A move that releases the coin, in one sheet: its effect in plain words, then the payment password. */
export default function PasswordMove(props: PasswordMoveProps) {
  const { trade, call, open, onClose, title, text, verb, done } = props
  const [wrong, setWrong] = useState<string>()
  function close() {
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
    <PaymentSheet
      open={open}
      onOpenChange={next => !next && close()}
      title={title}
      summary={
        <>
          {text}
          <FactorNote asked={open} />
        </>
      }
      confirmText={verb}
      error={wrong}
      pending={move.pending}
      onSubmit={submit}
    />
  )
}
