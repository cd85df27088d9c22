import { sql } from 'kysely'
import { inTransaction } from '../platform/database/transaction.ts'
import { openEconomy } from '../testing/economy.ts'

/** The small economy with network pay on and the root in its tree; cut-offs are at 16:00 UTC. */
export async function openCommunity(foundedAt: string) {
  const reach = ['SG']
  const system = await openEconomy(foundedAt, { reach })
  const node = system.openNode({ reach })
  const { database, db } = system
  const first = database.selectFrom('member').select('id').where('inviterId', 'is', null)
  const root = (await first.executeTakeFirstOrThrow()).id
  await inTransaction(database, tx => node.network.placeRoot(tx, root))
  return {
    system,
    node,
    root,

    /** A member with this inviter, with an e-mail address and 1,000 USDT. */
    invite: async (inviterId: string): Promise<string> => {
      const memberId = await system.addMember('1000')
      await db.owner.query('update member set inviter_id = $1 where id = $2', [inviterId, memberId])
      await inTransaction(database, tx => node.network.welcome(tx, { memberId, inviterId }))
      await database
        .insertInto('memberEmail')
        .values({ memberId, address: Buffer.alloc(32), locale: 'en', boundAt: new Date(0) })
        .execute()
      return memberId
    },

    /** Requests a place, as the inviter does. */
    ask: (memberId: string, choice: 'left' | 'right') =>
      sql`update invitee set state = 'requested', choice = ${choice}, requested_at = house_now()
        where member_id = ${memberId}::uuid`.execute(database),

    /** Makes a member a distributed member from the beginning. */
    distribute: async (memberId: string): Promise<void> => {
      await database
        .insertInto('distributedMember')
        .values({ memberId, state: 'active', since: new Date(0) })
        .execute()
      await database
        .insertInto('distributedEvent')
        .values({
          id: memberId,
          memberId,
          event: 'accept',
          actor: 'settlement',
          at: new Date(0),
          fromState: 'applied',
          toState: 'active',
        })
        .execute()
    },

    /** Settles what is due at an instant; returns the number of periods. */
    settleBy: async (instant: string): Promise<number> => {
      await system.setNow(instant)
      return node.treasury.settleDue()
    },

    close: async (): Promise<void> => {
      await node.network.close()
      await db.close()
    },
  }
}
