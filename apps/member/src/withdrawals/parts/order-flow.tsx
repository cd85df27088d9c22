import { Flow, Icon, momentOf, momentText, useKit } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { stageTexts } from '../stage-texts.ts'
import { goesOn, type Order, stagesOf } from '../stages.ts'
import styles from './order-flow.module.css'

/** The steps of an order in one line, and what it waits for. */
export function OrderFlow({ order }: { order: Order }) {
  const t = useTexts(stageTexts)
  const steps = stagesOf(order).map(({ stage, state }) => ({ name: t(`step.${stage}`), state }))
  return (
    <div className={styles.flow}>
      <Flow label={t('steps')} steps={steps} />
      <WaitLine order={order} />
    </div>
  )
}

type Waiting = Pick<Order, 'waits' | 'payout' | 'refusedBySigner'>

/** What an order waits for, and until when, if known; nothing once it has ended. */
export function WaitLine({ order }: { order: Waiting }) {
  const text = useWaitText(order)
  const { waits, refusedBySigner } = order
  if (waits === null) return null
  const isBySelf = goesOn.has(waits.for) && refusedBySigner === null
  return (
    <p className={isBySelf ? styles.wait : styles.awaited}>
      <Icon name="clock" size={16} />
      <span>{text}</span>
    </p>
  )
}

function useWaitText({ waits, payout, refusedBySigner }: Waiting): string {
  const t = useTexts(stageTexts)
  const { texts: words, now } = useKit()
  if (waits === null) return ''
  const momentIn = (instant: string) => momentText(momentOf(instant), words, now())
  if (waits.for === 'freeze' && waits.until === null) return t('waits.frozen')
  if (waits.for === 'paused') return t(`paused.${waits.cause ?? 'signerAway'}`)
  if (refusedBySigner) {
    const cause = t(`refused.${refusedBySigner.cause}`)
    return t('returnsFrom', { cause, until: momentIn(refusedBySigner.returnsFrom) })
  }
  return t(`waits.${waits.for}`, {
    until: waits.until === null ? '' : momentIn(waits.until),
    n: Math.min(payout?.confirmations ?? 0, payout?.needed ?? 0),
    needed: payout?.needed ?? 0,
  })
}
