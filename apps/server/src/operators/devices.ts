import { createHash } from 'node:crypto'

/** The stored form of the code that names an operator's device. */
export const deviceHash = (deviceCode: string): Buffer =>
  createHash('sha256').update(`operator's device ${deviceCode}`).digest()
