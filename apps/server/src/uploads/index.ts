import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import {
  type Attached,
  casePicturePath,
  type SentFile,
  type UploadAnswer,
  uploadLimits,
  uploadPath,
  uuidOf,
  wireId,
  wireIdOf,
} from '@banyan/domain'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Tx } from '../platform/database/connect.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { success } from '../platform/http/answer.ts'
import type { Auth } from '../platform/http/auth.ts'
import { bearerOf } from '../platform/http/bearer.ts'
import { openLimits } from '../platform/http/limits.ts'
import { type OperatorAuth, operatorOfCall } from '../platform/http/operator-call.ts'
import type { Operator } from '../platform/http/route.ts'
import { sharedCountsOf } from '../platform/http/shared-counts.ts'
import { newUuid } from '../platform/ids.ts'
import type { Module, Platform } from '../platform/module.ts'
import { openQueue } from '../platform/queue.ts'
import { refuse } from '../platform/refused.ts'
import { openSealing } from '../platform/sealing.ts'
import { openCleaner } from './cleaner.ts'
import { openComing } from './coming.ts'
import { openFiles } from './files.ts'
import {
  forCallers,
  openKeptFiles,
  type Place,
  type StoreState,
  storeGauge,
  watchStore,
} from './kept-files.ts'
import { receiveOne } from './one-upload.ts'
import { KEPT_DAYS, openOriginals } from './originals.ts'
import { type AskUses, deleteUnneeded, dropDeletedFiles, ownPictureRoutes } from './own-pictures.ts'
import {
  type DiskLeft,
  diskLeft,
  LEAST_DISK_LEFT,
  memberShare,
  operatorShare,
  refuseBeyondShare,
  type Share,
} from './quota-left.ts'
import type { SealedFiles } from './reseal-files.ts'
import { similarPictures } from './similar-pictures.ts'
import {
  findUpload,
  insertPicture,
  type NamedPictures,
  namedSoftware,
  ownAmong,
  ownPicturesAmong,
  takenUp,
  type UploadRow,
} from './store.ts'
import {
  claimFiles,
  dropUnnamed,
  type NamedAmong,
  namedByUploads,
  notedFiles,
} from './written-files.ts'

export { checkUploads, copyUploads } from './commands.ts'
export { StoreAway } from './keeper.ts'
export type { Place } from './kept-files.ts'
export type { AskUses } from './own-pictures.ts'
export { countFilesSealedOtherwise, dropEarlierFiles, resealFiles } from './reseal-files.ts'
export type { NamedAmong } from './written-files.ts'

/** Opens what uploads keep outside the database, for a rotation of the field key. */
export function openSealedFiles(place: Place): Omit<SealedFiles, 'database' | 'fieldKey'> {
  const { files, comingPath } = openKeptFiles(place)
  return { files, coming: comingPath }
}

export interface Uploads {
  module: Module
  /**
   * The uploads that somebody's text names, pictures first; null where one is not their own, or not of its kind.
   */
  own(reader: Database | Tx, ownerId: string, attached: Attached): Promise<string[] | null>
  /** As `own`, for the pictures of many members. */
  ownPictures(tx: Tx, named: readonly NamedPictures[]): Promise<(string[] | null)[]>
  /** Those of these uploads that are videos or documents, as their readers see them. */
  filesAmong(
    reader: Database | Tx,
    uploadIds: readonly string[],
  ): Promise<ReadonlyMap<string, SentFile>>
  /** What a member's videos and documents are called. */
  fileNames(
    reader: Database | Tx,
    memberId: string,
  ): Promise<readonly { id: string; name: string | null }[]>
  /** Other pictures that are the same file as these, or look the same. */
  similarPictures(
    reader: Database | Tx,
    uploadIds: readonly string[],
  ): Promise<{ uploadId: string; otherId: string; same: boolean }[]>
  /** The programs that the hidden data of these pictures named; the others are left out. */
  namedSoftware(
    reader: Database | Tx,
    uploadIds: readonly string[],
  ): Promise<{ uploadId: string; software: string }[]>
  /** Bytes of a member's pictures, with the originals that are still there. */
  bytesOf(reader: Database | Tx, memberId: string): Promise<number>
  /** Deletes a member's pictures that nothing needs; answers how many are left. */
  deleteUnneeded(memberId: string): Promise<number>
  /** Where other modules keep pictures of their own, made clean in the same way. */
  kept: KeptPictures
  /** Whether the store of uploads can be used; null where the data folder keeps them. */
  storeState(): Promise<StoreState | null>
  /** Ends the process that cleans pictures. */
  close(): Promise<void>
}

