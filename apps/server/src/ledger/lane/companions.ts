import type { Tx } from '../../platform/database/connect.ts'
import type { Refused } from '../../platform/refused.ts'

/**
 * A room's own rows that ride on the lane: written in the transaction that moves the money, for all
 * items of a batch at once. The lane calls in this order: `load` (before any account is locked),
 * for each item in its turn `decide` and, when the ledger accepts too, `accept`; then `write`.
 */
export interface Companion<Row, State> {
  kind: string
  /** Reads and locks what the rows need, in an order that is the same for every batch. */
  load(tx: Tx, rows: readonly Row[]): Promise<State>
  /** Whether this row may be. No input or output, and it changes nothing. */
  decide(state: State, row: Row): Refused | null
  /** The row will be written: the rows that come later are decided on what it leaves. */
  accept(state: State, row: Row): void
  /** Writes the accepted rows with a bounded number of statements. */
  write(tx: Tx, rows: readonly Row[], state: State): Promise<void>
}

/** One row that rides with an item. */
export interface Ride {
  kind: string
  row: unknown
}

/** Companions by kind, with their types forgotten: a ride is made by `rideOf` only. */
export type Companions = ReadonlyMap<string, Companion<unknown, unknown>>

/** A ride of a companion's own row type. */
export const rideOf = <Row>(companion: Companion<Row, unknown>, row: Row): Ride => ({
  kind: companion.kind,
  row,
})

/** The companions of one batch at work. */
export class Riding {
  readonly #companions: Companions
  readonly #states = new Map<string, unknown>()
  readonly #accepted = new Map<string, unknown[]>()

  private constructor(companions: Companions) {
    this.#companions = companions
  }

  /** Loads every kind once, kinds in the order of their names. */
  static async load(tx: Tx, companions: Companions, rides: readonly Ride[]): Promise<Riding> {
    const riding = new Riding(companions)
    const kinds = [...new Set(rides.map(({ kind }) => kind))].sort()
    for (const kind of kinds) {
      const rows = rides.filter(ride => ride.kind === kind).map(({ row }) => row)
      riding.#states.set(kind, await riding.#companion(kind).load(tx, rows))
      riding.#accepted.set(kind, [])
    }
    return riding
  }

  decide(rides: readonly Ride[]): Refused | null {
    for (const { kind, row } of rides) {
      const refused = this.#companion(kind).decide(this.#states.get(kind), row)
      if (refused) return refused
    }
    return null
  }

  accept(rides: readonly Ride[]): void {
    for (const { kind, row } of rides) {
      this.#companion(kind).accept(this.#states.get(kind), row)
      this.#accepted.get(kind)?.push(row)
    }
  }

  async write(tx: Tx): Promise<void> {
    for (const [kind, rows] of this.#accepted) {
      if (rows.length > 0) await this.#companion(kind).write(tx, rows, this.#states.get(kind))
    }
  }

  #companion(kind: string): Companion<unknown, unknown> {
    const companion = this.#companions.get(kind)
    if (!companion) throw new Error(`no companion is registered for ${kind}`)
    return companion
  }
}
