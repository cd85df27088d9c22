/**
 * What a spreadsheet takes for a formula: such a cell becomes a text. Leading blanks do not prevent
 * that.
 */
const formula = /^\s*[=+\-@\t\r]/
/** A figure of our own is no formula. */
const figure = /^-?\d+(\.\d+)?$/

/** A spreadsheet reads Chinese correctly when the text starts with this. */
export const CSV_BOM = '\ufeff'

/** A line of a table as RFC 4180 text: every cell quoted, ended by CR LF, no cell a formula. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

const cell = (text: string): string =>
  `"${(formula.test(text) && !figure.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`
