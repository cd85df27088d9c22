import { createHmac } from 'node:crypto'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The six digits that an authenticator shows at a time (RFC 6238: 30 seconds, SHA-1). */
export function codeAt(secret: string, at: Date): string {
  const bits = [...secret].map(one => alphabet.indexOf(one).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map(byte => Number.parseInt(byte, 2)))
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(at.getTime() / 30_000)))
  const digest = createHmac('sha1', key).update(step).digest()
  const from = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
