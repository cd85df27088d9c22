/**
 * PostgreSQL's text form of arrays. A batch has dozens of them with hundreds of values each, and the
 * driver's own way looks at every value for what it might be: here the caller knows.
 */

export const uuidArray = (values: readonly (string | null)[]): string =>
  `{${values.map(value => value ?? 'NULL').join(',')}}`

export const numberArray = (values: readonly (number | bigint | boolean)[]): string =>
  `{${values.join(',')}}`

export const textArray = (values: readonly string[]): string =>
  `{${values.map(value => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`

export const bytesArray = (values: readonly Buffer[]): string =>
  `{${values.map(value => `"\\\\x${value.toString('hex')}"`).join(',')}}`

export const timeArray = (values: readonly (Date | null)[]): string =>
  `{${values.map(value => (value ? `"${value.toISOString()}"` : 'NULL')).join(',')}}`
