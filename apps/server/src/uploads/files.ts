import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  type FileKind,
  fileLimits,
  filePath,
  operatorFilePath,
  type SentFile,
  uuidOf,
  wireId,
  wireIdOf,
} from '@banyan/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { kindOf } from '../files/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import { success } from '../platform/http/answer.ts'
import type { Operator } from '../platform/http/route.ts'
import { newUuid } from '../platform/ids.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import { Refused, refuse } from '../platform/refused.ts'
import { openUnlessErased, type Sealing } from '../platform/sealing.ts'
import type { Cleaner } from './cleaner.ts'
import type { Bound, Coming } from './coming.ts'
import { shownName } from './file-name.ts'
import type { FileKeeper } from './keeper.ts'
import { receiveOne, type Taking } from './one-upload.ts'
import { memberShare, operatorShare, refuseBeyondShare, type Share } from './quota-left.ts'
import { rangeOf } from './range.ts'
import { keyFor, openedFile, sealedName, sealFile } from './sealed-file.ts'
import { filesAmong, filesOf, findUpload, insertFile, takenUp, type UploadRow } from './store.ts'

const MB = 1024 ** 2
const bounds: Readonly<Record<FileKind, Bound>> = {
  video: {
    most: fileLimits.maxVideoBytes,
    refused: () => new Refused('videoTooLarge', { max: fileLimits.maxVideoBytes / MB }),
  },
  document: {
    most: fileLimits.maxDocumentBytes,
    refused: () => new Refused('documentTooLarge', { max: fileLimits.maxDocumentBytes / MB }),
  },
}
const oneFile: Taking = {
  bound: bounds.video,
  boundOf: head => bounds[kindOf(head) ?? refuse('fileNotTaken')],
  nothing: 'fileNotTaken',
}

const mediaTypes: Readonly<Record<FileKind, string>> = {
  // QuickTime is a dialect of it, and browsers play it only under this name.
  video: 'video/mp4',
  document: 'application/pdf',
}
const fileId = wireId('fil')

/** What the videos and documents of an account need of the module that keeps them. */
export interface FilesContext {
  database: Database
  sealing: Sealing
  fieldKey: KeyRing
  files: FileKeeper
  coming: Coming
  cleaner: Cleaner
  queued: <T>(work: () => Promise<T>) => Promise<T>
  /** Refuses where a call comes too often, the disk is nearly full, or the account has no space left. */
  admit(request: FastifyRequest, ownerId: string, share: Share): Promise<void>
  memberOf(request: FastifyRequest): Promise<string>
  /** The operator who asks; refuses other roles, and writes that down. */
  operatorOf(request: FastifyRequest, call: string): Promise<Operator>
  isVisible(memberId: string, uploadId: string): Promise<boolean>
  isVisibleToOperator(operator: Operator, uploadId: string): Promise<boolean>
}

