import type { Database, Tx } from './database/handles.ts'
import { isUnavailable } from './database/unavailable.ts'
import { Refused } from './refused.ts'

/** The outcome of one of many: a value, or the error for its caller alone. */
export type Outcome<T> = { value: T } | { error: unknown }

/** Runs work that may refuse; any other error fails the whole batch. */
export function outcomeOf<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() }
  } catch (error) {
    if (error instanceof Refused) return { error }
    throw error
  }
}

/** So many may wait for one subject; later ones are refused with `notReady`. */
const MAX_WAITING = 2_000
/** The size of one batch: what one transaction can do before callers give up. */
const MAX_BATCH = 128

/**
 * The outcome of a request that cannot be decided with the others of its batch: what it is about is
 * locked by another transaction, or changes with an earlier request of the batch. It is decided in a
 * batch of its subject, which waits for locks.
 */
export class Busy extends Error {
  constructor(readonly subject: string) {
    super(`${subject} is busy`)
  }
}

interface Waiting<Ask, Answer> {
  ask: Ask
  settle(answer: Answer): void
  fail(error: unknown): void
}

/**
 * Requests about one subject that arrive while a batch of it is carried out form its next batch, in
 * the order of arrival. Batches of different subjects do not wait for each other, and other nodes
 * have their own: the database's lock puts them in order, as it does for a single request.
 */
export class Batches<Ask, Answer> {
  readonly #carry: (subject: string, asks: readonly Ask[]) => Promise<Outcome<Answer>[]>
  /** The waiting requests by subject; a subject is present while a batch of it is under way. */
  readonly #lines = new Map<string, Waiting<Ask, Answer>[]>()

  /**
   * `carry` does all of a batch in one transaction and returns an outcome for each, in their order.
   * When it throws, nothing of the batch has happened, or a repeated request finds what has.
   */
  constructor(carry: (subject: string, asks: readonly Ask[]) => Promise<Outcome<Answer>[]>) {
    this.#carry = carry
  }

  ask(subject: string, ask: Ask): Promise<Answer> {
    return new Promise((settle, fail) => {
      const line = this.#lines.get(subject)
      if (line && line.length >= MAX_WAITING) return fail(new Refused('notReady'))
      if (line) line.push({ ask, settle, fail })
      else {
        this.#lines.set(subject, [{ ask, settle, fail }])
        void this.#run(subject)
      }
    })
  }

  async #run(subject: string): Promise<void> {
    const line = this.#lines.get(subject) ?? []
    while (line.length > 0) {
      // A caller who was answered by the last batch and asks again in the same tick is in the next
      // one.
      await new Promise(setImmediate)
      await this.#carryOut(subject, line.splice(0, MAX_BATCH))
    }
    this.#lines.delete(subject)
  }

  async #carryOut(subject: string, batch: readonly Waiting<Ask, Answer>[], alone = false) {
    try {
      const asks = batch.map(({ ask }) => ask)
      const outcomes = await this.#carry(subject, asks)
      for (const [i, { settle, fail }] of batch.entries()) {
        const outcome = outcomes[i] ?? { error: new Error('one of a batch has no outcome') }
        if ('value' in outcome) settle(outcome.value)
        else fail(outcome.error)
      }
    } catch (error) {
      if (alone || error instanceof Refused || isUnavailable(error))
        for (const { fail } of batch) fail(error)
      else await this.#isolate(subject, batch)
    }
  }

  /**
   * One of them makes the batch fail: halving finds it, and all others go on. Alone it is tried
   * once more.
   */
  async #isolate(subject: string, batch: readonly Waiting<Ask, Answer>[]): Promise<void> {
    const middle = Math.ceil(batch.length / 2)
    for (const half of [batch.slice(0, middle), batch.slice(middle)])
      if (half.length > 0) await this.#carryOut(subject, half, batch.length === 1)
  }
}

/**
 * For reads that are the same for everybody: callers who arrive while one is under way share the
 * next.
 */
export const readForAll = <Ask, Answer>(read: (ask: Ask) => Promise<Answer>) =>
  new Batches<Ask, Answer>(async (_, asks) => {
    const value = await read(asks[0] as Ask)
    return asks.map(() => ({ value }))
  })

/**
 * The same for a read of the database that asks nothing. A transaction reads for itself: it may have
 * changed what it reads.
 */
export function sharedRead<Answer>(
  read: (reader: Database | Tx) => Promise<Answer>,
): (reader: Database | Tx) => Promise<Answer> {
  const shared = new WeakMap<Database, Batches<Database, Answer>>()
  return reader => {
    if (reader.isTransaction) return read(reader)
    const batches = shared.get(reader) ?? readForAll<Database, Answer>(read)
    shared.set(reader, batches)
    return batches.ask('', reader)
  }
}
