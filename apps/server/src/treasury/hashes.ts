import { createHash } from 'node:crypto'
import { writeCanonical } from '@banyan/economy'

/** SHA-256 of a fact's canonical text, which is never one string. */
export function hashOf(fact: object): Buffer {
  const hash = createHash('sha256')
  writeCanonical(fact, piece => hash.update(piece))
  return hash.digest()
}

/** A fact's canonical text in pieces: written once, hashed here and told elsewhere. */
export function canonicalPieces(fact: object): string[] {
  const pieces: string[] = []
  writeCanonical(fact, piece => pieces.push(piece))
  return pieces
}

/** SHA-256 of a text that comes in pieces. */
export function hashOfPieces(pieces: readonly string[]): Buffer {
  const hash = createHash('sha256')
  for (const piece of pieces) hash.update(piece)
  return hash.digest()
}
