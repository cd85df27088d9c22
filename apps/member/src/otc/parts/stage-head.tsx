import type { TradeView } from '@banyan/domain'
import { Countdown, classes, figureText, Icon, type IconName, Steps } from '@banyan/ui'
import type { ReactNode } from 'react'
import { useTexts } from '../../shell/index.ts'
import { tradeLooks } from '../stages.ts'
import { tradeTexts } from '../trade-texts.ts'
import styles from './trade-parts.module.css'

/** Where the countdown is in the sentence of a `StageHead`. */
export const time = '{}'

interface StageHeadProps {
  trade: TradeView
  /** What is awaited until when; `time` in it is where the countdown is. */
  sentence: string
  /** A line under it: what happens when the time is over. */
  note?: ReactNode
}

/** The top of an open trade's page: the three steps, the deadline in a sentence, and what is in escrow. */
export function StageHead({ trade, sentence, note }: StageHeadProps) {
  const t = useTexts(tradeTexts)
  const [before, after] = sentence.split(time)
  return (
    <div className={styles.top}>
      <Bar trade={trade} />
      <p className={styles.line}>
        <span className={styles.deadline}>
          {before}
          {after !== undefined && trade.deadline && (
            <b>
              <Countdown deadline={trade.deadline} />
            </b>
          )}
          {after}
        </span>
        <span className={styles.escrow}>
          <Icon name="shield" size={16} />
          {t('escrow', { quantity: figureText(trade.dealQuantity, 2, 2) })}
        </span>
      </p>
      {note && <p className="sub">{note}</p>}
    </div>
  )
}

interface ResultHeadProps {
  trade: TradeView
  title: ReactNode
  icon: IconName
  tone: 'ok' | 'neutral'
  note?: ReactNode
  children?: ReactNode
}

/** The top of the page of a trade that is over: how it ended, in the middle. */
export function ResultHead({ trade, title, icon, tone, note, children }: ResultHeadProps) {
  return (
    <>
      <Bar trade={trade} />
      <div className={styles.stage}>
        <span className={classes(styles.result, styles[tone])}>
          <Icon name={icon} size={34} />
        </span>
        <h2>{title}</h2>
        {children}
        {note && <span className="sub">{note}</span>}
      </div>
    </>
  )
}

function Bar({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const look = tradeLooks[trade.state]
  return (
    <Steps
      names={[t('steps.pay'), t('steps.release'), t('steps.done')]}
      at={look.step}
      warn={look.warn}
    />
  )
}
