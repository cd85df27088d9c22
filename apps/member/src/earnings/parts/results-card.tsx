import type { AnswerOf, staticResults } from '@banyan/domain'
import { Card, Folded, List, MoneyRow, Segmented } from '@banyan/ui'
import { useState } from 'react'
import { OwnMoney } from '../../shell/hidden-figures.tsx'
import { useTexts } from '../../shell/index.ts'
import { profitTexts } from '../profit-texts.ts'
import styles from './results-card.module.css'

type Result = AnswerOf<typeof staticResults>['results'][number]

/** What was really paid in the last settlements, zeros counted. */
export function ResultsCard({ results }: { results: readonly Result[] }) {
  const t = useTexts(profitTexts)
  const [days, setDays] = useState(`${results[1]?.days ?? ''}`)
  const result = results.find(one => `${one.days}` === days)
  if (!result) return null
  return (
    <Card title={t('realised')}>
      <Segmented
        label={t('window')}
        value={days}
        onValueChange={setDays}
        choices={results.map(one => ({ value: `${one.days}`, label: t('days', { n: one.days }) }))}
      />
      <div className={styles.own}>
        <span className="sub">{t('own')}</span>
        <OwnMoney value={result.own} unit="USDT" size="num" place="earning" />
      </div>
      <p className="sub">{t('settled', { n: result.settlements, zeros: result.ownZeros })}</p>
      <Folded title={t('averages')}>
        <List>
          <MoneyRow label={t('everyone')} value={result.everyone} unit="USDT" place="earning" />
          <MoneyRow
            label={t('activated')}
            note={t('activatedNote')}
            value={result.activated}
            unit="LEAF"
            place="list"
          />
          <MoneyRow
            label={t('perLeaf')}
            note={t('perLeafNote')}
            value={result.perLeaf}
            unit="USDT"
          />
        </List>
      </Folded>
      <p className="cap">{t('past')}</p>
    </Card>
  )
}
