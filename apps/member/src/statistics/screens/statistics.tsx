import type { AnswerOf, incomeStatistics } from '@banyan/domain'
import { Card, Empty, List, MoneyRow, Row, Segmented } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView, useLive, useTexts } from '../../shell/index.ts'
import { InsiderCard } from '../parts/insiders.tsx'
import { SourceCard } from '../parts/sources.tsx'
import { percentText } from '../percent.ts'
import { incomeQuery } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './statistics.module.css'

type Income = NonNullable<AnswerOf<typeof incomeStatistics>['newest']>

/** What all members got and came out with, zeros first. Public. */
export default function StatisticsScreen() {
  const t = useTexts(texts)
  const query = useQuery(incomeQuery)
  useLive('pricing', { invalidate: ['statistics'] })
  return (
    <div className="page-pad stack">
      <QueryView query={query}>
        {({ newest }) => (newest ? <Figures income={newest} /> : <Empty>{t('none')}</Empty>)}
      </QueryView>
      <InsiderCard />
    </div>
  )
}

function Figures({ income }: { income: Income }) {
  const t = useTexts(texts)
  const { net } = income
  return (
    <>
      <p className="cap">{t('asOf', { period: income.period })}</p>
      <PayCard income={income} />
      <SourceCard sources={income.sources} />
      <Card title={t('netTitle')}>
        <p className="sub">{t('netText')}</p>
        <Share part={net.losing} tone="losing" />
        <List>
          <Row label={t('losing')} value={percentText(net.losing)} strong />
          <MoneyRow label={t('netP10')} value={net.p10} unit="USDT" place="list" />
          <MoneyRow label={t('netMedian')} value={net.median} unit="USDT" place="list" />
          <MoneyRow label={t('netP90')} value={net.p90} unit="USDT" place="list" />
        </List>
      </Card>
      <Card title={t('howTitle')}>
        <p className="sub">{t('how')}</p>
      </Card>
    </>
  )
}

function PayCard({ income }: { income: Income }) {
  const t = useTexts(texts)
  const [window, setWindow] = useState<'lately' | 'ever'>('lately')
  const pay = income[window]
  return (
    <Card title={t('zeroTitle')}>
      <Segmented
        label={t('window')}
        value={window}
        choices={[
          { value: 'lately', label: t('lately') },
          { value: 'ever', label: t('ever') },
        ]}
        onValueChange={setWindow}
      />
      <p className={styles.figure}>{percentText(pay.withoutPay)}</p>
      <Share part={pay.withoutPay} tone="zero" />
      <p className="sub">{t('zeroText', { members: income.members })}</p>
      <List>
        <MoneyRow label={t('median')} value={pay.median} unit="USDT" place="list" />
        <MoneyRow label={t('p90')} value={pay.p90} unit="USDT" place="list" />
        <Row label={t('topShare')} value={percentText(pay.topShare)} />
        <MoneyRow label={t('total')} value={pay.total} unit="USDT" place="list" />
      </List>
    </Card>
  )
}

/** A part of all members as a bar; the figure beside it has the same value. */
function Share({ part, tone }: { part: number; tone: 'zero' | 'losing' }) {
  return (
    <div className={styles.track} aria-hidden>
      <div className={styles[tone]} style={{ width: `${part / 100}%` }} />
    </div>
  )
}
