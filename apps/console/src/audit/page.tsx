import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  actName,
  type Column,
  DataTable,
  dayText,
  openHere,
  Split,
  secondText,
  TableBar,
  useAddress,
  useMinute,
  useTexts,
} from '../shell/index.ts'
import { AuditFilters } from './filters.tsx'
import { Integrity } from './integrity.tsx'
import styles from './page.module.css'
import { ActPanel } from './panel.tsx'
import { type Act, actsQuery, filtersOf } from './queries.ts'
import { useRoleName } from './role-names.ts'
import { auditTexts } from './texts.ts'

/** Everything that operators did: its integrity, the filtered table, and the open record with its proof. */
export default function AuditPage() {
  const { id, query } = useAddress()
  const t = useTexts(auditTexts)
  const now = useMinute()
  const filters = useMemo(() => filtersOf(query), [query])
  const list = useInfiniteQuery(actsQuery(filters))
  const all = useMemo(() => list.data?.pages.flatMap(({ items }) => items) ?? [], [list.data])
  const rows = useMemo(() => found(all, query.find ?? ''), [all, query.find])
  const columns = useColumns(now)
  return (
    <Split
      list={
        <>
          <Integrity filters={filters} now={now} />
          <TableBar
            name="audit-page"
            rows={rows}
            all={all.length}
            isMore={list.hasNextPage}
            columns={columns}
          />
          <AuditFilters />
          <DataTable
            label={t.table}
            rows={rows}
            columns={columns}
            idOf={row => String(row.seq)}
            current={id}
            onOpen={openHere}
            isQuiet={row => row.role === 'unknown'}
            onEnd={list.hasNextPage ? () => void list.fetchNextPage() : undefined}
          />
        </>
      }
      panel={id === null ? null : <ActPanel key={id} seq={id} now={now} />}
    />
  )
}

/** The rows that have the text in what they show. */
function found(rows: readonly Act[], find: string): Act[] {
  const wanted = find.trim().toLowerCase()
  return rows.filter(({ seq, actor, action, object, reason, members, hash }) =>
    [String(seq), actor, action, object, reason ?? '', members.join(' '), hash].some(text =>
      text.toLowerCase().includes(wanted),
    ),
  )
}

function useColumns(now: number): Column<Act>[] {
  const t = useTexts(auditTexts)
  const roleName = useRoleName()
  return useMemo((): Column<Act>[] => {
    return [
      {
        id: 'seq',
        head: t.columns.seq,
        csv: row => ({ figure: String(row.seq) }),
        sortBy: row => row.seq,
        cell: row => row.seq,
      },
      {
        id: 'at',
        head: t.columns.at,
        csv: row => row.at,
        cell: row => (
          <span title={row.at}>
            {dayText(row.at, now).slice(0, -5)}
            {secondText(row.at)}
          </span>
        ),
      },
      {
        id: 'actor',
        head: t.columns.actor,
        csv: row => row.actor,
        sortBy: row => row.actor,
        cell: row => (row.actor === row.role ? roleName(row.role) : row.actor),
      },
      {
        id: 'role',
        head: t.columns.role,
        isMinor: true,
        csv: row => row.role,
        sortBy: row => row.role,
        cell: row => roleName(row.role),
      },
      {
        id: 'action',
        head: t.columns.action,
        csv: row => row.action,
        sortBy: row => row.action,
        cell: row => <span title={row.action}>{actName(row.action)}</span>,
      },
      {
        id: 'object',
        head: t.columns.object,
        csv: row => row.object,
        sortBy: row => row.object,
        cell: row => (
          <span className={styles.cut} title={row.object}>
            {shortId(row.object)}
          </span>
        ),
      },
      {
        id: 'members',
        head: t.columns.members,
        isMinor: true,
        csv: row => row.members.join(' '),
        cell: row => row.members.join(' '),
      },
      {
        id: 'reason',
        head: t.columns.reason,
        isMinor: true,
        csv: row => row.reason ?? '',
        cell: row => (
          <span className={styles.cut} title={row.reason ?? ''}>
            {row.reason ?? ''}
          </span>
        ),
      },
      {
        id: 'hash',
        head: t.columns.hash,
        isMinor: true,
        csv: row => row.hash,
        cell: row => <code className={styles.hash}>{row.hash.slice(0, 8)}</code>,
      },
    ]
  }, [t, roleName, now])
}

/** An id keeps its kind and its end. */
const shortId = (object: string): string =>
  /^[a-z]{3}_[0-9a-f]{32}$/.test(object) ? `${object.slice(0, 8)}…${object.slice(-4)}` : object