/** Whether a member who did not send an upload may see it. */
export type IsVisible = (memberId: string, uploadId: string) => Promise<boolean>

/** Whether an operator may see an upload. */
export type IsVisibleToOperator = (operator: Operator, uploadId: string) => Promise<boolean>

/** Those of these pictures whose originals a case may still need. */
export type IsNeeded = (
  reader: Database | Tx,
  uploadIds: readonly string[],
) => Promise<readonly string[]>

/** The dependencies of the module; the lists are what the modules above add. */
export interface UploadDeps {
  auth: Pick<Auth, 'authenticate'> & OperatorAuth
  visible(): readonly IsVisible[]
  visibleToOperators(): readonly IsVisibleToOperator[]
  neededBy(): readonly IsNeeded[]
  usedIn(): readonly AskUses[]
  named(): readonly NamedAmong[]
}

/** A picture that was made clean and written; its row belongs to the caller's module. */
interface KeptPicture {
  fileName: string
  width: number
  height: number
  bytes: number
  sha256: Buffer
}

/** What another module needs for pictures of its own calls. */
interface KeptPictures {
  /** Lets the calls of a scope take in pictures. */
  accept(app: FastifyInstance): Promise<void>
  /**
   * Receives the one picture of a call and keeps it clean; `save` writes the row that names it, in
   * the transaction that keeps the file.
   */
  receive(
    request: FastifyRequest,
    save: (tx: Tx, picture: KeptPicture) => Promise<void>,
  ): Promise<KeptPicture>
  show(reply: FastifyReply, picture: { mediaType: string; fileName: string }): Promise<FastifyReply>
}

const pictureId = wireId('img')
/** Pictures that wait as files until the one before them is clean; the next is asked to come again. */
const WAITING = 32
/** An upload, as the limits name it: it is no call of the contract's kind. */
const uploadAct = { id: 'uploads.create', money: false, access: 'member' } as const

/**
 * Pictures, videos and documents: taken in, made clean, kept among the server's files, shown to those it concerns only.
 * `left` tells how much of the disk is free.
 */
