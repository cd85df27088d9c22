/**
 * PostgreSQL's text form of arrays. A batch has dozens of them with hundreds of values each, and
 * the driver's own way inspects every value for its type: here the caller knows it.
 */

/** A list's column as an array; written directly into one text, without a list in between. */
function arrayOf<Row>(
  rows: readonly Row[],
  text: (row: Row) => string | number | bigint | boolean,
) {
  let array = '{'
  for (let place = 0; place < rows.length; place++)
    array += (place === 0 ? '' : ',') + text(rows[place] as Row)
  return `${array}}`
}

export const plainArray = <Row>(
  rows: readonly Row[],
  value: (row: Row) => string | number | bigint | boolean,
): string => arrayOf(rows, value)

/**
 * Values that are mostly missing: when all are, nothing is sent, and `unnest` fills up with NULL.
 */
export function sparseArray<Row>(
  rows: readonly Row[],
  value: (row: Row) => string | number | Date | null,
): string {
  if (rows.every(row => value(row) === null)) return '{}'
  return arrayOf(rows, row => {
    const one = value(row)
    return one instanceof Date ? `"${one.toISOString()}"` : (one ?? 'NULL')
  })
}

export const textArray = <Row>(rows: readonly Row[], value: (row: Row) => string): string =>
  arrayOf(rows, row => {
    const one = value(row)
    // Four letters may be the word NULL, in any case.
    return one.length !== 4 && /^[\w./:-]+$/.test(one) ? one : `"${one.replace(/["\\]/g, '\\$&')}"`
  })

export const bytesArray = <Row>(rows: readonly Row[], value: (row: Row) => Buffer): string =>
  arrayOf(rows, row => `"\\\\x${value(row).toString('hex')}"`)
