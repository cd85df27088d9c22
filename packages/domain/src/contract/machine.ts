/** One allowed step: who may make it, its next state, and further data of the table. */
export type Step<S extends string, A extends string, X> = {
  readonly by: readonly A[]
  readonly to: S
} & Readonly<X>

/** A machine as a table: state × event → step. An event that is not in the table is refused. */
export type MachineTable<S extends string, E extends string, A extends string, X> = Readonly<
  Record<S, Readonly<Partial<Record<E, Step<S, A, X>>>>>
>

export interface Machine<S extends string, E extends string, A extends string, X> {
  readonly table: MachineTable<S, E, A, X>
  /** Returns the step for this event by this actor, or null when the table has none. */
  step(state: S, event: E, actor: A): Step<S, A, X> | null
  /** Returns the events that this actor may cause now. */
  moves(state: S, actor: A): E[]
  /** Whether no further event is possible. */
  isFinal(state: S): boolean
}

/** Makes a machine from its table. The guard, the offered moves and the tests all read it. */
export function defineMachine<S extends string, E extends string, A extends string, X = unknown>(
  table: MachineTable<S, E, A, X>,
): Machine<S, E, A, X> {
  const step = (state: S, event: E, actor: A) => {
    const step = table[state][event]
    return step?.by.includes(actor) ? step : null
  }
  const events = (state: S) => Object.keys(table[state]) as E[]
  return {
    table,
    step,
    moves: (state, actor) => events(state).filter(event => step(state, event, actor) !== null),
    isFinal: state => events(state).length === 0,
  }
}
