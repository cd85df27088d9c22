import { classes, Icon } from '@banyan/ui'
import {
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useRowKeys } from '../keys/use-rows.ts'
import { changeQuery, useAddress } from '../navigation.ts'
import { saveBlob } from '../save-blob.ts'
import { shellTexts } from '../texts/shell-texts.ts'
import { useTexts } from '../texts/texts.ts'
import { type CsvCell, csvOf } from './csv.ts'
import styles from './data-table.module.css'
import { SavedViews } from './saved-views.tsx'
import { nextSort, readSort } from './sort.ts'

/** A column of a table. */
export interface Column<Row> {
  readonly id: string
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  /** What it is sorted by; without it the column cannot be sorted. */
  readonly sortBy?: (row: Row) => string | number | bigint
  /** In the exported file; without it the column is not in it. */
  readonly csv?: (row: Row) => CsvCell
  /** The sum of the rows, as it is shown in the foot; without it the column has none. */
  readonly sum?: (rows: readonly Row[]) => ReactNode
  /** Figures stand at the right. */
  readonly isFigure?: boolean
  /** Left out on narrow screens. */
  readonly isMinor?: boolean
}

export interface DataTableProps<Row> {
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  idOf: (row: Row) => string
  current: string | null
  onOpen: (id: string) => void
  /** Given where a row opens a page of its own: `j` and `k` mark rows, and Enter opens the marked one. */
  onMark?: (id: string) => void
  /** Sums of everything under the filter, by column; without them those of the rows that are there. */
  totals?: Readonly<Record<string, ReactNode>> | undefined
  /** There are no rows at all, found or not. */
  isNothing?: boolean
  /** Rows that the reader may not act on are grey. */
  isQuiet?: (row: Row) => boolean
  /** Asks for further rows when the last one comes into sight. */
  onEnd?: (() => void) | undefined
}

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() })

const rowHeight = 36
/** Fewer rows are all drawn: the browser's own search finds them. */
const virtualFrom = 200

const compare = (a: string | number | bigint, b: string | number | bigint): number =>
  a < b ? -1 : a > b ? 1 : 0

