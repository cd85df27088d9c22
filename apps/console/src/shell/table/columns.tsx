import { formatAmount } from '@banyan/domain'
import { figureText, microOf, shortAddress } from '@banyan/ui'
import { dayText } from '../times.ts'
import styles from './data-table.module.css'
import type { Column } from './data-table.tsx'

/* Columns that many tables have. */

type ColumnHead<Row> = Pick<Column<Row>, 'id' | 'head' | 'isMinor'>

/** An amount with two decimals, to be sorted. */
export const amountColumn = <Row,>(
  of: ColumnHead<Row>,
  read: (row: Row) => string,
): Column<Row> => ({
  ...of,
  isFigure: true,
  sortBy: row => microOf(read(row)),
  csv: row => ({ figure: read(row) }),
  cell: row => figureText(read(row), 2, 2),
})

/** The sum of an amount, for the foot of its column. */
export const sumOf = <Row,>(rows: readonly Row[], read: (row: Row) => string): string =>
  figureText(formatAmount(rows.reduce((all, row) => all + microOf(read(row)), 0n)), 2, 2)

/** A day with its time, to be sorted. */
export const dayColumn = <Row,>(
  of: ColumnHead<Row>,
  read: (row: Row) => string,
  now: number,
): Column<Row> => ({
  ...of,
  sortBy: read,
  csv: read,
  cell: row => dayText(read(row), now),
})

/** An address or a hash, shortened; whole in the file and for the mouse. */
export const shortColumn = <Row,>(
  of: ColumnHead<Row>,
  read: (row: Row) => string | null,
): Column<Row> => ({
  ...of,
  csv: row => read(row) ?? '',
  cell: row => {
    const text = read(row)
    return text === null ? '–' : <span title={text}>{shortAddress(text)}</span>
  },
})

/** A text that may be long: cut in the table, whole in the file and for the mouse. */
export const longColumn = <Row,>(of: ColumnHead<Row>, read: (row: Row) => string): Column<Row> => ({
  ...of,
  csv: read,
  cell: row => (
    <span className={styles.cut} title={read(row)}>
      {read(row)}
    </span>
  ),
})

/** A text as it is, to be sorted. */
export const textColumn = <Row,>(of: ColumnHead<Row>, read: (row: Row) => string): Column<Row> => ({
  ...of,
  sortBy: read,
  csv: read,
  cell: read,
})
