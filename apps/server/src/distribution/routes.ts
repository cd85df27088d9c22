import * as domain from '@banyan/domain'
import type { Parameters } from '@banyan/economy'
import type { Database } from '../platform/database/connect.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { KeyRing } from '../platform/key-ring.ts'
import { effectiveAmong, effectiveInvitees } from './effective.ts'
import { insiders, type NetworkPayOf } from './insiders.ts'
import { appeal, apply, conditionsOf, leave, sign } from './members.ts'
import { presentInsider, presentStatus } from './present.ts'
import { answer, open } from './quiz.ts'
import { type ModuleReach, reaches } from './round.ts'
import { distributedOf, type Reader } from './store.ts'

/** The dependencies of this module's endpoints. `keys` name the options of a quiz. */
export interface DistributionContext {
  database: Database
  reach: ModuleReach
  keys: KeyRing
  /** The numbers of the rule book in force. */
  parameters(reader: Reader): Promise<Parameters>
  networkPayOf: NetworkPayOf
}

/** The endpoints for becoming, being and ceasing to be a distributed member. */
export function distributionRoutes(context: DistributionContext): Route[] {
  const { database, keys, parameters, networkPayOf } = context
  const statusOf = (memberId: string) => status(context, memberId)
  return [
    route(domain.distributionStatus, ({ caller }) => statusOf(caller.memberId)),
    route(domain.openQuiz, ({ caller: { memberId }, locale }) =>
      inTransaction(database, async tx =>
        open(tx, { memberId, locale, keys, p: await parameters(tx) }),
      ),
    ),
    route(domain.answerQuiz, ({ caller: { memberId }, params, body, locale }) => {
      const attemptId = domain.uuidOf(params.id)
      const given = { memberId, attemptId, answers: body.answers, locale, keys }
      return inTransaction(database, async tx => answer(tx, { ...given, p: await parameters(tx) }))
    }),
    route(domain.signConduct, async ({ caller: { memberId }, body, locale }) => {
      await inTransaction(database, tx => sign(tx, memberId, { ...body, locale }))
      return statusOf(memberId)
    }),
    route(domain.applyDistributed, async ({ caller: { memberId } }) => {
      await inTransaction(database, async tx => apply(tx, memberId, await parameters(tx)))
      return statusOf(memberId)
    }),
    route(domain.leaveDistributed, async ({ caller: { memberId } }) => {
      await inTransaction(database, tx => leave(tx, memberId))
      return statusOf(memberId)
    }),
    route(domain.appealSuspension, async ({ caller: { memberId }, body }) => {
      await inTransaction(database, tx => appeal(tx, memberId, body.text))
      return statusOf(memberId)
    }),
    route(domain.insiderList, async () => ({
      items: (await insiders(database, networkPayOf)).map(presentInsider),
    })),
  ]
}

async function status(
  { database: reader, reach, parameters }: DistributionContext,
  memberId: string,
): Promise<domain.DistributedStatus> {
  const now = await systemNow(reader)
  const p = await parameters(reader)
  const conditions = await conditionsOf(reader, memberId, now, p)
  return presentStatus({
    row: await distributedOf(reader, memberId),
    conditions,
    now,
    p,
    moduleOn: reaches(reach, conditions.country),
    effective: (await effectiveAmong(reader, [memberId])).has(memberId),
    effectiveInvitees: await effectiveInvitees(reader, memberId),
  })
}
