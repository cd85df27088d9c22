import { Button, classes } from '@banyan/ui'
import type { InfiniteData } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { Answer, shellTexts, useTexts } from '../shell/index.ts'
import styles from './members.module.css'
import { memberTexts } from './texts.ts'

/** A column of a section. */
interface SectionColumn<Row> {
  readonly head: string
  readonly cell: (row: Row) => ReactNode
  readonly isFigure?: boolean
  /** Left out on narrow screens. */
  readonly isMinor?: boolean
}

interface Rows<Row> {
  items: readonly Row[]
}

interface SectionTableProps<Row> {
  label: string
  list: ComponentProps<typeof Answer<InfiniteData<Rows<Row>>>>['query'] & {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => unknown
  }
  columns: readonly SectionColumn<Row>[]
}

/** The rows of a section, the newest first, and more of them when asked for. */
export function SectionTable<Row extends { id: string }>(props: SectionTableProps<Row>) {
  const { label, list, columns } = props
  const t = useTexts(memberTexts)
  const shell = useTexts(shellTexts)
  return (
    <Answer query={list}>
      {({ pages }) => {
        const rows = pages.flatMap(({ items }) => items)
        if (rows.length === 0) return <p className={styles.note}>{t.section.empty}</p>
        return (
          <>
            <div className={styles.scroll}>
              <table className={classes(styles.table, styles.rows)} aria-label={label}>
                <thead>
                  <tr>
                    {columns.map(column => (
                      <th key={column.head} scope="col" className={classOf(column)}>
                        {column.head}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map(row => (
                    <tr key={row.id}>
                      {columns.map(column => (
                        <td key={column.head} className={classOf(column)}>
                          {column.cell(row)}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            {list.hasNextPage && (
              <Button
                tone="quiet"
                size="small"
                pending={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {shell.more}
              </Button>
            )}
          </>
        )
      }}
    </Answer>
  )
}

const classOf = (column: { isFigure?: boolean; isMinor?: boolean }) =>
  classes(column.isFigure && styles.figure, column.isMinor && styles.minor)