/** A table of rows in their order or sorted by a column; the sort is in the address, `j` and `k` walk through it. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, rows, columns, idOf, current, onOpen, onMark, totals } = props
  const { isNothing, isQuiet, onEnd } = props
  const { query } = useAddress()
  const t = useTexts(shellTexts)
  const sort = readSort(query.sort)
  const frame = useRef<HTMLDivElement>(null)
  const defs = useMemo(
    () =>
      columns.map(({ id, head, sortBy }) => ({
        id,
        header: head,
        accessorFn: (row: Row) => sortBy?.(row) ?? '',
        enableSorting: sortBy !== undefined,
        sortFn: (a: { original: Row }, b: { original: Row }) =>
          sortBy ? compare(sortBy(a.original), sortBy(b.original)) : 0,
      })),
    [columns],
  )
  const table = useTable({
    features,
    columns: defs,
    data: rows as Row[],
    getRowId: idOf,
    state: { sorting: sort && columns.some(({ id }) => id === sort.id) ? [sort] : [] },
  })
  const sorted = table.getRowModel().rows
  const ids = sorted.map(row => row.id)
  useRowKeys({ ids, current, choose: onMark ?? onOpen, ...(onMark ? { open: onOpen } : {}) })

  const isVirtual = sorted.length >= virtualFrom
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    enabled: isVirtual,
  })
  const items = virtual.getVirtualItems()
  const shown = isVirtual ? items.flatMap(({ index }) => sorted[index] ?? []) : sorted
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)

  return (
    <div
      ref={frame}
      className={styles.frame}
      onScroll={event => {
        const { scrollHeight, scrollTop, clientHeight } = event.currentTarget
        if (scrollHeight - scrollTop - clientHeight < rowHeight * 10) onEnd?.()
      }}
    >
      <table className={styles.table} aria-label={label} aria-rowcount={sorted.length + 1}>
        <thead>
          <tr>
            {columns.map(column => (
              <HeadCell key={column.id} column={column} sort={sort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {isVirtual && above > 0 && <Gap height={above} columns={columns.length} />}
          {shown.map(({ id, original }) => (
            <tr
              key={id}
              data-current={id === current}
              aria-selected={id === current}
              className={classes(
                styles.row,
                id === current && styles.current,
                isQuiet?.(original) && styles.quiet,
              )}
              onClick={() => onOpen(id)}
            >
              {columns.map((column, at) => (
                <td
                  key={column.id}
                  className={classes(
                    column.isFigure && styles.figure,
                    column.isMinor && styles.minor,
                  )}
                >
                  {at === 0 ? (
                    <button type="button" className={styles.open} onClick={() => onOpen(id)}>
                      {column.cell(original)}
                    </button>
                  ) : (
                    column.cell(original)
                  )}
                </td>
              ))}
            </tr>
          ))}
          {isVirtual && below > 0 && <Gap height={below} columns={columns.length} />}
        </tbody>
        {sorted.length > 1 && (
          <Sums columns={columns} rows={rows} totals={totals} label={t.table.sum} />
        )}
      </table>
      {sorted.length === 0 && (
        <p className={styles.empty}>{isNothing ? t.table.nothing : t.table.empty}</p>
      )}
    </div>
  )
}

/** The sums of everything under the filter, or of the rows that are there; the foot stays in sight. */
function Sums<Row>(props: {
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  totals: DataTableProps<Row>['totals']
  label: string
}) {
  const { columns, rows, totals, label } = props
  if (!columns.some(({ sum }) => sum)) return null
  return (
    <tfoot>
      <tr>
        {columns.map(({ id, sum, isFigure, isMinor }, at) => (
          <td key={id} className={classes(isFigure && styles.figure, isMinor && styles.minor)}>
            {sum ? (totals?.[id] ?? sum(rows)) : at === 0 && label}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

/** The rows that are not drawn. */
const Gap = ({ height, columns }: { height: number; columns: number }) => (
  <tr aria-hidden>
    <td colSpan={columns} style={{ height }} className={styles.gap} />
  </tr>
)

function HeadCell<Row>({
  column,
  sort,
}: {
  column: Column<Row>
  sort: ReturnType<typeof readSort>
}) {
  const t = useTexts(shellTexts)
  const { id, head, sortBy, isFigure, isMinor } = column
  const isSorted = sort?.id === id
  const direction = isSorted ? (sort.desc ? 'descending' : 'ascending') : 'none'
  return (
    <th
      scope="col"
      className={classes(isFigure && styles.figure, isMinor && styles.minor)}
      {...(sortBy ? { 'aria-sort': direction } : {})}
    >
      {sortBy ? (
        <button
          type="button"
          className={styles.sort}
          title={t.table.sortBy(head)}
          onClick={() => changeQuery({ sort: nextSort(sort, id) })}
        >
          {head}
          {isSorted && <span aria-hidden>{sort.desc ? '↓' : '↑'}</span>}
        </button>
      ) : (
        head
      )}
    </th>
  )
}

/** Above a table: what to find in it, its filters, how many rows, and the file of them. */
export function TableBar<Row>(props: {
  name: string
  rows: readonly Row[]
  all: number
  isMore: boolean
  /** How many the server has under the filter, where it says so. */
  total?: number | undefined
  /** Asks for the rows that are not there yet, for the file of all. */
  loadAll?: (() => Promise<readonly Row[]>) | undefined
  columns: readonly Column<Row>[]
  /** Enter in the field: from the search to its rows. */
  onEnter?: () => void
  children?: ReactNode
}) {
  const { name, rows, all, isMore, total, loadAll, columns, onEnter, children } = props
  const { query } = useAddress()
  const t = useTexts(shellTexts)
  const exported = columns.filter(({ csv }) => csv)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    const whole = isMore && loadAll ? await loadAll().catch(() => null) : rows
    setSaving(false)
    // A call that failed has said so; half a file would pass for a whole one.
    if (!whole) return
    const text = csvOf(
      exported.map(({ head }) => head),
      whole.map(row => exported.map(({ csv }) => csv?.(row) ?? '')),
    )
    saveBlob(`${name}.csv`, new Blob([text], { type: 'text/csv;charset=utf-8' }))
  }
  return (
    <div className={styles.bar}>
      <label className={styles.find}>
        <Icon name="search" size={16} />
        <span className="visually-hidden">{t.table.find}</span>
        <input
          data-find
          type="search"
          placeholder={t.table.find}
          value={query.find ?? ''}
          onChange={event => changeQuery({ find: event.currentTarget.value })}
          onKeyDown={event => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter?.()
          }}
        />
        <kbd>/</kbd>
      </label>
      {children}
      <span className={styles.count}>
        {t.table.rows(rows.length, total?.toString() ?? `${all}${isMore ? t.table.plus : ''}`)}
      </span>
      <SavedViews />
      <button
        type="button"
        className={styles.csv}
        disabled={isSaving}
        aria-busy={isSaving}
        onClick={() => void save()}
      >
        <Icon name="download" size={16} />
        {t.table.csv}
      </button>
    </div>
  )
}

/** A row of choices that filter a table; the chosen one is in the address. */
export function Choices<V extends string>(props: {
  label: string
  name: string
  values: readonly { value: V | ''; label: string }[]
}) {
  const { query } = useAddress()
  const chosen = query[props.name] ?? ''
  return (
    <fieldset className={styles.choices}>
      <legend className="visually-hidden">{props.label}</legend>
      {props.values.map(({ value, label }) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen === value}
          className={styles.choice}
          onClick={() => changeQuery({ [props.name]: value })}
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
