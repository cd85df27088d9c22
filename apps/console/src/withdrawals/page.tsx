import { formatAmount, withdrawalStates } from '@banyan/domain'
import { figureText, microOf, shortAddress } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  Age,
  Choices,
  type Column,
  DataTable,
  dayText,
  openHere,
  Range,
  Split,
  TableBar,
  Tag,
  useAddress,
  useMinute,
  useTexts,
} from '../shell/index.ts'
import { Breakers } from './breakers.tsx'
import { filterOf } from './filter.ts'
import { nextStep } from './next-step.ts'
import { OpenWithdrawalPanel } from './panel.tsx'
import { type QueuedWithdrawal, totalsQuery, withdrawalsQuery } from './queries.ts'
import { targetMinutes } from './queues.ts'
import { withdrawalTexts } from './texts.ts'

/** States that wait for people, those on their way, and what has ended. */
const filtered = ['requested', 'reviewed', 'released', 'signed', 'sent', 'paid', 'refused'] as const

/** Breakers, the table of withdrawals, and the panel of the open one. */
export default function WithdrawalsPage() {
  const { id, query } = useAddress()
  const t = useTexts(withdrawalTexts)
  const now = useMinute()
  const filter = filterOf(query)
  const list = useInfiniteQuery(withdrawalsQuery(filter))
  const all = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data])
  const rows = useMemo(() => found(all, query.find ?? ''), [all, query.find])
  // A text that only the page reads narrows the rows that are there: then their own sum is shown.
  const whole = useQuery(totalsQuery(filter)).data
  const totals = rows.length === all.length ? whole : undefined
  const columns = useColumns(now)
  const loadAll = async () => {
    let { data, hasNextPage } = list
    while (hasNextPage) ({ data, hasNextPage } = await list.fetchNextPage({ throwOnError: true }))
    return found(data?.pages.flatMap(({ items }) => items) ?? [], query.find ?? '')
  }
  return (
    <Split
      list={
        <>
          <Breakers now={now} />
          <TableBar
            name="withdrawals"
            rows={rows}
            all={all.length}
            isMore={list.hasNextPage}
            total={whole?.count}
            loadAll={loadAll}
            columns={columns}
          >
            <Choices
              label={t.filter}
              name="state"
              values={[
                { value: '', label: t.all },
                ...filtered.map(value => ({ value, label: t.state[value] })),
                { value: 'all' as const, label: t.every },
              ]}
            />
            <Range label={t.amount} type="amount" names={['least', 'most']} />
            <Range label={t.days} type="date" names={['from', 'to']} />
          </TableBar>
          <DataTable
            label={t.panel.order}
            rows={rows}
            columns={columns}
            idOf={row => row.id}
            current={id}
            onOpen={openHere}
            totals={totals && { amount: figureText(totals.amount, 2, 2) }}
            isQuiet={row => row.moves.length === 0}
            onEnd={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
          />
        </>
      }
      panel={id === null ? null : <OpenWithdrawalPanel key={id} id={id} now={now} />}
    />
  )
}

/** The rows that have the text in their account, address or number. */
function found(rows: readonly QueuedWithdrawal[], find: string): QueuedWithdrawal[] {
  const wanted = find.trim().toLowerCase()
  return rows.filter(({ accountId, address, orderNumber, amount }) =>
    [accountId, address, orderNumber, amount].some(text => text.toLowerCase().includes(wanted)),
  )
}

function useColumns(now: number): Column<QueuedWithdrawal>[] {
  const t = useTexts(withdrawalTexts)
  return useMemo(
    (): Column<QueuedWithdrawal>[] => [
      {
        id: 'age',
        head: t.columns.age,
        sortBy: row => -Date.parse(row.requestedAt),
        cell: row => (
          <Age
            since={row.requestedAt}
            targetMinutes={row.state === 'reviewed' ? targetMinutes.reviewed : 24 * 60}
          />
        ),
      },
      {
        id: 'account',
        head: t.columns.account,
        sortBy: row => row.accountId,
        csv: row => row.accountId,
        cell: row => row.accountId,
      },
      {
        id: 'amount',
        head: t.columns.amount,
        isFigure: true,
        sortBy: row => microOf(row.amount),
        csv: row => ({ figure: row.amount }),
        cell: row => figureText(row.amount, 2, 2),
        sum: rows =>
          figureText(formatAmount(rows.reduce((all, row) => all + microOf(row.amount), 0n)), 2, 2),
      },
      {
        id: 'address',
        head: t.columns.address,
        isMinor: true,
        sortBy: row => row.address.toLowerCase(),
        csv: row => row.address,
        cell: row => <span title={row.address}>{shortAddress(row.address)}</span>,
      },
      {
        id: 'checks',
        head: t.columns.checks,
        sortBy: row => row.checks.filter(({ ok }) => ok).length,
        csv: row =>
          row.checks
            .filter(({ ok }) => !ok)
            .map(({ check }) => check)
            .join(' '),
        cell: row => {
          const good = row.checks.filter(({ ok }) => ok).length
          const tone = good === row.checks.length ? 'plain' : 'warn'
          return <Tag tone={tone}>{t.checks(good, row.checks.length)}</Tag>
        },
      },
      {
        id: 'state',
        head: t.columns.state,
        isMinor: true,
        sortBy: row => withdrawalStates.indexOf(row.state),
        csv: row => row.state,
        cell: row => t.state[row.state],
      },
      {
        id: 'whose',
        head: t.columns.whose,
        cell: row => {
          const step = nextStep(row, now)
          return <Tag tone={step === 'you' ? 'mine' : 'plain'}>{t.whose[step]}</Tag>
        },
      },
      {
        id: 'order',
        head: t.columns.order,
        isMinor: true,
        csv: row => row.orderNumber,
        cell: row => row.orderNumber,
      },
      {
        id: 'requested',
        head: t.columns.requested,
        isMinor: true,
        sortBy: row => row.requestedAt,
        csv: row => row.requestedAt,
        cell: row => dayText(row.requestedAt, now),
      },
    ],
    [t, now],
  )
}