/** Videos and documents: taken in, checked, kept sealed, shown to those whom they concern. */
export function openFiles(context: FilesContext) {
  const { database, files, fieldKey, coming, cleaner, queued, sealing } = context
  const underWay = new Map<string, number>()

  /** Keeps one more of an owner's under way; refuses beyond what they may have at once. */
  const begin = (ownerId: string) => {
    const before = underWay.get(ownerId) ?? 0
    if (before >= fileLimits.atOnce) refuse('filesUnderWay', { max: fileLimits.atOnce })
    underWay.set(ownerId, before + 1)
    return () => {
      const left = (underWay.get(ownerId) ?? 1) - 1
      if (left === 0) underWay.delete(ownerId)
      else underWay.set(ownerId, left)
    }
  }

  const keep = async (
    memberId: string,
    { path, given }: { path: string; given: string },
    share: Share,
  ): Promise<SentFile> => {
    const { size: bytes } = await stat(path)
    refuseBeyondShare(await takenUp(database, memberId), bytes, share)
    // Of what came in: the same file is the same however it is cleaned.
    const sha256 = createHash('sha256')
    await pipeline(createReadStream(path), sha256)
    const { kind, seconds } = await cleaner.check(path)
    const id = newUuid()
    const { version, key } = fieldKey.current
    const fileName = sealedName(version)
    const sealed = `${path}.sealed`
    try {
      await sealFile(key, createReadStream(path), sealed, { id, bytes })
      await files.write(fileName, { path: sealed })
    } finally {
      await rm(sealed, { force: true })
    }
    const name = shownName(given, kind)
    const row = {
      id,
      memberId,
      kind,
      seconds,
      bytes,
      fileName,
      mediaType: mediaTypes[kind],
      sha256: sha256.digest(),
      name: sealing.seal(name, namePlace(id)),
    }
    // The file is there before the row that names it; without the row it is taken away a day later.
    await insertFile(database, row)
    return { id: wireIdOf('fil', id), kind, name, bytes, seconds }
  }

  const takeIn = async (request: FastifyRequest, ownerId: string, share: Share) => {
    await context.admit(request, ownerId, share)
    const end = begin(ownerId)
    try {
      const kept = (path: string, given: string) =>
        queued(() => keep(ownerId, { path, given }, share))
      return success(await receiveOne(request, coming, kept, oneFile))
    } finally {
      end()
    }
  }

  const show = async (request: FastifyRequest, reply: FastifyReply, row: UploadRow) => {
    const { id, bytes, mediaType, kind } = row
    const asked = rangeOf(request.headers.range, bytes)
    if (asked === 'beyond')
      return reply.status(416).header('Content-Range', `bytes */${bytes}`).send('')
    const part = asked === 'whole' ? { from: 0, to: bytes - 1 } : asked
    const name = row.fileName
    const opened = openedFile(keyFor(fieldKey, name), { files, name }, { id, bytes }, part)
    // One that was changed where it lies is a fault of the answer, not the half of one.
    const first = await opened.next()
    reply
      .header('Content-Type', mediaType)
      .header('Content-Security-Policy', "sandbox; default-src 'none'")
      // A document is for a program of its own; a browser's reader would run beside the app.
      .header('Content-Disposition', kind === 'document' ? 'attachment' : 'inline')
      .header('Accept-Ranges', 'bytes')
      .header('Content-Length', part.to - part.from + 1)
    if (asked !== 'whole')
      reply.status(206).header('Content-Range', `bytes ${part.from}-${part.to}/${bytes}`)
    return reply.send(Readable.from(withFirst(first.value, opened)))
  }

  /** A file that is there, if this caller may see it. */
  const visibleRow = async (
    request: FastifyRequest,
    ownerId: string,
    isVisible: (id: string) => Promise<boolean>,
  ): Promise<UploadRow> => {
    const { id = '' } = request.params as { id?: string }
    if (!fileId.safeParse(id).success) refuse('notFound')
    const row = await findUpload(database, uuidOf(id))
    if (!row || row.kind === 'picture') return refuse('notFound')
    return row.memberId === ownerId || (await isVisible(row.id)) ? row : refuse('notFound')
  }

  const bodyMs = { config: { bodyMs: fileLimits.maxMs } }
  const memberRoutes = (app: FastifyInstance) => {
    app.post(filePath, bodyMs, async request =>
      takeIn(request, await context.memberOf(request), memberShare),
    )
    app.get(`${filePath}/:id`, async (request, reply) => {
      const memberId = await context.memberOf(request)
      const row = await visibleRow(request, memberId, id => context.isVisible(memberId, id))
      return show(request, reply, row)
    })
  }
  const operatorRoutes = (app: FastifyInstance) => {
    app.post(operatorFilePath, bodyMs, async request => {
      const { operatorId } = await context.operatorOf(request, 'operator.uploadFile')
      return takeIn(request, operatorId, operatorShare)
    })
    app.get(`${operatorFilePath}/:id`, async (request, reply) => {
      const operator = await context.operatorOf(request, 'operator.file')
      const row = await visibleRow(request, operator.operatorId, id =>
        context.isVisibleToOperator(operator, id),
      )
      return show(request, reply, row)
    })
  }

  return {
    memberRoutes,
    operatorRoutes,
    /** What a member's videos and documents are called. */
    namesOf: async (reader: Database | Tx, memberId: string) =>
      (await filesOf(reader, memberId)).map(row => ({ id: row.id, name: nameOf(sealing, row) })),
    /** Those of these uploads that are files, as their readers see them. */
    among: async (
      reader: Database | Tx,
      uploadIds: readonly string[],
    ): Promise<ReadonlyMap<string, SentFile>> =>
      new Map(
        (await filesAmong(reader, uploadIds)).map(row => [
          row.id,
          {
            id: wireIdOf('fil', row.id),
            kind: row.kind as FileKind,
            bytes: row.bytes,
            seconds: row.seconds,
            name: nameOf(sealing, row) ?? '',
          },
        ]),
      ),
  }
}

async function* withFirst(first: Buffer | undefined, rest: AsyncIterable<Buffer>) {
  if (first) yield first
  yield* rest
}

const namePlace = (uploadId: string): string => `file name ${uploadId}`

/** The name of a file; null for a picture, empty once it is deleted. */
export const nameOf = (
  sealing: Sealing,
  { id, name }: { id: string; name: Buffer | null },
): string | null => name && openUnlessErased(sealing, name, namePlace(id))
