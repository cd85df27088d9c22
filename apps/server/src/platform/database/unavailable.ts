import { UnfitConnection } from './connection-limits.ts'
import { isLate } from './patience.ts'

/** The code of an error of PostgreSQL or of the connection to it; undefined for any other error. */
export const sqlState = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined

/**
 * SQLSTATE classes: connections (08), a server that ends or starts (57P), too little of something
 * such as disk or connections (53), input and output (58030), limits of time (55P03, 57014, 25P03),
 * and a server that has become a standby (25006).
 */
const unavailable = /^(08|57P0[1235]|53|58030|55P03|57014|25P03|25006)/
/** Errors of the connection to the database. */
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** True for errors that mean "the database is not available now". */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof UnfitConnection || isLate(error)) return true
  const state = sqlState(error)
  if (state !== undefined) return unavailable.test(state) || unreachable.has(state)
  return (
    error instanceof Error &&
    /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/.test(
      error.message,
    )
  )
}
