import { CSV_MARK, csvCell } from '@banyan/domain'

/** A cell: text of people, or a figure, which is written as digits. */
export type CsvCell = string | { readonly figure: string }

const figureCell = (figure: string): string =>
  /^-?\d+(\.\d+)?$/.test(figure) ? figure : csvCell(figure)

/** A table as CSV: every text quoted, no text a formula, figures as plain digits. */
export function csvOf(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [
    head.map(csvCell),
    ...rows.map(row =>
      row.map(cell => (typeof cell === 'string' ? csvCell(cell) : figureCell(cell.figure))),
    ),
  ]
  return CSV_MARK + lines.map(cells => `${cells.join(',')}\r\n`).join('')
}
