import type { ForecastFigures, ForecastStop, PayCompared, RecordedDay } from '@banyan/economy'

/* What passes between the server and the process that computes a forecast. */

/** A figure is a bigint: the messages are cloned, not written as JSON. */
export interface Computed {
  days: { now: ForecastFigures; proposed: ForecastFigures }[]
  stopped: { side: 'now' | 'proposed'; reason: ForecastStop } | null
  members: PayCompared
}

export type ToForecast =
  | {
      kind: 'begin'
      /** Canonical texts of versions, as in the rule book. */
      before: string
      after: string
      /** Published hashes of the run that it goes on from, in hex. */
      hashes: { input: string; result: string }
      /** Done again in turn, day by day, until `count` days are computed. */
      recorded: RecordedDay[]
      count: number
    }
  /** A piece of the canonical text of that run's input. */
  | { kind: 'piece'; bytes: Uint8Array }
  | { kind: 'whole' }

export type FromForecast =
  | { kind: 'progress'; done: number }
  | { kind: 'done'; computed: Computed }
  /** The input or its result is not what was published. */
  | { kind: 'differs' }
  | { kind: 'faulty'; message: string }
