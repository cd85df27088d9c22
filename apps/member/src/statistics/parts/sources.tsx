import type { AnswerOf, incomeStatistics } from '@banyan/domain'
import { Card, List, MoneyRow, Segmented } from '@banyan/ui'
import { useState } from 'react'
import { useTexts } from '../../shell/index.ts'
import { texts } from '../texts.ts'

type Sources = NonNullable<AnswerOf<typeof incomeStatistics>['newest']>['sources']

/** The parts of static pay from fees and from outside, by windows of days. */
export function SourceCard({ sources }: { sources: Sources }) {
  const t = useTexts(texts)
  const [days, setDays] = useState('30')
  const window = sources.find(one => `${one.days}` === days)
  if (!window) return null
  return (
    <Card title={t('sourcesTitle')}>
      <Segmented
        label={t('window')}
        value={days}
        choices={sources.map(one => ({
          value: `${one.days}`,
          label: one.days === null ? t('ever') : t('days', { days: one.days }),
        }))}
        onValueChange={setDays}
      />
      <List>
        <MoneyRow label={t('fromFees')} value={window.fees} unit="USDT" place="list" />
        <MoneyRow label={t('fromIncome')} value={window.income} unit="USDT" place="list" />
        {window.notRecorded !== '0' && (
          <MoneyRow label={t('notRecorded')} value={window.notRecorded} unit="USDT" place="list" />
        )}
      </List>
      <p className="sub">{t('sourcesText')}</p>
    </Card>
  )
}
