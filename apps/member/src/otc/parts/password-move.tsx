import type { releaseTrade, TradeView } from '@banyan/domain'
import { Moment, Note, PinSheet } from '@banyan/ui'
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
  /** What is asked, and what comes of it. */
  title: string
  text: ReactNode
  /** The button: what is done, with how much. */
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

/** A move that lets the coin go, in one sheet: what happens in plain words, then the payment password. */
export default function PasswordMove(props: PasswordMoveProps) {
  const { trade, call, open, onClose, title, text, verb, done } = props
  const t = useTexts(payedTexts)
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
    <PinSheet
      open={open}
      onOpenChange={next => !next && close()}
      title={title}
      summary={
        <>
          {text}
          <FactorNote asked={open} />
        </>
      }
      label={t('payed.pin')}
      confirmText={verb}
      error={wrong}
      pending={move.pending}
      onSubmit={submit}
    />
  )
}
