import { sql } from 'kysely'
import type { Database } from './database/connect.ts'
import type { Job } from './module.ts'
import { deleteOldNews } from './outbox/old-news.ts'

const EVERY_MS = 10 * 60_000
/** A stream that was away longer loads its state anew, so older news is not needed. */
const NEWS_KEPT_HOURS = 24
/** security.md 4.3. The key stays for ever on the object that it created. */
const KEYS_KEPT_DAYS = 7
const BATCH = 10_000

/** Deletes old news and old idempotency keys, in batches, so that neither grows for ever. */
export const housekeeping = (database: Database): Job => ({
  name: 'housekeeping',
  runsIn: 'worker',
  everyMs: EVERY_MS,
  run: async () => {
    await deleteOldNews(database, NEWS_KEPT_HOURS)
    await sql`
      delete from idempotency_key where (member_id, operation, key) in (
        select member_id, operation, key from idempotency_key
        where created_at < house_now() - make_interval(days => ${KEYS_KEPT_DAYS}) limit ${BATCH})`.execute(
      database,
    )
    await sql`
      delete from limit_count where name in (
        select name from limit_count where ends_at < ${Date.now()} limit ${BATCH})`.execute(
      database,
    )
  },
})
