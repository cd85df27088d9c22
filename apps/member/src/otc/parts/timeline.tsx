import type { TradeView } from '@banyan/domain'
import { Moment } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { stepsOf } from '../steps.ts'
import { timelineTexts } from '../timeline-texts.ts'
import { tradeTexts } from '../trade-texts.ts'
import styles from './timeline.module.css'

/** Every step of the trade and of its case, in order, with who made it where the text does not name it. */
export default function Timeline({ trade }: { trade: TradeView }) {
  const t = useTexts(timelineTexts)
  const tt = useTexts(tradeTexts)
  return (
    <section className={styles.steps}>
      <h3 className="sub">{t('timeline.title')}</h3>
      <ol className={styles.timeline}>
        {stepsOf(trade).map(({ key, by, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing is ever inserted in between.
          <li key={index}>
            <p>{t(key)}</p>
            <p className="cap">
              {by && `${tt(`fact.${by}`)} · `}
              <Moment time={at} />
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
}
