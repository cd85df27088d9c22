import { createHash } from 'node:crypto'
import { writeCanonical } from '@banyan/economy'

/** SHA-256 of a fact's canonical text, which is never one string. */
export function hashOf(fact: object): Buffer {
  const hash = createHash('sha256')
  writeCanonical(fact, piece => hash.update(piece))
  return hash.digest()
}
