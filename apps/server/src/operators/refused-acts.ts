import type { RefusalName } from '@banyan/domain'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Operator } from '../platform/http/route.ts'
import { type Doer, recordAct } from './acts.ts'
import { operatorByName } from './store.ts'

/** A call of the operators' API that was refused. */
export interface RefusedAct {
  /** Null where nobody has signed in: the call itself was to sign in, or to choose a password. */
  operator: Operator | null
  /** The call's name. */
  call: string
  /** What it was about: an id of its address, or the name that was typed. */
  object: string
  refusal: RefusalName
}

/** More in a minute, of one operator or at one name, are one line: the log stays, and can be read. */
const LISTED_A_MINUTE = 30
const UNLISTED = 'more refused calls of this minute are not listed'

/**
 * Writes what operators were refused into the audit log. A call that was refused has no transaction
 * any more, so this has its own.
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

/** Names that nobody has count together: who makes them up hides no tries at one that is there. */
async function nameTried(database: Database, name: string): Promise<string> {
  return (await operatorByName(database, name)) ? `at ${name}` : 'at no name'
}
