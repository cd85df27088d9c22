import type { AnswerOf, dynamicSummary } from '@banyan/domain'
import { Card, Chip, figureText, List, Moment, MoneyRow, Row } from '@banyan/ui'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'
import styles from './last-card.module.css'

/** The last settlement of network pay, collapsed: all volume, and whether the pool could pay in full. */
export function LastCard({ dynamics }: { dynamics: AnswerOf<typeof dynamicSummary> }) {
  const t = useTexts(texts)
  const { last, moduleOn } = dynamics
  if (!moduleOn || !last) return null
  const factor = figureText(last.factor, 0, 9)
  return (
    <Card>
      <details className={styles.details}>
        <summary>
          <span>{t('last')}</span>
          <span className="sub">
            <Moment time={last.at} />
          </span>
        </summary>
        <List>
          <MoneyRow label={t('volume')} value={last.volume} unit="USDT" place="list" />
          <Row
            label={t('factor')}
            value={
              <Chip tone={factor === '1' ? 'ok' : 'warn'}>
                {factor === '1' ? t('inFull') : factor}
              </Chip>
            }
          />
        </List>
      </details>
    </Card>
  )
}
