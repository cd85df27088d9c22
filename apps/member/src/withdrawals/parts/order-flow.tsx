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

/** What an order waits for, and until when where that is known; nothing once it has ended. */
export function WaitLine({ order: { waits, payout } }: { order: Pick<Order, 'waits' | 'payout'> }) {
  const t = useTexts(stageTexts)
  const { texts: words } = useKit()
  if (waits === null) return null
  const until = waits.until === null ? '' : momentText(momentOf(waits.until), words)
  const isBySelf = goesOn.has(waits.for)
  const text =
    waits.for === 'paused'
      ? t(`paused.${waits.cause ?? 'signerAway'}`)
      : t(`waits.${waits.for}`, {
          until,
          n: Math.min(payout?.confirmations ?? 0, payout?.needed ?? 0),
          needed: payout?.needed ?? 0,
        })
  return (
    <p className={isBySelf ? styles.wait : styles.awaited}>
      <Icon name="clock" size={16} />
      <span>{text}</span>
    </p>
  )
}
