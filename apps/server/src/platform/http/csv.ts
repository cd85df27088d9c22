/** What a spreadsheet takes for a formula: such a cell is made a text. Blanks before it do not help it. */
const formula = /^\s*[=+\-@\t\r]/
/** A figure of our own is no formula. */
const figure = /^-?\d+(\.\d+)?$/

/** A spreadsheet reads Chinese as it is when this stands in front. */
export const CSV_BOM = '\ufeff'

/** A line of a table as RFC 4180 text: every cell quoted, ended by CR LF, no cell a formula. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

const cell = (text: string): string =>
  `"${(formula.test(text) && !figure.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
