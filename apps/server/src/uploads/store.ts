import { type Attached, rollingDayHours } from '@banyan/domain'
import type { Insertable, Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import type { Upload } from './generated.ts'
import { claimFiles } from './written-files.ts'

export type UploadRow = Selectable<Upload>

export async function findUpload(database: Database, id: string): Promise<UploadRow | undefined> {
  return database
    .selectFrom('upload')
    .selectAll()
    .where('id', '=', id)
    .where('removedAt', 'is', null)
    .executeTakeFirst()
}

/** What a member has sent: pictures and files in the last 24 hours, and the bytes of all that is kept. */
export interface TakenUp {
  today: number
  bytes: number
}

/** What a member's pictures and files take up, with the originals that are still there. */
export async function takenUp(database: Database | Tx, memberId: string): Promise<TakenUp> {
  const { rows } = await sql<TakenUp>`
    select count(*) filter (where upload.uploaded_at > house_now() - make_interval(hours => ${rollingDayHours}))::int as today,
      coalesce(sum(upload.bytes + coalesce(original.bytes, 0))
        filter (where upload.removed_at is null), 0)::float8 as bytes
    from upload left join upload_original original
      on original.upload_id = upload.id and original.removed_at is null
    where upload.member_id = ${memberId}`.execute(database)
  return rows[0] as TakenUp
}

/**
 * The uploads that somebody's text names, each once and pictures first; null where one is not their own, or not
 * of its kind. None of them is deleted before the transaction ends.
 */
export async function ownAmong(
  database: Database | Tx,
  memberId: string,
  { pictures, files = [] }: Attached,
): Promise<string[] | null> {
  const [images, others] = [pictures, files].map(some => [...new Set(some)])
  const ids = [...(images ?? []), ...(others ?? [])]
  if (ids.length === 0) return []
  const rows = await database
    .selectFrom('upload')
    .select(['id', 'kind'])
    .where('memberId', '=', memberId)
    .where('id', 'in', ids)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .forShare()
    .execute()
  const kinds = new Map(rows.map(row => [row.id, row.kind]))
  const isRight =
    images?.every(id => kinds.get(id) === 'picture') &&
    others?.every(id => kinds.has(id) && kinds.get(id) !== 'picture')
  return isRight ? ids : null
}

/** The pictures that somebody's text names. */
export interface NamedPictures {
  ownerId: string
  pictures: readonly string[]
}

/** As `ownAmong`, for the pictures of many members at once. */
export async function ownPicturesAmong(
  tx: Tx,
  named: readonly NamedPictures[],
): Promise<(string[] | null)[]> {
  const pairs = named.flatMap(({ ownerId, pictures }) => pictures.map(id => ({ ownerId, id })))
  if (pairs.length === 0) return named.map(() => [])
  const { rows } = await sql<{ id: string; memberId: string }>`
    select id, member_id from upload
    where (id, member_id) in (select * from unnest(${pairs.map(one => one.id)}::uuid[], ${pairs.map(one => one.ownerId)}::uuid[]))
      and kind = 'picture' and removed_at is null
    order by id for share`.execute(tx)
  const owners = new Map(rows.map(row => [row.id, row.memberId]))
  return named.map(({ ownerId, pictures }) =>
    pictures.every(id => owners.get(id) === ownerId) ? [...new Set(pictures)] : null,
  )
}

/** Writes down a video or a document. Nothing of it as it came in is kept besides. */
export async function insertFile(database: Database, row: Insertable<Upload>): Promise<void> {
  await inTransaction(database, async tx => {
    await claimFiles(tx, [row.fileName])
    await tx.insertInto('upload').values(row).execute()
  })
}

/** The videos and documents of a member that are there. */
export async function filesOf(
  reader: Database | Tx,
  memberId: string,
): Promise<{ id: string; name: Buffer | null }[]> {
  return reader
    .selectFrom('upload')
    .select(['id', 'name'])
    .where('memberId', '=', memberId)
    .where('kind', '<>', 'picture')
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
}

/** Those of these uploads that are files, deleted ones too. */
export async function filesAmong(
  reader: Database | Tx,
  uploadIds: readonly string[],
): Promise<Pick<UploadRow, 'id' | 'kind' | 'name' | 'bytes' | 'seconds'>[]> {
  if (uploadIds.length === 0) return []
  return reader
    .selectFrom('upload')
    .select(['id', 'kind', 'name', 'bytes', 'seconds'])
    .where('id', 'in', uploadIds)
    .where('kind', '<>', 'picture')
    .execute()
}

/** Stores a picture, its perceptual hash, and where its original is kept. */
export async function insertPicture(
  database: Database,
  row: Insertable<Upload>,
  hash: readonly number[] | null,
  original: {
    fileName: string
    mediaType: string
    software: string | null
    bytes: number
    keptDays: number
  },
): Promise<void> {
  await inTransaction(database, async tx => {
    await claimFiles(tx, [row.fileName, original.fileName])
    await tx.insertInto('upload').values(row).execute()
    if (hash)
      await tx
        .insertInto('uploadLook')
        .values(hash.map((bits, part) => ({ uploadId: row.id, part, bits })))
        .execute()
    const { fileName, mediaType, software, bytes, keptDays } = original
    await sql`
      insert into upload_original (upload_id, file_name, media_type, software, bytes, look_at)
      values (${row.id}, ${fileName}, ${mediaType}, ${software}, ${bytes}, house_now() + make_interval(days => ${keptDays}))`.execute(
      tx,
    )
  })
}

/** The most candidates that are read to find pictures that are alike. */
const CANDIDATES_READ = 2_000

/** Other pictures with the same bytes as these, or that have a part of their perceptual hash in common. */
export async function candidatesFor(
  reader: Database | Tx,
  uploadIds: readonly string[],
): Promise<{
  same: { uploadId: string; otherId: string }[]
  near: { uploadId: string; otherId: string }[]
}> {
  if (uploadIds.length === 0) return { same: [], near: [] }
  const ids = [...uploadIds]
  const { rows: same } = await sql<{ uploadId: string; otherId: string }>`
    select own.id as upload_id, other.id as other_id from upload own
      join upload other on other.sha256 = own.sha256 and other.id <> own.id
      where own.id = any(${ids}::uuid[]) limit ${CANDIDATES_READ}`.execute(reader)
  // Rows of one shade are in every screenshot: they tell nothing.
  const { rows: near } = await sql<{ uploadId: string; otherId: string }>`
    select distinct own.upload_id, other.upload_id as other_id from upload_look own
      join upload_look other on other.part = own.part and other.bits = own.bits and other.upload_id <> own.upload_id
      where own.upload_id = any(${ids}::uuid[]) and own.bits not in (0, 65535) limit ${CANDIDATES_READ}`.execute(
    reader,
  )
  return { same, near }
}

/** The perceptual hashes of pictures, by id; those without one are left out. */
export async function perceptualHashesOf(
  reader: Database | Tx,
  uploadIds: readonly string[],
): Promise<Map<string, number[]>> {
  const hashes = new Map<string, number[]>()
  if (uploadIds.length === 0) return hashes
  const rows = await reader
    .selectFrom('uploadLook')
    .selectAll()
    .where('uploadId', 'in', uploadIds)
    .orderBy('uploadId')
    .orderBy('part')
    .execute()
  for (const { uploadId, bits } of rows)
    hashes.set(uploadId, [...(hashes.get(uploadId) ?? []), bits])
  return hashes
}

/** The programs that these pictures' hidden data named; the others are left out. */
export async function namedSoftware(
  reader: Database | Tx,
  uploadIds: readonly string[],
): Promise<{ uploadId: string; software: string }[]> {
  if (uploadIds.length === 0) return []
  return reader
    .selectFrom('uploadOriginal')
    .select(['uploadId', eb => eb.ref('software').$notNull().as('software')])
    .where('uploadId', 'in', uploadIds)
    .where('software', 'is not', null)
    .orderBy('uploadId')
    .execute()
}

export async function findOriginal(
  reader: Database,
  uploadId: string,
): Promise<{ fileName: string | null; mediaType: string } | undefined> {
  return reader
    .selectFrom('uploadOriginal')
    .select(['fileName', 'mediaType'])
    .where('uploadId', '=', uploadId)
    .executeTakeFirst()
}

/** Originals that are to be checked again, the oldest first. */
export async function dueOriginals(
  database: Database,
  limit: number,
): Promise<{ uploadId: string; fileName: string | null }[]> {
  return database
    .selectFrom('uploadOriginal')
    .select(['uploadId', 'fileName'])
    .where('removedAt', 'is', null)
    .where('lookAt', '<=', sql<Date>`house_now()`)
    .orderBy('lookAt')
    .limit(limit)
    .execute()
}

/** Somebody needs these: they are checked again tomorrow. */
export async function putOffOriginals(
  database: Database,
  uploadIds: readonly string[],
): Promise<void> {
  if (uploadIds.length === 0) return
  await database
    .updateTable('uploadOriginal')
    .set({ lookAt: sql<Date>`house_now() + interval '1 day'` })
    .where('uploadId', 'in', uploadIds)
    .execute()
}

/**
 * Records that an original was deleted. False when its row names another file by now, because it was
 * encrypted anew: that one is to be deleted too.
 */
export async function markRemoved(
  database: Database,
  { uploadId, fileName }: { uploadId: string; fileName: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('uploadOriginal')
    .set({ fileName: null, removedAt: sql<Date>`house_now()` })
    .where('uploadId', '=', uploadId)
    .where('fileName', '=', fileName)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
