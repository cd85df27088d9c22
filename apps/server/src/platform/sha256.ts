import { hash } from 'node:crypto'
import type { Sha256 } from '@banyan/domain'

/** The platform's own SHA-256, for proofs. */
export const sha256: Sha256 = bytes => hash('sha256', bytes, 'buffer')
