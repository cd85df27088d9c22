import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Upload } from '../platform/database/generated.ts'

export type UploadRow = Selectable<Upload>

export async function insertUpload(
  database: Database | Tx,
  row: Insertable<Upload>,
): Promise<void> {
  await database.insertInto('upload').values(row).execute()
}

export async function findUpload(database: Database, id: string): Promise<UploadRow | undefined> {
  return database.selectFrom('upload').selectAll().where('id', '=', id).executeTakeFirst()
}

/** How many pictures a member has sent in the last 24 hours. */
export async function uploadsToday(database: Database, memberId: string): Promise<number> {
  const { count } = await database
    .selectFrom('upload')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .where('uploadedAt', '>', sql<Date>`house_now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
  return count
}

/** How many of these pictures are the member's own. */
export async function countOwned(
  database: Database | Tx,
  memberId: string,
  ids: readonly string[],
): Promise<number> {
  if (ids.length === 0) return 0
  const { count } = await database
    .selectFrom('upload')
    .select(eb => eb.fn.countAll<number>().as('count'))
    .where('memberId', '=', memberId)
    .where('id', 'in', ids)
    .executeTakeFirstOrThrow()
  return count
}
