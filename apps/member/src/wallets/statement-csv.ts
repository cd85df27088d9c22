/** A line of the file, in the order of the columns. */
export type CsvRow = readonly string[]

/** What a spreadsheet would interpret as a formula in untrusted text. */
const formula = /^[=+@\t\r]|^-(?!\d)/

/**
 * A table as RFC 4180 text: every cell quoted, lines ended by CR LF, a byte order mark in front, so
 * that a spreadsheet reads Chinese correctly. A cell that would be a formula is made a text.
 */
export const csvOf = (rows: readonly CsvRow[]): string =>
  `\ufeff${rows.map(row => `${row.map(cell).join(',')}\r\n`).join('')}`

const cell = (text: string): string =>
  `"${(formula.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
