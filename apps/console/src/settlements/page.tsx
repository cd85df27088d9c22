import { type RunState, runStates } from '@banyan/domain'
import { figureText } from '@banyan/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  Choices,
  type Column,
  dayText,
  ListSplit,
  Tag,
  type Tone,
  textColumn,
  useAddress,
  useMinute,
  useRows,
  useTexts,
} from '../shell/index.ts'
import { durationText } from './durations.ts'
import styles from './page.module.css'
import { RunPanel } from './panel.tsx'
import { type Run, runsQuery } from './queries.ts'
import { settlementTexts } from './texts.ts'

const tones: Readonly<Record<RunState, Tone>> = {
  due: 'warn',
  running: 'mine',
  stopped: 'bad',
  published: 'ok',
}

/** Settlement runs, those under way first, with the next cut-off. */
export default function SettlementsPage() {
  const { id, query } = useAddress()
  const t = useTexts(settlementTexts)
  const now = useMinute()
  const list = useInfiniteQuery(runsQuery)
  const all = useRows(list.data)
  const rows = useMemo(() => {
    const find = (query.find ?? '').trim()
    return all.filter(
      ({ period, state }) => period.includes(find) && (query.state ?? state) === state,
    )
  }, [all, query.find, query.state])
  const columns = useColumns(now)
  const next = list.data?.pages[0]?.nextCutoffAt
  return (
    <ListSplit
      name="settlements"
      label={t.label}
      rows={rows}
      all={all.length}
      list={list}
      columns={columns}
      idOf={row => row.period}
      filters={
        <>
          {next && (
            <span className={styles.next}>
              {t.next} {dayText(next, now)}
            </span>
          )}
          <Choices
            label={t.columns.state}
            name="state"
            values={runStates.map(value => ({ value, label: t.state[value] }))}
          />
        </>
      }
      panel={id === null ? null : <RunPanel key={id} period={id} now={now} />}
    />
  )
}

function useColumns(now: number): Column<Run>[] {
  const t = useTexts(settlementTexts)
  return useMemo(
    (): Column<Run>[] => [
      textColumn({ id: 'period', head: t.columns.period }, row => row.period),
      {
        id: 'state',
        head: t.columns.state,
        sortBy: row => runStates.indexOf(row.state),
        csv: row => row.state,
        cell: row => <Tag tone={tones[row.state]}>{t.state[row.state]}</Tag>,
      },
      {
        id: 'stages',
        head: t.columns.stages,
        isFigure: true,
        cell: row => (row.stages === null ? '–' : `${row.stages.ended} / ${row.stages.all}`),
      },
      {
        id: 'took',
        head: t.columns.took,
        isFigure: true,
        sortBy: row => row.tookMs ?? -1,
        csv: row => (row.tookMs === null ? '' : { figure: `${row.tookMs}` }),
        cell: row => (row.tookMs === null ? '–' : durationText(row.tookMs)),
      },
      {
        id: 'price',
        head: t.columns.price,
        isFigure: true,
        isMinor: true,
        csv: row => (row.price === null ? '' : { figure: row.price }),
        cell: row => (row.price === null ? '–' : figureText(row.price, 4, 4)),
      },
      {
        id: 'rules',
        head: t.columns.rules,
        isFigure: true,
        isMinor: true,
        csv: row => `${row.rules ?? ''}`,
        cell: row => row.rules ?? '–',
      },
      {
        id: 'closed',
        head: t.columns.closed,
        isMinor: true,
        csv: row => row.closedAt ?? '',
        cell: row => (row.closedAt === null ? '–' : dayText(row.closedAt, now)),
      },
      {
        id: 'published',
        head: t.columns.published,
        isMinor: true,
        csv: row => row.publishedAt ?? '',
        cell: row => (row.publishedAt === null ? '–' : dayText(row.publishedAt, now)),
      },
    ],
    [t, now],
  )
}
