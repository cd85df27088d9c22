import type { AnswerOf, disputeStatistics } from '@banyan/domain'
import { Empty, Segmented, Sheet } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryView, useLanguage, useTexts } from '../../shell/index.ts'
import { clausesQuery, statisticsQuery } from '../dispute-queries.ts'
import { rulesTexts } from '../rules-texts.ts'
import styles from './dispute.module.css'

type Tab = 'clauses' | 'statistics'

/** The clauses by which cases are judged, and the outcomes so far: both are public. */
export default function RulesSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useTexts(rulesTexts)
  const [tab, setTab] = useState<Tab>('clauses')
  return (
    <Sheet open={open} onOpenChange={next => !next && onClose()} title={t('rules.title')}>
      <div className="stack">
        <Segmented
          label={t('rules.which')}
          value={tab}
          onValueChange={setTab}
          choices={[
            { value: 'clauses', label: t('rules.clauses') },
            { value: 'statistics', label: t('rules.statistics') },
          ]}
        />
        {tab === 'clauses' ? <Clauses /> : <Statistics />}
      </div>
    </Sheet>
  )
}

function Clauses() {
  const language = useLanguage()
  return (
    <QueryView query={useQuery(clausesQuery)}>
      {({ items }) => (
        // biome-ignore lint/a11y/noRedundantRoles: without markers VoiceOver reads no list.
        <ol role="list" className="stack">
          {items.map(({ number, text }) => (
            <li key={number} className={styles.clause}>
              <span className={styles.number}>{number}</span>
              <span>{text[language]}</span>
            </li>
          ))}
        </ol>
      )}
    </QueryView>
  )
}

type Month = AnswerOf<typeof disputeStatistics>['months'][number]
const ends = [
  'withdrawn',
  'releasedBySeller',
  'concededByBuyer',
  'verifiedOnChain',
  'ruledRelease',
  'ruledRefund',
  'ruledSplit',
] as const satisfies readonly (keyof Month)[]

function Statistics() {
  const t = useTexts(rulesTexts)
  return (
    <QueryView query={useQuery(statisticsQuery)}>
      {({ months, now }) => (
        <>
          <Now now={now} />
          {months.length === 0 && <Empty>{t('rules.noCases')}</Empty>}
          {months.map(month => (
            <table key={month.month} className={styles.months}>
              <caption className="visually-hidden">{month.month}</caption>
              <thead>
                <tr>
                  <th scope="col">{month.month}</th>
                  <th scope="col">{t('rules.cases')}</th>
                </tr>
              </thead>
              <tbody className="num">
                <Line name={t('rules.opened')} value={month.opened} />
                <Line name={t('rules.closed')} value={month.closed} />
                {ends.map(end => (
                  <Line key={end} name={t(`end.${end}`)} value={month[end]} />
                ))}
                <Line name={t('rules.reviewed')} value={month.reviewed} />
                <Line name={t('rules.overturned')} value={month.overturned} />
                <Line name={t('rules.appointed')} value={month.appointed} />
                <Line
                  name={t('rules.median')}
                  value={
                    month.medianHours === null
                      ? '–'
                      : t('rules.hours', { n: Math.round(month.medianHours) })
                  }
                />
              </tbody>
            </table>
          ))}
        </>
      )}
    </QueryView>
  )
}

/** The cases that currently wait, and the available arbitrators. */
function Now({ now }: { now: AnswerOf<typeof disputeStatistics>['now'] }) {
  const t = useTexts(rulesTexts)
  const { waiting, longestHours, arbitrators, needed } = now
  return (
    <table className={styles.months}>
      <caption className="visually-hidden">{t('rules.now')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('rules.now')}</th>
          <th scope="col">{t('rules.cases')}</th>
        </tr>
      </thead>
      <tbody className="num">
        <Line name={t('rules.waiting')} value={waiting} />
        {longestHours !== null && (
          <Line
            name={t('rules.longest')}
            value={t('rules.hours', { n: Math.round(longestHours) })}
          />
        )}
        <Line name={t('rules.present')} value={t('rules.presentOf', { n: arbitrators, needed })} />
      </tbody>
    </table>
  )
}

function Line({ name, value }: { name: string; value: number | string }) {
  return (
    <tr>
      <td>{name}</td>
      <td>{value}</td>
    </tr>
  )
}
