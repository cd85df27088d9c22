import type { TradeView } from '@banyan/domain'
import { Card, Moment } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { tradeTexts } from '../trade-texts.ts'
import styles from './trade-parts.module.css'

/** Every step of the trade, as it happened. */
export function Timeline({ steps }: { steps: TradeView['timeline'] }) {
  const t = useTexts(tradeTexts)
  return (
    <Card title={t('timeline.title')}>
      <ol className={styles.timeline}>
        {steps.map(({ event, at }) => (
          <li key={`${event} ${at}`}>
            <p>{t(`timeline.${event}`)}</p>
            <p className="cap">
              <Moment time={at} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
