import type { Database } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { type LoginCounts, proveTry, reserveTry, returnTry, triesLeft } from './login-delay.ts'
import { type LoginPlace, lockLoginCounts, saveLoginCounts } from './store.ts'

/** The refusals for a wrong try and for a try during a wait. */
export interface TryAnswers {
  failed(triesLeft: number): never
  locked(minutes: number): never
}

/**
 * Counts a try at a password before the comparison and commits the count. A right password ends the
 * row of wrong ones. A comparison that the server could not make does not count.
 */
export async function countTry(
  database: Database,
  place: LoginPlace,
  compare: () => Promise<boolean>,
  answers: TryAnswers,
): Promise<void> {
  const locked = (until: Date, now: Date): never =>
    answers.locked(Math.ceil((until.getTime() - now.getTime()) / 60_000))
  const settle = (how: (counts: LoginCounts) => LoginCounts) =>
    inTransaction(database, async tx => {
      await saveLoginCounts(tx, place, how(await lockLoginCounts(tx, place)))
    })

  const { counts, now } = await inTransaction(database, async tx => {
    const before = await lockLoginCounts(tx, place)
    const now = await systemNow(tx)
    const permit = reserveTry(before, now)
    if (permit.kind === 'locked') return locked(permit.until, now)
    await saveLoginCounts(tx, place, permit.counts)
    return { counts: permit.counts, now }
  })
  let fits: boolean
  try {
    fits = await compare()
  } catch (error) {
    await settle(returnTry)
    throw error
  }
  if (fits) return settle(since => proveTry(since, now))
  if (counts.place.lockedUntil) locked(counts.place.lockedUntil, now)
  answers.failed(triesLeft(counts.place))
}
