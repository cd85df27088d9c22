/*
 * What the checks of saved proofs share: strict reading of fields, and the bytes that are hashed. Not a
 * line of the product is used here.
 */
import { createHash } from 'node:crypto'

/** A sum of a tree is below this. */
export const MOST_SUM = 1n << 128n

/** What does not hold. */
export class Wrong extends Error {}
/** What could not be looked at: no file, no network, no arguments. */
export class Unable extends Error {}

export const demand = (holds, why) => {
  if (!holds) throw new Wrong(why)
}

export const sha256 = (...parts) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** 32 bytes from their 64 digits. */
export function digest(text, what) {
  demand(
    typeof text === 'string' && /^[0-9a-f]{64}$/.test(text),
    `${what} is no SHA-256 in lower-case hex`,
  )
  return Buffer.from(text, 'hex')
}

/** A whole number of micro-units below a limit. */
export function units(text, limit, what) {
  demand(
    typeof text === 'string' && /^(0|[1-9][0-9]{0,38})$/.test(text),
    `${what} is no whole amount`,
  )
  const amount = BigInt(text)
  demand(amount < limit, `${what} is larger than can be`)
  return amount
}

/** Big-endian, of a fixed length. */
export function bytesOf(number, length, what) {
  const value = BigInt(number)
  demand(value >= 0n && value < 1n << BigInt(8 * length), `${what} does not fit ${length} bytes`)
  return Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex')
}

export const count = (value, most, what) => {
  demand(
    Number.isSafeInteger(value) && value >= 0 && value <= most,
    `${what} is no number of its kind`,
  )
  return value
}

export const list = (value, what) => {
  demand(Array.isArray(value), `${what} is no list`)
  return value
}

/** Micro-units as people write them. */
export const tell = amount =>
  `${amount / 1_000_000n}.${String(amount % 1_000_000n).padStart(6, '0')}`

/**
 * Follows a leaf to the top of its tree; answers the top and how many hashes that took. `read` takes a
 * given node apart, `above` makes the node over two others.
 */
export function climb(leaf, { place, beside, depth, what }, read, above) {
  const path = list(beside, `the path of ${what}`)
  demand(path.length === depth, `${what}: the path is not as long as the tree is high`)
  const position = BigInt(count(place, 2 ** depth - 1, `the place of ${what}`))
  return path.reduce((own, given, level) => {
    const other = read(given)
    return (position >> BigInt(level)) & 1n ? above(other, own) : above(own, other)
  }, leaf)
}

/** The proof is of this settlement, by the name of its id, and of this root. */
export function sameRoot({ published, proof, root }, id) {
  demand(
    proof.period === published.period && proof[id] === published[id],
    'the proof is of another settlement',
  )
  demand(root === published.root, 'the root that was given is not the one in the published parts')
  demand(proof.root === root, 'the proof is of another root than the one that was given')
  return root
}
