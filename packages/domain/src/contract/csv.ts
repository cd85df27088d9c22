/**
 * What a spreadsheet takes for a formula, in the signs of East Asian keyboards too. Blanks in front,
 * also those that nobody sees, do not prevent that.
 */
const formula = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠]|^[\t\r]/
/** A figure of our own is no formula. */
const figure = /^-?\d+(\.\d+)?$/

/** A spreadsheet reads Chinese correctly when the file starts with this. */
export const CSV_MARK = '\ufeff'

/** A cell: quoted, and never a formula: people's text is read as text. */
export const csvCell = (text: string): string =>
  `"${(formula.test(text) && !figure.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`

/** A line of a table as RFC 4180 text: every cell quoted, ended by CR LF. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** A whole file of such lines. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  CSV_MARK + rows.map(csvLine).join('')
