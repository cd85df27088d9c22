import type { TradeView } from '@banyan/domain'
import { Countdown, figureText, Icon, Sprout, Steps } from '@banyan/ui'
import { type ReactNode, useEffect } from 'react'
import { useTexts } from '../../shell/index.ts'
import { markSeen } from '../../shell/result/seen-results.ts'
import { tradeStyles } from '../stages.ts'
import { tradeTexts } from '../trade-texts.ts'
import styles from './trade-parts.module.css'

/** The place of the countdown in the sentence of a `StageHead`. */
export const time = '{}'

interface StageHeadProps {
  trade: TradeView
  /** What is awaited until when; `time` in it marks the place of the countdown. */
  sentence: string
  /** A line under it: what happens when the time is over. */
  note?: ReactNode
}

/** The top of an open trade's page: the three steps, the deadline in a sentence, and the amount in escrow. */
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
  note?: ReactNode
  /** What moved, for a trade that ended well. */
  children?: ReactNode
}

/** The top of the page of a trade that is over: what moved, and how it ended. */
export function ResultHead({ trade, title, note, children }: ResultHeadProps) {
  useEffect(() => markSeen(trade.id), [trade.id])
  return (
    <>
      <Bar trade={trade} />
      <div className={styles.stage}>
        {children ? (
          <>
            <Sprout grown={1} size={96} grows />
            <p className={styles.moved}>{children}</p>
            <h2 className={styles.well}>
              <Icon name="check" size={18} />
              {title}
            </h2>
          </>
        ) : (
          <>
            <span className={styles.result}>
              <Icon name="close" size={34} />
            </span>
            <h2>{title}</h2>
          </>
        )}
        {note && <span className="sub">{note}</span>}
      </div>
    </>
  )
}

function Bar({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  const style = tradeStyles[trade.state]
  return (
    <Steps
      names={[t('steps.pay'), t('steps.release'), t('steps.done')]}
      at={style.step}
      warn={style.warn}
    />
  )
}
