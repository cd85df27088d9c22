import { randomBytes, randomFillSync } from 'node:crypto'

/** Randomness is drawn for many ids at once: a system call costs more than the id itself. */
const pool = Buffer.alloc(4096)
let used = pool.length

function random16(): Buffer {
  if (used >= pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += 16
  return pool.subarray(used - 16, used)
}

/**
 * A UUID version 7 (RFC 9562): 48 bits of milliseconds, then randomness. The caller creates it, so
 * that a row's id exists before the row, and so that keys grow with time and stay local.
 */
export function newUuid(now: number = Date.now()): string {
  const bytes = random16()
  bytes.writeUIntBE(now, 0, 6)
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f)
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/**
 * A number for people: a letter, yyMMdd in the platform's time zone (UTC+8), eight random digits.
 */
export function newOrderNumber(email: string, at: Date): string {
  const day = new Date(at.getTime() + 8 * 3_600_000).toISOString().slice(2, 10).replaceAll('-', '')
  return `${email}${day}${(randomBytes(4).readUInt32BE() % 100_000_000).toString().padStart(8, '0')}`
}

const NUMBERS_TRIED = 20

/**
 * Inserts a row under a new order number. `insert` returns nothing where the number is taken; then
 * another is drawn.
 */
export async function underNewNumber<R>(
  email: string,
  at: Date,
  insert: (orderNumber: string) => Promise<R | undefined>,
): Promise<R> {
  for (let tried = 0; tried < NUMBERS_TRIED; tried++) {
    const inserted = await insert(newOrderNumber(email, at))
    if (inserted) return inserted
  }
  throw new Error('no free order number was found')
}
