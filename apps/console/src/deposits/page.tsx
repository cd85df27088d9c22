import { depositMarks, seenStates } from '@banyan/domain'
import { figureText } from '@banyan/ui'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  allRows,
  amountColumn,
  Choices,
  type Column,
  dayColumn,
  hasText,
  ListSplit,
  shortColumn,
  sumOf,
  Tag,
  textColumn,
  useAddress,
  useMe,
  useMinute,
  useRows,
  useTexts,
} from '../shell/index.ts'
import { filterOf, isSearchedByServer } from './filter.ts'
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
  const all = useRows(list.data)
  const rows = useMemo(() => matching(all, query.find ?? ''), [all, query.find])
  const columns = useColumns(now)
  return (
    <ListSplit
      name="recharges"
      label={t.label}
      rows={rows}
      all={all.length}
      list={list}
      total={whole?.count}
      totals={
        whole && rows.length === all.length ? { amount: figureText(whole.amount, 2, 2) } : undefined
      }
      loadAll={async () => matching(await allRows(list), query.find ?? '')}
      columns={columns}
      idOf={row => row.id}
      isQuiet={row => row.state === 'ignored'}
      filters={
        <>
          <Choices
            label={t.filter}
            name="state"
            values={[
              { value: '', label: t.all },
              ...seenStates.map(value => ({ value, label: t.state[value] })),
            ]}
          />
          <Choices label={t.markFilter} name="mark" values={[{ value: 'any', label: t.marked }]} />
        </>
      }
      hint={
        query.find && !isSearchedByServer(query.find) && <p className={styles.hint}>{t.hint}</p>
      }
      panel={id === null ? null : <DepositPanel key={id} id={id} now={now} />}
    />
  )
}

/** The rows that have the text; what the server has looked up stays as it answered. */
function matching(rows: readonly SeenDeposit[], find: string): readonly SeenDeposit[] {
  if (isSearchedByServer(find)) return rows
  return rows.filter(({ accountId, nickname, hash, address, sender, amount }) =>
    hasText(find, [accountId, nickname, hash, address, sender ?? '', amount]),
  )
}

const amountOf = (row: SeenDeposit): string => row.amount

function useColumns(now: number): Column<SeenDeposit>[] {
  const t = useTexts(depositTexts)
  return useMemo(
    (): Column<SeenDeposit>[] => [
      dayColumn({ id: 'seen', head: t.columns.seen }, row => row.seenAt, now),
      {
        ...amountColumn({ id: 'amount', head: t.columns.amount }, amountOf),
        sum: rows => sumOf(rows, amountOf),
      },
      textColumn({ id: 'account', head: t.columns.account }, row => row.accountId),
      textColumn({ id: 'nickname', head: t.columns.nickname, isMinor: true }, row => row.nickname),
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
      shortColumn({ id: 'hash', head: t.columns.hash, isMinor: true }, row => row.hash),
      shortColumn({ id: 'sender', head: t.columns.sender, isMinor: true }, row => row.sender),
    ],
    [t, now],
  )
}
