import type { OperatorRole } from '@banyan/domain'
import type { UseQueryOptions } from '@tanstack/react-query'
import type { PageName } from './pages.ts'
import type { Language } from './texts/texts.ts'

/** A thing that waits for somebody. */
export interface QueueRow {
  readonly id: string
  readonly title: string
  readonly detail: string
  /** Since when it waits. */
  readonly since: string
  /** The reader may act on it now. */
  readonly isMine: boolean
}

/** What waits in one queue; `isMore` when the server holds further rows. */
export interface Queued {
  readonly rows: readonly QueueRow[]
  readonly isMore: boolean
}

/** A queue, of the module that has its page. */
export interface Queue {
  readonly id: string
  readonly page: PageName
  /** Filters of the page that show just this queue. */
  readonly query?: Readonly<Record<string, string>>
  readonly title: Readonly<Record<Language, string>>
  /** Roles that may read it. */
  readonly readers: readonly OperatorRole[]
  /** Within so many minutes somebody should have acted. */
  readonly targetMinutes: number
  // biome-ignore lint/suspicious/noExplicitAny: each queue reads the answer of a call of its own.
  readonly read: (role: OperatorRole) => UseQueryOptions<any, Error, Queued, any>
}

let queues: readonly Queue[] = []

/** Gives the shell the queues of the modules; the entry calls it once. */
export function registerQueues(all: readonly Queue[]): void {
  queues = all
}

/** The queues that a role may read. */
export const queuesOf = (role: OperatorRole): readonly Queue[] =>
  queues.filter(({ readers }) => readers.includes(role))

/** How urgent a wait is by its target: no colour to 75 %, then amber, then red. */
export type Urgency = 'calm' | 'soon' | 'late'

export function urgencyOf(waitedMs: number, targetMinutes: number): Urgency {
  const target = targetMinutes * 60_000
  if (waitedMs > target) return 'late'
  return waitedMs > target * 0.75 ? 'soon' : 'calm'
}

/** A row with the queue that it waits in. */
export interface WaitingRow {
  readonly queue: Queue
  readonly row: QueueRow
  /** When it becomes late. */
  readonly dueAt: number
}

/** What waits for the reader: late first, then the nearest deadline, then the oldest; never by amount. */
export function waitingForMe(all: readonly { queue: Queue; queued: Queued }[]): WaitingRow[] {
  return all
    .flatMap(({ queue, queued }) =>
      queued.rows
        .filter(row => row.isMine)
        .map(row => ({ queue, row, dueAt: Date.parse(row.since) + queue.targetMinutes * 60_000 })),
    )
    .sort((a, b) => a.dueAt - b.dueAt || Date.parse(a.row.since) - Date.parse(b.row.since))
}
