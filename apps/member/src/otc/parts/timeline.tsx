import type { TradeView } from '@banyan/domain'
import { Card, Moment } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { stepsOf } from '../steps.ts'
import { tradeTexts } from '../trade-texts.ts'
import styles from './trade-parts.module.css'

/** Every step of the trade and of its case, as it happened, with who made it where that is not said. */
export function Timeline({ trade }: { trade: TradeView }) {
  const t = useTexts(tradeTexts)
  return (
    <Card title={t('timeline.title')}>
      <ol className={styles.timeline}>
        {stepsOf(trade).map(({ key, by, at }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing is ever put in between.
          <li key={index}>
            <p>{t(key)}</p>
            <p className="cap">
              {by && `${t(`fact.${by}`)} · `}
              <Moment time={at} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
