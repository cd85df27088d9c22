import type { RefusalName } from '@banyan/domain'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { type Doer, recordAct } from './acts.ts'
import { operatorByName } from './store.ts'

/** A refused call of the operators' API. */
export interface RefusedAct {
  /** Null where nobody is signed in: the call was a sign-in or the choice of a password. */
  operator: Operator | null
  /** The name of the call. */
  call: string
  /** The object of the call: an id of its path, or the typed name. */
  object: string
  refusal: RefusalName
}

/**
 * More refusals in a minute, of one operator or at one name, become one line, so that the log stays
 * readable.
 */
const LISTED_A_MINUTE = 30
const UNLISTED = 'more refused calls of this minute are not listed'

/**
 * Writes refused calls of operators into the audit log. The transaction of a refused call was
 * rolled back, so this uses its own.
 */
export function openRefusedActs(database: Database): (act: RefusedAct) => Promise<void> {
  const listed = new RateLimiterMemory({ points: LISTED_A_MINUTE, duration: 60 })
  const write = ({ operator, call, object }: RefusedAct, reason: string) =>
    inTransaction(database, tx => {
      const doer: Doer = operator ?? 'unknown'
      return recordAct(tx, doer, { action: `refused ${call}`, object, reason })
    })
  return async act => {
    const who = act.operator?.operatorId ?? (await nameTried(database, act.object))
    try {
      await listed.consume(who)
    } catch (over) {
      if (!(over instanceof RateLimiterRes)) throw over
      if (over.consumedPoints === LISTED_A_MINUTE + 1) await write(act, UNLISTED)
      return
    }
    await write(act, act.refusal)
  }
}

/** All unknown names share one count: made-up names hide no tries at an existing one. */
async function nameTried(database: Database, name: string): Promise<string> {
  return (await operatorByName(database, name)) ? `at ${name}` : 'at no name'
}
