import type { TradeState } from '@banyan/domain'
import { Countdown, classes, Icon, type IconName, Steps } from '@banyan/ui'
import type { ReactNode } from 'react'
import { useTexts } from '../../shell/index.ts'
import { tradeLooks } from '../stages.ts'
import { tradeTexts } from '../trade-texts.ts'
import styles from './trade-parts.module.css'

interface StageHeadProps {
  state: TradeState
  title: ReactNode
  /** What happens when the time is over; `calm` when nothing bad does. */
  note?: ReactNode
  calm?: boolean
  deadline?: string | null
  /** Instead of a clock: how it stands. */
  result?: { icon: IconName; tone: 'ok' | 'warned' | 'neutral' }
  children?: ReactNode
}

/** The top of a trade's page: the three steps, and the clock or the result in the middle. */
export function StageHead(props: StageHeadProps) {
  const { state, title, note, calm, deadline, result, children } = props
  const t = useTexts(tradeTexts)
  const look = tradeLooks[state]
  return (
    <>
      <Steps
        names={[t('steps.pay'), t('steps.release'), t('steps.done')]}
        at={look.step}
        warn={look.warn}
      />
      <div className={styles.stage}>
        {result && (
          <span className={classes(styles.result, styles[result.tone])}>
            <Icon name={result.icon} size={34} />
          </span>
        )}
        {result ? <h2>{title}</h2> : <p>{title}</p>}
        {deadline && <Countdown deadline={deadline} size="hero" />}
        {children}
        {note && <span className={classes(styles.chip, calm && styles.calm)}>{note}</span>}
      </div>
    </>
  )
}
