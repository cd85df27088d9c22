import {
  type NoticePictureAnswer,
  noticeLimits,
  noticePicturePath,
  operatorNoticePicturePath,
  uuidOf,
  wireId,
  wireIdOf,
} from '@banyan/domain'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database, Tx } from '../platform/database/connect.ts'
import { success } from '../platform/http/answer.ts'
import type { Auth } from '../platform/http/auth.ts'
import { bearerOf } from '../platform/http/bearer.ts'
import { type OperatorAuth, operatorOfCall } from '../platform/http/operator-call.ts'
import { newUuid } from '../platform/ids.ts'
import { refuse } from '../platform/refused.ts'
import type { RecordAct } from './operator-routes.ts'
import { countPictures, findPicture, insertPicture, isPublished } from './store.ts'

/** Stores and returns pictures; the uploads module cleans them. */
export interface PictureKeeping {
  accept(app: FastifyInstance): Promise<void>
  receive(
    request: FastifyRequest,
    save: (
      tx: Tx,
      kept: { fileName: string; width: number; height: number; bytes: number; sha256: Buffer },
    ) => Promise<void>,
  ): Promise<{ width: number; height: number }>
  show(reply: FastifyReply, picture: { mediaType: string; fileName: string }): Promise<FastifyReply>
}

interface PictureContext {
  auth: Pick<Auth, 'authenticate'> & OperatorAuth
  pictures: PictureKeeping
  recordAct: RecordAct
}

const pictureId = wireId('npic')
type WithId = FastifyRequest<{ Params: { id: string } }>

/** Pictures of notices: operators upload them, members can read those of published notices. */
export function noticePictureCalls(database: Database, context: PictureContext) {
  const { auth, pictures, recordAct } = context

  const pictureOf = async (request: WithId) => {
    if (!pictureId.safeParse(request.params.id).success) refuse('notFound')
    return (await findPicture(database, uuidOf(request.params.id))) ?? refuse('notFound')
  }

  const ofOperators = async (app: FastifyInstance) => {
    await pictures.accept(app)

    app.post(operatorNoticePicturePath, async request => {
      const operator = await operatorOfCall(auth, request, 'operator.uploadNoticePicture')
      const max = noticeLimits.pictures
      if ((await countPictures(database)) >= max) refuse('noticePicturesFull', { max })
      const id = newUuid()
      const object = wireIdOf('npic', id)
      const { width, height } = await pictures.receive(request, async (tx, kept) => {
        const uploadedBy = operator.operatorId
        await insertPicture(tx, { ...kept, id, mediaType: 'image/webp', uploadedBy })
        await recordAct(tx, operator, { action: 'upload notice picture', object })
      })
      return success({ id: object, width, height } satisfies NoticePictureAnswer)
    })

    app.get(`${operatorNoticePicturePath}/:id`, async (request: WithId, reply) => {
      await operatorOfCall(auth, request, 'operator.noticePicture')
      return pictures.show(reply, await pictureOf(request))
    })
  }

  const ofMembers = async (app: FastifyInstance) => {
    app.get(`${noticePicturePath}/:id`, async (request: WithId, reply) => {
      await auth.authenticate(bearerOf(request))
      const picture = await pictureOf(request)
      if (!(await isPublished(database, picture.id))) refuse('notFound')
      return pictures.show(reply, picture)
    })
  }

  return { ofOperators, ofMembers }
}
