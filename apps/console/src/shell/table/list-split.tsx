import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { openHere, useAddress } from '../navigation.ts'
import { Split } from '../parts/columns.tsx'
import { DataTable, type DataTableProps, TableBar } from './data-table.tsx'

/** A list that is read page by page. */
interface Paged {
  hasNextPage: boolean
  fetchNextPage: () => unknown
}

export interface ListSplitProps<Row>
  extends Omit<DataTableProps<Row>, 'current' | 'onOpen' | 'onMark' | 'onEnd' | 'isNothing'> {
  /** Names the exported file. */
  name: string
  /** How many rows were read, found or not. */
  all: number
  /** Left out where all rows come at once. */
  list?: Paged
  /** How many the server has under the filter, where it says so. */
  total?: number | undefined
  loadAll?: (() => Promise<readonly Row[]>) | undefined
  /** Above the bar. */
  above?: ReactNode
  /** What filters the rows, in the bar. */
  filters?: ReactNode
  /** Between the bar and the table. */
  hint?: ReactNode
  panel: ReactNode
}

/** A list with its bar, its table, and the panel of the row that the address opens. */
export function ListSplit<Row extends object>(props: ListSplitProps<Row>) {
  const { name, all, list, total, loadAll, above, filters, hint, panel, ...table } = props
  const { id } = useAddress()
  const isMore = list?.hasNextPage ?? false
  return (
    <Split
      list={
        <>
          {above}
          <TableBar
            name={name}
            rows={table.rows}
            all={all}
            isMore={isMore}
            total={total}
            loadAll={loadAll}
            columns={table.columns}
          >
            {filters}
          </TableBar>
          {hint}
          <DataTable
            {...table}
            isNothing={all === 0}
            current={id}
            onOpen={openHere}
            onEnd={isMore ? () => void list?.fetchNextPage() : undefined}
          />
        </>
      }
      panel={panel}
    />
  )
}

/** The rows of all pages that were read. */
export const useRows = <Row,>(data: InfiniteData<{ items: Row[] }> | undefined): Row[] =>
  useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data])

/** The rows of all pages, for a file; pages that were not read yet are read. */
export async function allRows<Row>(list: PagedOf<Row>): Promise<Row[]> {
  let { data, hasNextPage } = list
  while (hasNextPage) ({ data, hasNextPage } = await list.fetchNextPage({ throwOnError: true }))
  return data?.pages.flatMap(({ items }) => items) ?? []
}
type PagedOf<Row> = Pick<
  UseInfiniteQueryResult<InfiniteData<{ items: Row[] }>>,
  'data' | 'hasNextPage' | 'fetchNextPage'
>

/** Whether one of the texts has what somebody looks for; letters of either case. */
export function hasText(find: string | undefined, texts: readonly string[]): boolean {
  const wanted = (find ?? '').trim().toLowerCase()
  return texts.some(text => text.toLowerCase().includes(wanted))
}
