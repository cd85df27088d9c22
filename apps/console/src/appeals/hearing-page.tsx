import { isRefused } from '@banyan/client'
import { classes } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import {
  Age,
  Answer,
  Desk,
  OpenHead,
  openHere,
  Panel,
  Tag,
  useAddress,
  useMinute,
  useRowKeys,
  useTexts,
} from '../shell/index.ts'
import { CaseActs } from './acts.tsx'
import styles from './appeals.module.css'
import { CaseView } from './case-view.tsx'
import { type Case, caseQuery, casesQuery, type QueuedCase } from './queries.ts'
import { targetMinutes } from './queues.ts'
import { CaseSeats } from './seats.tsx'
import { TakeCase } from './take-case.tsx'
import { appealTexts } from './texts.ts'

/** The arbitrator's cases and free seats, the open case, and what its arbitrator does. */
export function HearingPage() {
  const { id } = useAddress()
  const now = useMinute()
  const t = useTexts(appealTexts)
  const list = useInfiniteQuery(casesQuery)
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? []
  const row = rows.find(one => one.id === id)
  if (id === null || (row && !row.mine))
    return (
      <Desk
        isOpen={id !== null}
        list={<CaseList rows={rows} list={list} />}
        middle={
          row ? <TakeCase row={row} now={now} /> : <p className={styles.choose}>{t.choose}</p>
        }
        side={null}
      />
    )
  return <OpenCase key={id} id={id} now={now} list={<CaseList rows={rows} list={list} />} />
}

function OpenCase({ id, now, list }: { id: string; now: number; list: ReactNode }) {
  const t = useTexts(appealTexts)
  const query = useQuery(caseQuery(id))
  // What has been opened on this page, for the second arbitrator's turn.
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const onOpened = (one: string) => setOpened(before => new Set([...before, one]))
  if (query.data === undefined && isRefused(query.error))
    return (
      <Desk
        isOpen
        list={list}
        middle={
          <OpenHead>
            <p>{t.gone}</p>
          </OpenHead>
        }
        side={null}
      />
    )
  return (
    <Desk
      isOpen
      list={list}
      middle={
        <Answer query={query}>{of => <CaseView of={of} now={now} onOpened={onOpened} />}</Answer>
      }
      side={query.data && <CaseSide of={query.data} now={now} opened={opened} />}
    />
  )
}

const CaseSide = (props: { of: Case; now: number; opened: ReadonlySet<string> }) => {
  const t = useTexts(appealTexts)
  return (
    <>
      <Panel title={t.seat.title}>
        <CaseSeats of={props.of} now={props.now} />
      </Panel>
      <CaseActs of={props.of} opened={props.opened} />
    </>
  )
}

function CaseList({
  rows,
  list,
}: {
  rows: readonly QueuedCase[]
  list: ReturnType<typeof useInfiniteQuery<unknown>>
}) {
  const { id } = useAddress()
  const t = useTexts(appealTexts)
  const mine = rows.filter(row => row.mine)
  const free = rows.filter(row => !row.mine)
  useRowKeys({ ids: [...mine, ...free].map(row => row.id), current: id, choose: openHere })
  return (
    <Answer query={list}>
      {() => (
        <>
          {rows.length === 0 && <p className={styles.choose}>{t.list.empty}</p>}
          <Group title={t.list.mine} rows={mine} current={id} />
          <Group title={t.list.waiting} rows={free} current={id} />
        </>
      )}
    </Answer>
  )
}

function Group(props: { title: string; rows: readonly QueuedCase[]; current: string | null }) {
  const t = useTexts(appealTexts)
  const { title, rows, current } = props
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className={styles.group}>
        {title} <span>{rows.length}</span>
      </h2>
      <ul>
        {rows.map(row => (
          <li key={row.id}>
            <button
              type="button"
              data-current={row.id === current}
              aria-current={row.id === current}
              className={classes(styles.item, row.id === current && styles.current)}
              onClick={() => openHere(row.id)}
            >
              <span className={styles.line}>
                <strong>{row.reason ? t.reason[row.reason] : t.noReason}</strong>
                <Age since={row.openedAt} targetMinutes={targetMinutes} />
              </span>
              <span className={styles.line}>
                <span className={styles.quiet}>{row.caseNumber}</span>
                {row.drawn && <Tag tone="mine">{t.drawn}</Tag>}
              </span>
              <span className={styles.quiet}>{t.state[row.state]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
