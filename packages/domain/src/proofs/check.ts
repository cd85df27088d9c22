import { bytesOfHex } from './bytes.ts'

/** Failures that every check can have: a malformed field, a number that is negative or too large. */
type FieldCheck = 'form' | 'range'

/** The result of a check; `where` names the failing part, if any. */
export type CheckResult<Found, Check, Where> =
  | ({ ok: true } & Found)
  | { ok: false; failed: Check | FieldCheck; where: Where | null }

/** Ends a check at the first failure. */
class Failed extends Error {
  constructor(
    readonly check: unknown,
    readonly where: unknown,
  ) {
    super(String(check))
  }
}

/** Parses the fields of a proof strictly, and keeps the current part of it for the result. */
export class Checker<Check extends string, Where> {
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
    // A number with this many digits is beyond every limit, and is not computed with.
    this.at('range', units.length <= 39)
    const amount = BigInt(units)
    this.at('range', amount < limit)
    return amount
  }
}

/** Runs a check to its end or to the first failure. */
export const runCheck = <Found extends object, Check extends string, Where>(
  work: (checker: Checker<Check, Where>) => Found,
): CheckResult<Found, Check, Where> =>
  atOnce(
    // biome-ignore lint/correctness/useYield: this check is one step.
    checkInSteps<Found, Check, Where>(function* (checker) {
      return work(checker)
    }),
  )

/** A check in steps: its caller may do something else wherever it yields. */
export type InSteps<Result> = Generator<void, Result>

/** A check of several steps, to its end or to the first failure. */
export function* checkInSteps<Found extends object, Check extends string, Where>(
  work: (checker: Checker<Check, Where>) => InSteps<Found>,
): InSteps<CheckResult<Found, Check, Where>> {
  try {
    return { ok: true, ...(yield* work(new Checker<Check, Where>())) }
  } catch (error) {
    if (error instanceof Failed)
      return { ok: false, failed: error.check as Check, where: error.where as Where | null }
    throw error
  }
}

/** Runs all steps of a check. */
export function atOnce<Result>(steps: InSteps<Result>): Result {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/**
 * Computes the top from a leaf and its path: bit n of its position says whether the node at level n
 * is a right one.
 */
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
