import { figureText, microOf } from '@banyan/ui'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  Answer,
  Choices,
  type Column,
  DataTable,
  openHere,
  Panel,
  TableBar,
  useAddress,
  useTexts,
} from '../shell/index.ts'
import { DayChart } from './day-chart.tsx'
import { amounts, type ChartName, charts, counts } from './figures.ts'
import styles from './page.module.css'
import { type Day, type Days, daysQuery, spans } from './queries.ts'
import { statisticsTexts } from './texts.ts'

const isSpan = (text: string | undefined): text is (typeof spans)[number] =>
  spans.includes(text as (typeof spans)[number])

const usual = '90'

/** Figures of days: the newest in words, charts, and the table of all. */
export default function StatisticsPage() {
  const { query } = useAddress()
  const span = isSpan(query.days) ? query.days : usual
  return (
    <div className={styles.page}>
      <Answer query={useQuery(daysQuery(Number(span)))}>{days => <Shown days={days} />}</Answer>
    </div>
  )
}

function Shown({ days: { items, runway } }: { days: Days }) {
  const { id, query } = useAddress()
  const t = useTexts(statisticsTexts)
  const columns = useColumns()
  const rows = useMemo(
    () => items.filter(({ period }) => period.includes((query.find ?? '').trim())),
    [items, query.find],
  )
  const [newest] = items
  return (
    <>
      <TableBar name="days" rows={rows} all={items.length} isMore={false} columns={columns}>
        <Choices
          label={t.span}
          name="days"
          values={spans.map(value => ({
            value: value === usual ? '' : value,
            label: t.days(value),
          }))}
        />
      </TableBar>
      <div className={styles.content}>
        {newest === undefined ? (
          <Panel>
            <p>{t.none}</p>
          </Panel>
        ) : (
          <>
            <Newest day={newest} runway={runway} />
            <div className={styles.charts}>
              {(Object.keys(charts) as ChartName[]).map(name => (
                <DayChart key={name} name={name} days={items} />
              ))}
            </div>
          </>
        )}
        <div className={styles.table}>
          <DataTable
            label={t.label}
            rows={rows}
            columns={columns}
            idOf={row => row.period}
            current={id}
            onOpen={openHere}
          />
        </div>
        <p className={styles.foot}>{t.notes}</p>
        <a
          className={styles.foot}
          href="https://www.tradingview.com/"
          target="_blank"
          rel="noreferrer"
        >
          {t.attribution}
        </a>
      </div>
    </>
  )
}

function Newest({ day, runway }: { day: Day; runway: Days['runway'] }) {
  const t = useTexts(statisticsTexts)
  const lasts = (days: number | null) => (days === null ? t.notTaken : t.lasts(days))
  const shown = ['volume', 'recharged', 'withdrawn', 'staticPaid', 'dynamicPaid'] as const
  return (
    <Panel title={t.newest(day.period)} isNow>
      <div className={styles.figures}>
        {(['members', 'active', 'joined', 'trades'] as const).map(name => (
          <span key={name} className={styles.figure}>
            <span className={styles.name}>{t.figure[name]}</span>
            <span className={styles.value}>{figureText(`${day[name]}`, 0, 0)}</span>
          </span>
        ))}
        {shown.map(name => (
          <span key={name} className={styles.figure}>
            <span className={styles.name}>{t.figure[name]}</span>
            <span className={styles.value}>{figureText(day[name], 2, 2)}</span>
          </span>
        ))}
      </div>
      <p className={styles.name}>{t.runway}</p>
      <div className={styles.figures}>
        {(['poolStatic', 'poolDynamic', 'income'] as const).map(name => (
          <span key={name} className={styles.figure}>
            <span className={styles.name}>
              {t.figure[name]} {figureText(day[name], 2, 2)}
            </span>
            <span className={styles.value}>{lasts(runway[name])}</span>
          </span>
        ))}
      </div>
    </Panel>
  )
}

function useColumns(): Column<Day>[] {
  const t = useTexts(statisticsTexts)
  return useMemo(
    (): Column<Day>[] => [
      {
        id: 'period',
        head: t.period,
        sortBy: row => row.period,
        csv: row => row.period,
        cell: row => row.period,
      },
      ...counts.map(
        (name): Column<Day> => ({
          id: name,
          head: t.figure[name],
          isFigure: true,
          sortBy: row => row[name],
          csv: row => ({ figure: `${row[name]}` }),
          cell: row => figureText(`${row[name]}`, 0, 0),
        }),
      ),
      ...amounts.map(
        (name): Column<Day> => ({
          id: name,
          head: t.figure[name],
          isFigure: true,
          sortBy: row => microOf(row[name]),
          csv: row => ({ figure: row[name] }),
          cell: row => figureText(row[name], 2, 2),
        }),
      ),
      {
        id: 'price',
        head: t.figure.price,
        isFigure: true,
        sortBy: row => microOf(row.price),
        csv: row => ({ figure: row.price }),
        cell: row => <span title={row.price}>{figureText(row.price, 4, 4)}</span>,
      },
    ],
    [t],
  )
}
