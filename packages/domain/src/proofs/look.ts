import { bytesOfHex } from './bytes.ts'

/** What every look can fail at: a field of another form, a number below zero or too large. */
type FieldCheck = 'form' | 'range'

/** What came of a look; `where` says in which part, where it was in one. */
export type Looked<Found, Check, Where> =
  | ({ ok: true } & Found)
  | { ok: false; failed: Check | FieldCheck; where: Where | null }

/** Ends a look at the first thing that is wrong. */
class Failed extends Error {
  constructor(
    readonly check: unknown,
    readonly where: unknown,
  ) {
    super(String(check))
  }
}

/** Reads the fields of a proof strictly, and remembers in which part of it it is. */
export class Look<Check extends string, Where> {
  where: Where | null = null

  at(check: Check | FieldCheck, holds: boolean): void {
    if (!holds) this.fail(check)
  }

  fail(check: Check | FieldCheck): never {
    throw new Failed(check, this.where)
  }

  /** 32 bytes. */
  bytes(hex: string): Uint8Array {
    this.at('form', /^[0-9a-f]{64}$/.test(hex))
    return bytesOfHex(hex)
  }

  amount(units: string, limit: bigint): bigint {
    this.at('range', !units.startsWith('-'))
    this.at('form', /^(0|[1-9]\d*)$/.test(units))
    // A number of so many digits is beyond every limit, and is not worked with.
    this.at('range', units.length <= 39)
    const amount = BigInt(units)
    this.at('range', amount < limit)
    return amount
  }
}

/** Takes a look, to its end or to the first thing that is wrong. */
export function looked<Found extends object, Check extends string, Where>(
  work: (look: Look<Check, Where>) => Found,
): Looked<Found, Check, Where> {
  try {
    return { ok: true, ...work(new Look<Check, Where>()) }
  } catch (error) {
    if (error instanceof Failed)
      return { ok: false, failed: error.check as Check, where: error.where as Where | null }
    throw error
  }
}

/** Follows a leaf to the top: bit n of its position says whether the node at level n is a right one. */
export const climb = <Node>(
  leaf: Node,
  { position, beside }: { position: number; beside: readonly Node[] },
  parent: (left: Node, right: Node) => Node,
): Node =>
  beside.reduce(
    (node, other, level) =>
      Math.floor(position / 2 ** level) % 2 === 1 ? parent(other, node) : parent(node, other),
    leaf,
  )
