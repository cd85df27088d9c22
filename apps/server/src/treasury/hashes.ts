import { createHash, type Hash } from 'node:crypto'
import { canonicalPieces } from '@banyan/economy'

/**
 * A fact's canonical text in UTF-8, produced on demand: never as one string, and never wholly in
 * memory.
 */
export function* canonicalBytes(fact: object): Generator<Buffer> {
  for (const piece of canonicalPieces(fact)) yield Buffer.from(piece)
}

/** SHA-256 of a fact's canonical text. */
export function hashOf(fact: object): Buffer {
  const hash = createHash('sha256')
  for (const bytes of canonicalBytes(fact)) hash.update(bytes)
  return hash.digest()
}

/** Hashes bytes while another consumer reads them. */
export function* hashing(pieces: Iterable<Buffer>, hash: Hash): Generator<Buffer> {
  for (const bytes of pieces) {
    hash.update(bytes)
    yield bytes
  }
}