export function openUploads(
  platform: Platform,
  { auth, visible, visibleToOperators, neededBy, usedIn, named }: UploadDeps,
  left: DiskLeft = diskLeft,
): Uploads {
  const { database, config } = platform
  const { files: kept, store, folderPath, comingPath } = openKeptFiles(config)
  const files = forCallers(notedFiles(kept, database), platform.logger)
  const watched = store && watchStore(store, platform)
  const sealing = openSealing(platform.secrets.fieldKey)
  const coming = openComing(comingPath)
  const cleaner = openCleaner(platform.logger)
  const queued = openQueue(1, WAITING)
  const originals = openOriginals(
    files,
    platform.secrets.fieldKey,
    async (reader, ids) =>
      new Set((await Promise.all(neededBy().map(ask => ask(reader, ids)))).flat()),
  )
  const usesOf: AskUses = async (reader, ids) =>
    (await Promise.all(usedIn().map(ask => ask(reader, ids)))).flat()
  const { fieldKey } = platform.secrets
  const dropFiles = () => dropDeletedFiles({ database, files, fieldKey }, platform.logger)

  const accept = async (app: FastifyInstance) => {
    await app.register(multipart, {
      // One part more than is taken in: it is seen, and refused.
      limits: { files: 2, fields: 1, fieldSize: 1024, fileSize: uploadLimits.maxBytes, parts: 2 },
    })
  }

  const refuseFullDisk = async () => {
    if ((await left(folderPath)) >= LEAST_DISK_LEFT) return
    platform.logger.error('the disk is nearly full: no pictures are taken in')
    refuse('uploadDiskFull')
  }

  /** The file is there before the row that names it; a row never points at nothing. */
  const write = async (bytes: Uint8Array): Promise<string> => {
    const fileName = `${randomBytes(16).toString('hex')}.webp`
    await files.write(fileName, Buffer.from(bytes))
    return fileName
  }

  const receive: KeptPictures['receive'] = async (request, save) => {
    if (!request.isMultipart()) refuse('wrongType')
    await refuseFullDisk()
    const picture = await receiveOne(request, coming, path =>
      queued(async () => {
        const { bytes, width, height } = await cleaner.clean(path)
        const sha256 = createHash('sha256').update(bytes).digest()
        return { fileName: await write(bytes), width, height, bytes: bytes.length, sha256 }
      }),
    )
    await inTransaction(database, async tx => {
      await claimFiles(tx, [picture.fileName])
      await save(tx, picture)
    })
    return picture
  }

  /** `memberId` is the owner: a member, or an operator who answers one. */
  const keep = async (memberId: string, path: string, share: Share): Promise<UploadAnswer> => {
    const picture = await cleaner.clean(path)
    const raw = await readFile(path)
    refuseBeyondShare(await takenUp(database, memberId), raw.length + picture.bytes.length, share)
    const id = newUuid()
    const { width, height, hash, software } = picture
    const fileName = await write(picture.bytes)
    const row = {
      id,
      memberId,
      width,
      height,
      fileName,
      sha256: createHash('sha256').update(raw).digest(),
      mediaType: 'image/webp',
      bytes: picture.bytes.length,
    }
    const original = { mediaType: picture.cameAs, software, bytes: raw.length, keptDays: KEPT_DAYS }
    const sealed = await originals.keep(id, raw)
    await insertPicture(database, row, hash, { ...original, fileName: sealed })
    return { id: wireIdOf('img', id), width, height }
  }

  const show = async (reply: FastifyReply, row: Pick<UploadRow, 'mediaType' | 'fileName'>) =>
    reply
      .header('Content-Type', row.mediaType)
      .header('Content-Security-Policy', 'sandbox')
      .header('Content-Disposition', 'inline')
      .send(await files.read(row.fileName))

  const limits = openLimits(config.rateLimitScale, sharedCountsOf(database))
  const admit = async (request: FastifyRequest, ownerId: string, share: Share) => {
    await limits(uploadAct, request.ip, ownerId)
    if (!request.isMultipart()) refuse('wrongType')
    await refuseFullDisk()
    refuseBeyondShare(await takenUp(database, ownerId), 0, share)
  }
  const sent = openFiles({
    database,
    sealing,
    fieldKey: platform.secrets.fieldKey,
    files,
    coming,
    cleaner,
    queued,
    admit,
    operatorOf: (request, call) => operatorOfCall(auth, request, call),
    memberOf: async request => (await auth.authenticate(bearerOf(request))).memberId,
    isVisible: (memberId, id) => anyTrue(visible().map(check => check(memberId, id))),
    isVisibleToOperator: (operator, id) =>
      anyTrue(visibleToOperators().map(check => check(operator, id))),
  })

  const takeIn = async (request: FastifyRequest, ownerId: string, share: Share) => {
    await admit(request, ownerId, share)
    const kept = (path: string) => queued(() => keep(ownerId, path, share))
    return success(await receiveOne(request, coming, kept))
  }

  const plugin = async (app: FastifyInstance) => {
    await accept(app)
    sent.memberRoutes(app)

    app.post(uploadPath, async request => {
      const { memberId } = await auth.authenticate(bearerOf(request))
      return takeIn(request, memberId, memberShare)
    })

    app.get<{ Params: { id: string } }>(`${uploadPath}/:id`, async (request, reply) => {
      const { memberId } = await auth.authenticate(bearerOf(request))
      if (!pictureId.safeParse(request.params.id).success) refuse('notFound')
      const row = await findUpload(database, uuidOf(request.params.id))
      if (row?.kind !== 'picture') return refuse('notFound')
      if (
        row.memberId !== memberId &&
        !(await anyTrue(visible().map(check => check(memberId, row.id))))
      )
        refuse('notFound')
      return show(reply, row)
    })
  }

  const operatorPlugin = async (app: FastifyInstance) => {
    await accept(app)
    sent.operatorRoutes(app)

    app.post(casePicturePath, async request => {
      const { operatorId } = await operatorOfCall(auth, request, 'operator.upload')
      return takeIn(request, operatorId, operatorShare)
    })

    app.get<{ Params: { id: string } }>(
      `${casePicturePath}/:id/original`,
      async (request, reply) => {
        const operator = await operatorOfCall(auth, request, 'operator.originalPicture')
        if (!pictureId.safeParse(request.params.id).success) refuse('notFound')
        const id = uuidOf(request.params.id)
        if (!(await anyTrue(visibleToOperators().map(check => check(operator, id)))))
          refuse('notFound')
        const original = await originals.read(database, id)
        if (!original) return refuse('notFound')
        // Bytes that nobody has cleaned: to be saved and examined, never drawn by a browser.
        return reply
          .header('Content-Type', 'application/octet-stream')
          .header('Content-Security-Policy', 'sandbox')
          .header(
            'Content-Disposition',
            `attachment; filename="original.${original.mediaType.slice(6)}"`,
          )
          .send(original.bytes)
      },
    )

    app.get<{ Params: { id: string } }>(`${casePicturePath}/:id`, async (request, reply) => {
      const operator = await operatorOfCall(auth, request, 'operator.picture')
      if (!pictureId.safeParse(request.params.id).success) refuse('notFound')
      const row = await findUpload(database, uuidOf(request.params.id))
      const checks = visibleToOperators().map(check => row && check(operator, row.id))
      if (
        row?.kind !== 'picture' ||
        (row.memberId !== operator.operatorId && !(await anyTrue(checks)))
      )
        return refuse('notFound')
      return show(reply, row)
    })
  }

  return {
    module: {
      routes: ownPictureRoutes(database, {
        usesOf,
        dropFiles,
        sealing,
      }),
      plugin,
      operatorPlugin,
      gauges: watched ? [storeGauge(watched.state)] : [],
      ready: async () => watched?.checkAtStart(),
      jobs: [
        {
          name: 'old originals',
          runsIn: 'worker',
          everyMs: 600_000,
          run: async () => {
            await coming.job()
            await originals.job(database)
            await dropFiles()
          },
        },
        {
          name: 'files without a row',
          runsIn: 'worker',
          everyMs: 600_000,
          run: async () => {
            const count = await dropUnnamed(database, kept, [namedByUploads, ...named()])
            if (count > 0)
              platform.logger.info({ count }, 'files that no row names were taken away')
          },
        },
      ],
    },
    own: ownAmong,
    ownPictures: ownPicturesAmong,
    filesAmong: sent.among,
    fileNames: sent.namesOf,
    similarPictures,
    namedSoftware,
    bytesOf: async (reader, memberId) => (await takenUp(reader, memberId)).bytes,
    deleteUnneeded: async memberId => {
      const left = await deleteUnneeded(database, usesOf, memberId)
      await dropFiles()
      return left
    },
    kept: { accept, receive, show },
    storeState: async () => (watched ? watched.state() : null),
    close: async () => {
      store?.close()
      await cleaner.close()
    },
  }
}

const anyTrue = async (checks: (Promise<boolean> | undefined)[]): Promise<boolean> =>
  (await Promise.all(checks)).includes(true)
