import type { AnswerOf, Endpoint, InputOf } from '@banyan/domain'
import { parametersV1 } from '@banyan/economy'
import { sql } from 'kysely'
import { ROOT_MEMBER } from '../identity/index.ts'
import { openNetwork } from '../network/index.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import type { Route } from '../platform/http/route.ts'
import { openMemberModules, type TestMember } from '../testing/members.ts'
import { checkDistribution, type ModuleReach, openDistribution } from './index.ts'

/** Members and this module on a database of its own; the root member is founded and listed. */
export async function openDistributionSystem() {
  const modules = await openMemberModules()
  const { database } = modules.db
  const openWith = (reach: ModuleReach) =>
    openDistribution(modules.platform, {
      reach,
      networkPayOf: async () => new Map(),
      parameters: async () => parametersV1,
    })
  const distribution = openWith(['SG'])
  const network = openNetwork(modules.platform, {
    nicknames: modules.identity.nicknames,
    effectiveAmong: distribution.effectiveAmong,
    parameters: async () => parametersV1,
    remind: async () => {},
  })
  await inTransaction(database, async tx => {
    await network.placeRoot(tx, ROOT_MEMBER)
    await distribution.listInsider(tx, ROOT_MEMBER, 'platform')
  })
  const routes = distribution.module.routes as Route[]

  /** The cut-off of a period, as of now or at another instant. */
  const closeWith = (reach: ModuleReach, period: string, at?: Date) =>
    inTransaction(database, async tx => {
      // Times of the database have microseconds, this one has not: everything done before is before
      // it.
      const cutoff = at ?? new Date((await systemNow(tx)).getTime() + 1)
      await openWith(reach).closeRound(tx, { period, cutoff })
    })

  return {
    modules,
    distribution,
    openWith,
    closeWith,
    close: (period: string, at?: Date) => closeWith(['SG'], period, at),
    breaches: () => checkDistribution(database),

    call: async <E extends Endpoint>(
      endpoint: E,
      by: TestMember,
      input?: InputOf<E>,
    ): Promise<AnswerOf<E>> => {
      const route = routes.find(one => one.endpoint === endpoint)
      if (route?.kind !== 'plain') throw new Error(`no plain route answers ${endpoint.id}`)
      const given = (input ?? {}) as { params?: object; body?: object }
      const answer = await route.handle({
        params: endpoint.params.parse(given.params ?? {}),
        query: {},
        body: endpoint.body.parse(given.body ?? {}),
        caller: by.caller,
        locale: 'en',
        ip: '192.0.2.1',
      })
      return endpoint.answer.parse(answer) as AnswerOf<E>
    },

    /** An address, as the verification module stores one after its code was entered. */
    bindEmail: async ({ memberId }: TestMember): Promise<void> => {
      await database
        .insertInto('memberEmail')
        .values({ memberId, address: Buffer.alloc(32), locale: 'en', boundAt: new Date() })
        .execute()
    },

    /** Puts members under the root, one below the other on the left. */
    place: async (memberIds: readonly string[]): Promise<void> => {
      for (const [i, memberId] of memberIds.entries()) {
        await sql`
          insert into placement (idx, member_id, parent_idx, side, depth, left_chain, right_chain,
            inviter_idx, overdue, final_at)
          values (${i + 1}, ${memberId}, ${i}, 'left', ${i + 1}, 0, ${i + 1}, 0, false, house_now())`.execute(
          database,
        )
      }
    },
  }
}
