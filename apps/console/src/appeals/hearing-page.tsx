import { isRefused } from '@banyan/client'
import { openCaseEvidence } from '@banyan/domain'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import {
  Age,
  Answer,
  Desk,
  OpenHead,
  openHere,
  Panel,
  SideItem,
  SideLine,
  SideNote,
  Tag,
  useAddress,
  useCommand,
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
  const onOpened = useOpening(query.data)
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
      side={query.data && <CaseSide of={query.data} now={now} />}
    />
  )
}

/** Tells the server of each piece of evidence that the reader opens, one after the other. */
function useOpening(of: Case | undefined): (evidence: string) => void {
  const { run } = useCommand(openCaseEvidence)
  const waiting = useRef(Promise.resolve())
  return evidence => {
    if (!of?.unopened.includes(evidence)) return
    waiting.current = waiting.current.then(async () => {
      await run({ params: { id: of.id }, body: { evidence } })
    })
  }
}

const CaseSide = (props: { of: Case; now: number }) => {
  const t = useTexts(appealTexts)
  return (
    <>
      <Panel title={t.seat.title}>
        <CaseSeats of={props.of} now={props.now} />
      </Panel>
      <CaseActs of={props.of} />
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
          <Group title={t.list.mine} rows={mine} />
          <Group title={t.list.waiting} rows={free} />
        </>
      )}
    </Answer>
  )
}

function Group({ title, rows }: { title: string; rows: readonly QueuedCase[] }) {
  const t = useTexts(appealTexts)
  if (rows.length === 0) return null
  return (
    <section>
      <h2 className={styles.group}>
        {title} <span>{rows.length}</span>
      </h2>
      <ul>
        {rows.map(row => (
          <SideItem key={row.id} id={row.id}>
            <SideLine>
              <strong>{row.reason ? t.reason[row.reason] : t.noReason}</strong>
              <Age since={row.openedAt} targetMinutes={targetMinutes} />
            </SideLine>
            <SideLine>
              <SideNote>{row.caseNumber}</SideNote>
              {row.drawn && <Tag tone="mine">{t.drawn}</Tag>}
            </SideLine>
            <SideNote>{t.state[row.state]}</SideNote>
          </SideItem>
        ))}
      </ul>
    </section>
  )
}
