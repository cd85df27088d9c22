import { type Compilable, CompiledQuery } from 'kysely'
import type pg from 'pg'
import type { Tx } from './handles.ts'

/** Marks the text of a statement that is sent together with the commit after it. */
const AND_COMMIT = '\n-- and commit'

/**
 * Runs the last statement of a transaction: the commit goes out with it, without waiting for its
 * answer. A statement that fails makes PostgreSQL roll back instead. Nothing may be decided on what
 * it returns, because it is committed already, and no statement may follow.
 */
export async function endWith(tx: Tx, last: Compilable): Promise<void> {
  const { sql, parameters } = last.compile()
  await tx.executeQuery(CompiledQuery.raw(sql + AND_COMMIT, [...parameters]))
}

type Result = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>
/** Sends one statement to a client. */
export type Send = (text: string, values: readonly unknown[]) => Promise<Result>

const NOTHING: Result = { command: '', rowCount: null, rows: [] }

/**
 * One connection on which a transaction costs no wait for its begin, which goes out with the first
 * statement, nor for its commit where the last statement is marked. A transaction without a
 * statement sends nothing.
 */
export function pipelined(send: Send): Send {
  let mustBegin = false
  /** The answer to a commit that has been sent already. */
  let ended: Promise<Result> | null = null

  const after = async (begun: Promise<Result>, answer: Promise<Result>): Promise<Result> => {
    const [first, second] = await Promise.allSettled([begun, answer])
    if (first.status === 'rejected') throw first.reason
    if (second.status === 'rejected') throw second.reason
    return second.value
  }
  const run = (text: string, values: readonly unknown[]): Promise<Result> => {
    if (!mustBegin) return send(text, values)
    mustBegin = false
    return after(send('begin', []), send(text, values))
  }
  const end = (text: string): Promise<Result> => {
    if (mustBegin) {
      mustBegin = false
      return Promise.resolve(NOTHING)
    }
    const sent = ended
    ended = null
    return sent ?? send(text, [])
  }
  return async (text, values) => {
    if (text === 'commit' || text === 'rollback') return end(text)
    if (ended) throw new Error('a statement follows the last one of its transaction')
    if (text === 'begin') {
      mustBegin = true
      return NOTHING
    }
    if (!text.endsWith(AND_COMMIT)) return run(text, values)
    const answer = run(text.slice(0, -AND_COMMIT.length), values)
    ended = send('commit', [])
    // The end of the transaction awaits it; it must not count as unhandled until then.
    ended.catch(() => {})
    return answer
  }
}
