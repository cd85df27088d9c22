import { depositMarks, formatAmount, seenStates } from '@banyan/domain'
import { figureText, microOf, shortAddress } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  Choices,
  type Column,
  DataTable,
  dayText,
  openHere,
  Split,
  TableBar,
  Tag,
  useAddress,
  useMe,
  useMinute,
  useTexts,
} from '../shell/index.ts'
import { filterOf, isLookedUp } from './filter.ts'
import { LookUp } from './look-up.tsx'
import styles from './panel.module.css'
import { DepositPanel } from './panel.tsx'
import { type SeenDeposit, seenQuery, seenTotalsQuery } from './queries.ts'
import { depositTexts } from './texts.ts'
import { stateTones } from './tones.ts'

/** Every transfer to a recharge address that the watcher has seen; for service, a masked look-up. */
export default function DepositsPage() {
  const { role } = useMe()
  return role === 'support' ? <LookUp /> : <Seen />
}

function Seen() {
  const { id, query } = useAddress()
  const t = useTexts(depositTexts)
  const now = useMinute()
  const filter = filterOf(query)
  const list = useInfiniteQuery(seenQuery(filter))
  const whole = useQuery(seenTotalsQuery(filter)).data
  const all = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data])
  const rows = useMemo(() => found(all, query.find ?? ''), [all, query.find])
  const columns = useColumns(now)
  return (
    <Split
      list={
        <>
          <TableBar
            name="recharges"
            rows={rows}
            all={all.length}
            isMore={list.hasNextPage}
            total={whole?.count}
            columns={columns}
          >
            <Choices
              label={t.filter}
              name="state"
              values={[
                { value: '', label: t.all },
                ...seenStates.map(value => ({ value, label: t.state[value] })),
              ]}
            />
            <Choices
              label={t.markFilter}
              name="mark"
              values={[{ value: 'any', label: t.marked }]}
            />
          </TableBar>
          {query.find && !isLookedUp(query.find) && <p className={styles.hint}>{t.hint}</p>}
          <DataTable
            label={t.label}
            rows={rows}
            columns={columns}
            idOf={row => row.id}
            current={id}
            onOpen={openHere}
            totals={
              whole && rows.length === all.length
                ? { amount: figureText(whole.amount, 2, 2) }
                : undefined
            }
            isQuiet={row => row.state === 'ignored'}
            onEnd={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
          />
        </>
      }
      panel={id === null ? null : <DepositPanel key={id} id={id} now={now} />}
    />
  )
}

/** The rows that have the text; what the server has looked up stays as it answered. */
function found(rows: readonly SeenDeposit[], find: string): readonly SeenDeposit[] {
  if (isLookedUp(find)) return rows
  const wanted = find.trim().toLowerCase()
  return rows.filter(({ accountId, nickname, hash, address, sender, amount }) =>
    [accountId, nickname, hash, address, sender ?? '', amount].some(text =>
      text.toLowerCase().includes(wanted),
    ),
  )
}

function useColumns(now: number): Column<SeenDeposit>[] {
  const t = useTexts(depositTexts)
  return useMemo(
    (): Column<SeenDeposit>[] => [
      {
        id: 'seen',
        head: t.columns.seen,
        sortBy: row => row.seenAt,
        csv: row => row.seenAt,
        cell: row => dayText(row.seenAt, now),
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
        id: 'account',
        head: t.columns.account,
        sortBy: row => row.accountId,
        csv: row => row.accountId,
        cell: row => row.accountId,
      },
      {
        id: 'nickname',
        head: t.columns.nickname,
        isMinor: true,
        sortBy: row => row.nickname,
        csv: row => row.nickname,
        cell: row => row.nickname,
      },
      {
        id: 'state',
        head: t.columns.state,
        sortBy: row => seenStates.indexOf(row.state),
        csv: row => row.state,
        cell: row => <Tag tone={stateTones[row.state]}>{t.state[row.state]}</Tag>,
      },
      {
        id: 'confirmations',
        head: t.columns.confirmations,
        isFigure: true,
        isMinor: true,
        sortBy: row => row.confirmations,
        csv: row => ({ figure: `${row.confirmations}` }),
        cell: row => `${row.confirmations} / ${row.needed}`,
      },
      {
        id: 'marks',
        head: t.columns.marks,
        sortBy: row => -row.marks.length,
        csv: row => row.marks.join(' '),
        cell: row =>
          row.marks
            .toSorted((a, b) => depositMarks.indexOf(a) - depositMarks.indexOf(b))
            .slice(0, 1)
            .map(mark => (
              <Tag key={mark} tone={mark === 'reorganised' ? 'bad' : 'warn'}>
                {t.mark[mark]}
                {row.marks.length > 1 && ` +${row.marks.length - 1}`}
              </Tag>
            )),
      },
      {
        id: 'hash',
        head: t.columns.hash,
        isMinor: true,
        csv: row => row.hash,
        cell: row => <span title={row.hash}>{shortAddress(row.hash)}</span>,
      },
      {
        id: 'sender',
        head: t.columns.sender,
        isMinor: true,
        csv: row => row.sender ?? '',
        cell: row =>
          row.sender === null ? '–' : <span title={row.sender}>{shortAddress(row.sender)}</span>,
      },
    ],
    [t, now],
  )
}
