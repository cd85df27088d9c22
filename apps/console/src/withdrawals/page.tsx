import { withdrawalStates } from '@banyan/domain'
import { figureText } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  Age,
  allRows,
  amountColumn,
  Choices,
  type Column,
  dayColumn,
  hasText,
  ListSplit,
  Range,
  shortColumn,
  sumOf,
  Tag,
  textColumn,
  useAddress,
  useMinute,
  useRows,
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
  const all = useRows(list.data)
  const rows = useMemo(() => matching(all, query.find ?? ''), [all, query.find])
  // A text that only the page reads narrows the rows that are there: then their own sum is shown.
  const whole = useQuery(totalsQuery(filter)).data
  const totals = rows.length === all.length ? whole : undefined
  const columns = useColumns(now)
  const loadAll = async () => matching(await allRows(list), query.find ?? '')
  return (
    <ListSplit
      name="withdrawals"
      label={t.panel.order}
      rows={rows}
      all={all.length}
      list={list}
      total={whole?.count}
      totals={totals && { amount: figureText(totals.amount, 2, 2) }}
      loadAll={loadAll}
      columns={columns}
      idOf={row => row.id}
      isQuiet={row => row.moves.length === 0}
      above={<Breakers now={now} />}
      filters={
        <>
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
        </>
      }
      panel={id === null ? null : <OpenWithdrawalPanel key={id} id={id} now={now} />}
    />
  )
}

/** The rows that have the text in their account, address or number. */
function matching(rows: readonly QueuedWithdrawal[], find: string): QueuedWithdrawal[] {
  return rows.filter(({ accountId, address, orderNumber, amount }) =>
    hasText(find, [accountId, address, orderNumber, amount]),
  )
}

const amountOf = (row: QueuedWithdrawal): string => row.amount

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
      textColumn({ id: 'account', head: t.columns.account }, row => row.accountId),
      {
        ...amountColumn({ id: 'amount', head: t.columns.amount }, amountOf),
        sum: rows => sumOf(rows, amountOf),
      },
      {
        ...shortColumn(
          { id: 'address', head: t.columns.address, isMinor: true },
          row => row.address,
        ),
        sortBy: row => row.address.toLowerCase(),
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
      dayColumn(
        { id: 'requested', head: t.columns.requested, isMinor: true },
        row => row.requestedAt,
        now,
      ),
    ],
    [t, now],
  )
}
