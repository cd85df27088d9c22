import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import {
  actName,
  allRows,
  type Column,
  dayText,
  hasText,
  ListSplit,
  longColumn,
  secondText,
  useAddress,
  useMinute,
  useRows,
  useTexts,
} from '../shell/index.ts'
import { AuditFilters } from './filters.tsx'
import { Integrity } from './integrity.tsx'
import styles from './page.module.css'
import { ActPanel } from './panel.tsx'
import { type Act, actsQuery, actTotalsQuery, filtersOf } from './queries.ts'
import { useRoleName } from './role-names.ts'
import { auditTexts } from './texts.ts'

/** Everything that operators did: its integrity, the filtered table, and the open record with its proof. */
export default function AuditPage() {
  const { id, query } = useAddress()
  const t = useTexts(auditTexts)
  const now = useMinute()
  const filters = useMemo(() => filtersOf(query), [query])
  const list = useInfiniteQuery(actsQuery(filters))
  const all = useRows(list.data)
  const total = useQuery(actTotalsQuery(filters)).data?.count
  const rows = useMemo(() => matching(all, query.find ?? ''), [all, query.find])
  const columns = useColumns(now)
  return (
    <ListSplit
      name="audit-page"
      label={t.table}
      rows={rows}
      all={all.length}
      list={list}
      total={total}
      loadAll={async () => matching(await allRows(list), query.find ?? '')}
      columns={columns}
      idOf={row => String(row.seq)}
      isQuiet={row => row.role === 'unknown'}
      above={<Integrity filters={filters} now={now} />}
      hint={<AuditFilters />}
      panel={id === null ? null : <ActPanel key={id} seq={id} now={now} />}
    />
  )
}

/** The rows that have the text in what they show. */
function matching(rows: readonly Act[], find: string): Act[] {
  return rows.filter(({ seq, actor, action, object, reason, members, hash }) =>
    hasText(find, [String(seq), actor, action, object, reason ?? '', members.join(' '), hash]),
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
      longColumn({ id: 'reason', head: t.columns.reason, isMinor: true }, row => row.reason ?? ''),
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
