/** A cell: text of people, or a figure, which is written as digits. */
export type CsvCell = string | { readonly figure: string }

/** A spreadsheet runs a cell that begins so as a formula. */
const risky = /^[\s\u200b\ufeff]*[=+\-@\t\r]/

const textCell = (text: string): string => {
  const safe = risky.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

const figureCell = (figure: string): string =>
  /^-?\d+(\.\d+)?$/.test(figure) ? figure : textCell(figure)

/** A table as CSV: every text quoted, no text a formula, figures as plain digits. */
export function csvOf(head: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  const lines = [
    head.map(textCell),
    ...rows.map(row =>
      row.map(cell => (typeof cell === 'string' ? textCell(cell) : figureCell(cell.figure))),
    ),
  ]
  // The mark lets a spreadsheet read Chinese.
  return `\ufeff${lines.map(cells => cells.join(',')).join('\r\n')}\r\n`
}
