import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  Answer,
  type Column,
  changeQuery,
  DataTable,
  dayText,
  openHere,
  Split,
  TableBar,
  Tag,
  useAddress,
  useTexts,
} from '../shell/index.ts'
import styles from './members.module.css'
import { type ListedMember, membersQuery } from './queries.ts'
import { stateTexts } from './state-texts.ts'
import { stateTones } from './state-tones.ts'
import { memberTexts } from './texts.ts'
import { useSettled } from './use-settled.ts'

/** Members by what is typed above the table. */
export function Results({ now }: { now: number }) {
  const { query } = useAddress()
  const t = useTexts(memberTexts)
  const find = useSettled((query.find ?? '').trim())
  const list = useInfiniteQuery(membersQuery(find))
  const rows = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data])
  const columns = useColumns(now)
  // From the field to the rows: the only one is opened, of several the first is marked.
  const leaveField = () => {
    const first = rows[0]
    if (!first) return
    if (rows.length === 1 && !list.hasNextPage) return openHere(first.accountId)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    changeQuery({ row: first.accountId })
  }
  return (
    <Split
      panel={null}
      list={
        <>
          <TableBar
            name="members"
            rows={rows}
            all={rows.length}
            isMore={list.hasNextPage}
            columns={columns}
            onEnter={leaveField}
          >
            <span className={styles.hint}>{t.hint}</span>
          </TableBar>
          <Answer query={list}>
            {() => (
              <DataTable
                label={t.list}
                rows={rows}
                columns={columns}
                idOf={row => row.accountId}
                current={query.row ?? null}
                onOpen={openHere}
                onMark={row => changeQuery({ row })}
                isQuiet={row => row.state === 'closed'}
                onEnd={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
              />
            )}
          </Answer>
        </>
      }
    />
  )
}

function useColumns(now: number): Column<ListedMember>[] {
  const t = useTexts(memberTexts)
  const states = useTexts(stateTexts)
  return useMemo(
    (): Column<ListedMember>[] => [
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
        sortBy: row => row.nickname,
        csv: row => row.nickname,
        cell: row => <span className={styles.nickname}>{row.nickname}</span>,
      },
      {
        id: 'state',
        head: t.columns.state,
        sortBy: row => row.state,
        csv: row => row.state,
        cell: row => <Tag tone={stateTones[row.state]}>{states.member[row.state]}</Tag>,
      },
      {
        id: 'email',
        head: t.columns.email,
        isMinor: true,
        csv: row => row.email ?? '',
        cell: row => row.email ?? '–',
      },
      {
        id: 'code',
        head: t.columns.code,
        isMinor: true,
        csv: row => row.inviteCode,
        cell: row => row.inviteCode,
      },
      {
        id: 'joined',
        head: t.columns.joined,
        sortBy: row => row.joinedAt,
        csv: row => row.joinedAt,
        cell: row => dayText(row.joinedAt, now),
      },
    ],
    [t, states, now],
  )
}
