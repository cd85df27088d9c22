import { type ProposalState, proposalStates } from '@banyan/domain'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  Age,
  Choices,
  type Column,
  dayColumn,
  hasText,
  ListSplit,
  longColumn,
  Tag,
  textColumn,
  useAddress,
  useMe,
  useMinute,
  useRows,
  useTexts,
} from '../shell/index.ts'
import { ProposalPanel } from './panel.tsx'
import { type Proposal, proposalsQuery } from './queries.ts'
import { targetMinutes } from './queues.ts'
import { proposalTexts } from './texts.ts'
import { whatOf } from './what.ts'

const isState = (text: string | undefined): text is ProposalState =>
  proposalStates.includes(text as ProposalState)

/** What two people agree on: the list, and the open one with its exact difference. */
export default function ProposalsPage() {
  const { id, query } = useAddress()
  const t = useTexts(proposalTexts)
  const now = useMinute()
  const state = isState(query.state) ? query.state : undefined
  const list = useInfiniteQuery(proposalsQuery(state))
  const all = useRows(list.data)
  const rows = useMemo(
    () =>
      all.filter(({ subject, proposedBy, id: of }) =>
        hasText(query.find, [`${t.kind[subject.kind]} ${whatOf(subject)} ${proposedBy} ${of}`]),
      ),
    [all, query.find, t],
  )
  const columns = useColumns(now)
  return (
    <ListSplit
      name="proposals"
      label={t.queue}
      rows={rows}
      all={all.length}
      list={list}
      columns={columns}
      idOf={row => row.id}
      isQuiet={row => row.moves.length === 0}
      filters={
        <Choices
          label={t.filter}
          name="state"
          values={[
            { value: '', label: t.all },
            ...proposalStates.map(value => ({ value, label: t.state[value] })),
          ]}
        />
      }
      panel={id === null ? null : <ProposalPanel key={id} id={id} now={now} />}
    />
  )
}

function useColumns(now: number): Column<Proposal>[] {
  const me = useMe()
  const t = useTexts(proposalTexts)
  return useMemo(
    (): Column<Proposal>[] => [
      {
        id: 'kind',
        head: t.columns.kind,
        sortBy: row => row.subject.kind,
        csv: row => row.subject.kind,
        cell: row => t.kind[row.subject.kind],
      },
      longColumn({ id: 'what', head: t.columns.what }, row => whatOf(row.subject)),
      textColumn({ id: 'by', head: t.columns.by }, row => row.proposedBy),
      {
        id: 'age',
        head: t.columns.age,
        sortBy: row => -Date.parse(row.proposedAt),
        cell: row =>
          row.state === 'open' ? (
            <Age since={row.proposedAt} targetMinutes={targetMinutes} />
          ) : (
            <span>–</span>
          ),
      },
      {
        id: 'state',
        head: t.columns.state,
        sortBy: row => proposalStates.indexOf(row.state),
        csv: row => row.state,
        cell: row => t.state[row.state],
      },
      {
        id: 'next',
        head: t.columns.next,
        cell: row => {
          if (row.moves.includes('approve')) return <Tag tone="mine">{t.next.you}</Tag>
          if (row.state !== 'open') return <Tag>{t.next.ended}</Tag>
          return <Tag>{row.proposedBy === me.name ? t.next.yours : t.next.others}</Tag>
        },
      },
      dayColumn({ id: 'at', head: t.columns.at, isMinor: true }, row => row.proposedAt, now),
    ],
    [t, me, now],
  )
}
