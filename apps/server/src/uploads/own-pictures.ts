import {
  deleteOwnPicture,
  type OwnPicture,
  ownPictureList,
  type PictureUse,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import { type Selectable, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import { refuse } from '../platform/refused.ts'
import type { Sealing } from '../platform/sealing.ts'
import { nameOf } from './files.ts'
import type { Upload } from './generated.ts'
import { type FileKeeper, StoreAway } from './keeper.ts'
import { removeFile } from './sealed-file.ts'
import { markRemoved, takenUp } from './store.ts'

/** What another module uses a picture for. */
interface PictureUsed {
  uploadId: string
  use: PictureUse
  /** Its number for people, where it has one. */
  number: string | null
  /** From when on it needs the picture no more; `open` while it goes on. */
  neededUntil: Date | 'open'
}

/** Asks every module that uses pictures. */
export type AskUses = (
  reader: Database | Tx,
  uploadIds: readonly string[],
) => Promise<readonly PictureUsed[]>

type OwnRow = Selectable<Upload> & { originalBytes: number | null }

/** A member's own pictures: their size, where they are used, and deleting those that nothing needs. */
export function ownPictureRoutes(
  database: Database,
  {
    usesOf,
    dropFiles,
    sealing,
  }: { usesOf: AskUses; dropFiles: () => Promise<void>; sealing: Sealing },
): Route[] {
  return [
    route(ownPictureList, async ({ query, caller, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const rows = await ownPage(database, caller.memberId, { after, limit: query.limit })
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      const now = await systemNow(database)
      const uses = await usesOf(
        database,
        shown.map(row => row.id),
      )
      return {
        items: shown.map(row => present(sealing, row, uses, now)),
        nextCursor: last ? writeCursor([last.uploadedAt.toISOString(), last.id]) : null,
      }
    }),

    route(deleteOwnPicture, async ({ params, caller: { memberId } }) => {
      await inTransaction(database, async tx => {
        const ended = await deleteOne(tx, usesOf, { memberId, id: uuidOf(params.id) })
        if (ended !== 'deleted') refuse(ended)
      })
      await dropFiles()
      const { bytes } = await takenUp(database, memberId)
      return { id: params.id, pictures: { bytes } }
    }),
  ]
}

/** Deletes one picture, unless something needs it. */
async function deleteOne(
  tx: Tx,
  usesOf: AskUses,
  { memberId, id }: { memberId: string; id: string },
): Promise<'deleted' | 'notFound' | 'pictureNeeded'> {
  // A call that shows the picture meanwhile holds its row: one of the two sees the other.
  if (!(await lockOwn(tx, memberId, id))) return 'notFound'
  const now = await systemNow(tx)
  if ((await usesOf(tx, [id])).some(one => isNeeded(one, now))) return 'pictureNeeded'
  await markDeleted(tx, id)
  return 'deleted'
}

/** Deletes what nothing needs of a member's pictures, each in a transaction; answers how many are left. */
export async function deleteUnneeded(
  database: Database,
  usesOf: AskUses,
  memberId: string,
): Promise<number> {
  const rows = await database
    .selectFrom('upload')
    .select('id')
    .where('memberId', '=', memberId)
    .where('removedAt', 'is', null)
    .orderBy('id')
    .execute()
  let left = 0
  for (const { id } of rows) {
    const ended = await inTransaction(database, tx => deleteOne(tx, usesOf, { memberId, id }))
    if (ended === 'pictureNeeded') left++
  }
  return left
}

const isNeeded = ({ neededUntil }: PictureUsed, now: Date): boolean =>
  neededUntil === 'open' || neededUntil > now

function present(
  sealing: Sealing,
  row: OwnRow,
  uses: readonly PictureUsed[],
  now: Date,
): OwnPicture {
  const own = uses.filter(one => one.uploadId === row.id)
  return {
    id: wireIdOf(row.kind === 'picture' ? 'img' : 'fil', row.id),
    kind: row.kind as OwnPicture['kind'],
    name: nameOf(sealing, row),
    seconds: row.seconds,
    bytes: row.bytes + (row.originalBytes ?? 0),
    uploadedAt: row.uploadedAt.toISOString(),
    uses: own.map(one => ({
      use: one.use,
      number: one.number,
      neededUntil: untilOf(one, now),
    })),
    deletable: !own.some(one => isNeeded(one, now)),
  }
}

function untilOf(used: PictureUsed, now: Date): string | null {
  if (used.neededUntil === 'open') return 'open'
  return used.neededUntil > now ? used.neededUntil.toISOString() : null
}

async function ownPage(
  database: Database,
  memberId: string,
  page: { after: readonly string[] | null; limit: number },
): Promise<OwnRow[]> {
  let query = database
    .selectFrom('upload')
    .leftJoin('uploadOriginal', join =>
      join
        .onRef('uploadOriginal.uploadId', '=', 'upload.id')
        .on('uploadOriginal.removedAt', 'is', null),
    )
    .selectAll('upload')
    .select('uploadOriginal.bytes as originalBytes')
    .where('memberId', '=', memberId)
    .where('upload.removedAt', 'is', null)
    .orderBy('uploadedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
  if (page.after)
    query = query.where(
      sql<boolean>`(uploaded_at, upload.id) < (${page.after[0]}::timestamptz, ${page.after[1]}::uuid)`,
    )
  return query.execute()
}

async function lockOwn(tx: Tx, memberId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('upload')
    .select('id')
    .where('id', '=', id)
    .where('memberId', '=', memberId)
    .where('removedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

async function markDeleted(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('upload')
    // The name of a file is a text of its owner and goes with it; a picture has none.
    .set({
      removedAt: sql<Date>`house_now()`,
      name: sql<Buffer | null>`substring(name from 1 for 0)`,
    })
    .where('id', '=', id)
    .execute()
}

const AT_ONCE = 100

/**
 * Takes away the files of deleted pictures. A failure is logged and never thrown: the other files go, and
 * the one that is left is tried again by the next run.
 */
export async function dropDeletedFiles(
  context: KeptFiles,
  logger: Pick<Logger, 'error'>,
): Promise<void> {
  try {
    let after: string | null = null
    do {
      const rows = await deletedWithFiles(context.database, after)
      for (const row of rows)
        await dropFilesOf(context, row).catch((error: unknown) => {
          // It would be away for the others, too.
          if (error instanceof StoreAway) throw error
          logger.error(
            { err: error, upload: row.id },
            'files of a deleted picture are left for now',
          )
        })
      after = rows.length === AT_ONCE ? (rows.at(-1)?.id ?? null) : null
    } while (after !== null)
  } catch (error) {
    logger.error({ err: error }, 'files of deleted pictures are left for now')
  }
}

interface KeptFiles {
  database: Database
  files: FileKeeper
  fieldKey: KeyRing
}

interface DeletedFiles {
  id: string
  fileName: string
  originalName: string | null
}

/** Deleted pictures that still have files, behind an id. */
function deletedWithFiles(database: Database, after: string | null): Promise<DeletedFiles[]> {
  let query = database
    .selectFrom('upload')
    .leftJoin('uploadOriginal', 'uploadOriginal.uploadId', 'upload.id')
    .select(['upload.id', 'upload.fileName', 'uploadOriginal.fileName as originalName'])
    .where('upload.removedAt', 'is not', null)
    .where('filesGone', '=', false)
    .orderBy('upload.id')
    .limit(AT_ONCE)
  if (after !== null) query = query.where('upload.id', '>', after)
  return query.execute()
}

async function dropFilesOf(
  { database, files, fieldKey }: KeptFiles,
  { id, fileName, originalName }: DeletedFiles,
): Promise<void> {
  await removeFile(files, fieldKey, fileName)
  if (originalName) {
    await removeFile(files, fieldKey, originalName)
    // It was encrypted anew meanwhile: the next run takes that file away.
    if (!(await markRemoved(database, { uploadId: id, fileName: originalName }))) return
  }
  await database.updateTable('upload').set({ filesGone: true }).where('id', '=', id).execute()
}
