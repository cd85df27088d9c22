import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import { meetInTurn, times } from '../testing/meet.ts'
import { type NetworkFixture, openNetworkFixture } from '../testing/network.ts'
import { takeDueSoon } from './store.ts'

let system: NetworkFixture
beforeEach(async () => {
  system = await openNetworkFixture('2026-03-01T01:00:00Z')
})
afterEach(async () => {
  expect(await system.breaches()).toEqual([])
  await system.shut()
})

const invitee = (memberId: string) =>
  `select from invitee where member_id = '${memberId}' for update`

describe('of two at once', () => {
  test('a request is withdrawn once', async () => {
    const ada = await system.join('Ada', system.root)
    await system.place(system.root, ada, 'left')
    const withdrawing = times(2, () => system.withdraw(system.root, ada))
    const going = await meetInTurn(system.db, invitee(ada), withdrawing)
    const ended = await Promise.allSettled(going)
    expect(ended.map(one => (one.status === 'rejected' ? String(one.reason) : 'done'))).toEqual([
      'done',
      expect.stringContaining('stale'),
    ])
  })

  test('one worker reminds, and the other neither waits nor reminds again', async () => {
    await system.join('Ada', system.root)
    await system.setNow('2026-03-06T02:00:00Z')
    const due = { noticeDays: 2, limit: 10 }
    await inTransaction(system.database, async first => {
      expect(await takeDueSoon(first, due)).toHaveLength(1)
      const second = inTransaction(system.database, async tx => {
        await sql`set local lock_timeout = '20s'`.execute(tx)
        return takeDueSoon(tx, due)
      })
      expect(await second).toEqual([])
    })
  })
})

describe('the pages concerned are notified', () => {
  const newsOf = async (act: () => Promise<unknown>): Promise<Set<string | null>> => {
    const read = () =>
      system.database.selectFrom('outbox').select(['memberId', 'topic']).orderBy('xid').execute()
    const before = (await read()).length
    await act()
    return new Set((await read()).slice(before).map(one => `${one.topic} of ${one.memberId}`))
  }
  const of = (...members: string[]) => new Set(members.map(one => `network of ${one}`))

  test('of new members, of requests and of places', async () => {
    const { root } = system
    let ada = ''
    expect(
      await newsOf(async () => {
        ada = await system.join('Ada', root)
      }),
    ).toEqual(of(root))
    expect(await newsOf(() => system.place(root, ada, 'left'))).toEqual(of(root, ada))
    expect(await newsOf(() => system.withdraw(root, ada))).toEqual(of(root, ada))
    await system.place(root, ada, 'left')
    expect(await newsOf(() => system.settle('2026-03-01'))).toEqual(of(root, ada))
  })
})

test('the founding starts the deadlines of those whom the root invited, and of nobody else', async () => {
  const { root, database } = system
  const ada = await system.join('Ada', root)
  const ben = await system.join('Ben', ada)
  await system.db.owner.query(`
    alter table placement disable trigger all; delete from placement; alter table placement enable trigger all;
    update invitee set due_at = null`)
  await inTransaction(database, tx => system.network.placeRoot(tx, root))
  const due = await database
    .selectFrom('invitee')
    .select(['memberId', 'dueAt'])
    .orderBy('registeredAt')
    .execute()
  expect(due).toEqual([
    { memberId: ada, dueAt: expect.any(Date) },
    { memberId: ben, dueAt: null },
  ])
})
