import {
  inviteeList,
  networkOverview,
  networkSearch,
  networkTree,
  parseAmount,
  placementPreview,
  setPlacementPreference,
  wireIdOf,
} from '@banyan/domain'
import { parametersV1, placeAll } from '@banyan/economy'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import { changesOf, houseLock, meet, meetInTurn, times, whileHeld } from '../testing/meet.ts'
import { type NetworkFixture, openNetworkFixture } from '../testing/network.ts'
import { remindInviters } from './deadlines.ts'

/** Founded in the morning of the first period; its cut-off is at 16:00 UTC. */
let house: NetworkFixture
beforeEach(async () => {
  house = await openNetworkFixture('2026-03-01T01:00:00Z')
})
afterEach(() => house.shut())

const overview = (memberId: string) => house.call(networkOverview, memberId)
const invitees = async (memberId: string, query: object = {}) =>
  (await house.call(inviteeList, memberId, { query })).items
const inv = (memberId: string) => wireIdOf('inv', memberId)

/** A thread of the sources is a while on its way. */
const patience = { timeout: 50_000, interval: 40 }

/** Waits until the counting thread has seen so many members under the root. */
const counted = (members: number) =>
  expect
    .poll(async () => {
      const { sums } = await overview(house.root)
      return sums && sums.left.members + sums.right.members
    }, patience)
    .toBe(members)

/** Ada, Ben and Cem under the root, all in the tree, Ada to the left. */
async function firstThree() {
  const ada = await house.join('Ada', house.root)
  const ben = await house.join('Ben', house.root)
  const cem = await house.join('Cem', house.root)
  await house.settle('2026-03-08')
  return { ada, ben, cem }
}

describe('a new member', () => {
  test('waits in the list of the inviter and is placed by their choice when nobody asks', async () => {
    const ada = await house.join('Ada', house.root)
    expect(await overview(ada)).toMatchObject({
      state: 'pending',
      placed: null,
      sums: null,
      inviterNickname: 'Root',
      dueAt: expect.stringMatching(/^2026-03-08T01:00/),
    })
    for (const period of ['2026-03-01', '2026-03-07']) expect(await house.settle(period)).toBe(0)
    expect(await house.settle('2026-03-08')).toBe(1)
    expect(await overview(ada)).toMatchObject({
      state: 'placed',
      dueAt: null,
      placed: {
        parentNickname: 'Root',
        side: 'left',
        overdue: true,
        at: '2026-03-08T16:00:00.000Z',
      },
    })
    expect(await house.breaches()).toEqual([])
  })

  test('waits without a deadline while the inviter waits; it runs from when the inviter is final', async () => {
    const ada = await house.join('Ada', house.root)
    const ben = await house.join('Ben', ada)
    expect((await overview(ben)).dueAt).toBeNull()
    await house.settle('2026-03-08')
    expect((await overview(ben)).dueAt).toBe('2026-03-15T16:00:00.000Z')
    expect(await house.settle('2026-03-14')).toBe(0)
    expect(await house.settle('2026-03-15')).toBe(1)
  })

  test('is numbered without a gap, however many join at once', async () => {
    const joining = times(12, i => house.join(`M${i}`, house.root))
    await Promise.all(await meet(house.db, changesOf('invitee'), joining))
    expect(await overview(house.root)).toMatchObject({ invited: 12, waiting: 12 })
    const pages = await house.call(inviteeList, house.root, { query: { limit: '5' } })
    const rest = await house.call(inviteeList, house.root, {
      query: { limit: '10', cursor: pages.nextCursor },
    })
    expect(new Set([...pages.items, ...rest.items].map(one => one.id)).size).toBe(12)
    expect(rest.nextCursor).toBeNull()
  })
})

describe('a request', () => {
  test('is dashed until the settlement, can be moved and withdrawn, and is then for ever', async () => {
    const { ada } = await firstThree()
    const dan = await house.join('Dan', ada)
    const eve = await house.join('Eve', ada)
    expect(await house.place(ada, dan, 'left')).toMatchObject({ state: 'requested', side: 'left' })
    expect(await house.place(ada, dan, 'right')).toMatchObject({ choice: 'right', side: 'right' })
    await house.place(ada, eve, 'left')
    expect(await house.withdraw(ada, eve)).toMatchObject({ state: 'pending', choice: null })
    await expect(house.withdraw(ada, eve)).rejects.toThrow('stale')

    expect(await house.settle('2026-03-09')).toBe(1)
    expect((await house.nodes()).at(-1)).toBe('Dan right of 1')
    await expect(house.place(ada, dan, 'left')).rejects.toThrow('placementFinal')
    await expect(house.withdraw(ada, dan)).rejects.toThrow('placementFinal')
    expect(await house.breaches()).toEqual([])
  })

  test('is made by the inviter alone, and only for the own invitees', async () => {
    const { ada, ben, cem } = await firstThree()
    const dan = await house.join('Dan', ada)
    await expect(house.place(ben, dan, 'left')).rejects.toThrow('notFound')
    await expect(house.withdraw(ben, dan)).rejects.toThrow('notFound')
    // Nobody above, beside or below can be hung under somebody else: there is no such request.
    await expect(house.place(ada, house.root, 'left')).rejects.toThrow('notFound')
    await expect(house.place(ada, ada, 'left')).rejects.toThrow('notFound')
    await expect(house.place(dan, ada, 'left')).rejects.toThrow('notFound')
    await expect(house.place(ada, cem, 'left')).rejects.toThrow('notFound')
  })

  test('goes to the end of the line, behind those whom others have placed there', async () => {
    const { ada } = await firstThree()
    const dan = await house.join('Dan', ada)
    const eve = await house.join('Eve', house.root)
    const fay = await house.join('Fay', ada)
    await house.place(ada, dan, 'left')
    await house.place(house.root, eve, 'left')
    await house.place(ada, fay, 'left')
    await house.settle('2026-03-09')
    expect((await house.nodes()).slice(1)).toEqual([
      'Ada left of 0',
      'Ben right of 0',
      'Cem left of 1',
      'Dan left of 3',
      'Eve left of 4',
      'Fay left of 5',
    ])
  })

  test('of an inviter who is not final waits, and comes right after the inviter', async () => {
    const { ada } = await firstThree()
    const dan = await house.join('Dan', ada)
    const eve = await house.join('Eve', dan)
    await house.place(dan, eve, 'right')
    expect(await house.settle('2026-03-09')).toBe(0)
    // It waits, so it can still be moved.
    expect(await house.place(dan, eve, 'left')).toMatchObject({ state: 'requested' })
    await house.place(ada, dan, 'right')
    expect(await house.settle('2026-03-10')).toBe(2)
    expect((await house.nodes()).slice(-2)).toEqual(['Dan right of 1', 'Eve left of 4'])
  })

  test('made before a cut-off belongs to its run, also before the run has begun', async () => {
    const { ada } = await firstThree()
    const dan = await house.join('Dan', ada)
    await house.place(ada, dan, 'left')
    await house.setNow('2026-03-09T16:00:05Z')
    await expect(house.place(ada, dan, 'right')).rejects.toThrow('placementSettling')
    await expect(house.withdraw(ada, dan)).rejects.toThrow('placementSettling')
    const preferring = house.call(setPlacementPreference, ada, { body: { choice: 'left' } })
    await expect(preferring).rejects.toThrow('placementSettling')
    // Somebody new can be asked for: that is the next run's.
    const eve = await house.join('Eve', ada)
    expect(await house.place(ada, eve, 'left')).toMatchObject({ state: 'requested' })
    await house.close('2026-03-09')
    await expect(house.withdraw(ada, dan)).rejects.toThrow('placementSettling')
    expect(await house.post('2026-03-09')).toBe(1)
    expect(await invitees(ada)).toMatchObject([
      { nickname: 'Eve', state: 'requested' },
      { nickname: 'Dan', state: 'placed', side: 'left' },
    ])
    expect(await overview(ada)).toMatchObject({ invited: 2, waiting: 1, pending: 0 })
  })
})

describe('the automatic side', () => {
  test('is the one with less volume at the last settlement, then with fewer members', async () => {
    const { ada, ben } = await firstThree()
    const fee = (memberId: string, amount: string) => ({ memberId, fee: parseAmount(amount) })
    await inTransaction(house.database, tx =>
      house.network.recordVolumes(tx, '2026-03-09', [fee(ada, '1.5'), fee(ben, '2')]),
    )
    await house.settle('2026-03-09')
    // Cem hangs under Ada: two members to the left, but less volume.
    const dan = await house.join('Dan', house.root)
    const eve = await house.join('Eve', house.root)
    await counted(3)
    const preview = { invitee: inv(dan), choice: 'smaller' }
    expect(await house.call(placementPreview, house.root, { query: preview })).toMatchObject({
      side: 'left',
      ahead: 0,
      parent: { depth: 2, nickname: 'Cem' },
    })
    await house.place(house.root, dan, 'smaller')
    await house.place(house.root, eve, 'smaller')
    await house.settle('2026-03-10')
    expect((await house.nodes()).slice(-2)).toEqual(['Dan left of 3', 'Eve left of 4'])
  })

  test('of the overdue is the one that the inviter has stored', async () => {
    await house.call(setPlacementPreference, house.root, { body: { choice: 'right' } })
    await firstThree()
    expect((await house.nodes()).slice(1)).toEqual([
      'Ada right of 0',
      'Ben right of 1',
      'Cem right of 2',
    ])
  })
})

describe('a run', () => {
  test('has the same facts whenever they are asked for, and stops anywhere', async () => {
    const { ada, ben } = await firstThree()
    for (const [name, inviter] of [...'DEFGHIJ'].map((name, i) => [name, i % 2 ? ada : ben]))
      await house.place(`${inviter}`, await house.join(`${name}`, `${inviter}`), 'smaller')
    await house.setNow('2026-03-09T16:00:01Z')
    await house.close('2026-03-09')
    await house.close('2026-03-09')
    const facts = await house.network.factsOfRun(house.database, '2026-03-09')
    const { placementDays } = parametersV1
    const outcome = { period: '2026-03-09', placed: placeAll(facts), placementDays }
    const some = (limit: number) =>
      inTransaction(house.database, tx => house.network.postPlacements(tx, outcome, limit))
    expect(await some(3)).toBe(3)
    expect(await house.network.factsOfRun(house.database, '2026-03-09')).toEqual(facts)
    expect(await house.breaches()).toEqual([])
    // Killed in the middle of a chunk: nothing of it is there.
    const killed = inTransaction(house.database, async tx => {
      await house.network.postPlacements(tx, outcome, 2)
      throw new Error('the power is out')
    })
    await expect(killed).rejects.toThrow('the power is out')
    // Two nodes at once go on with it: each place is given once.
    const nodes = [1, 2].map(chunk => () => house.post('2026-03-09', chunk))
    const counts = await Promise.all(await meet(house.db, houseLock('placementIndex'), nodes))
    expect(counts.reduce((a, b) => a + b)).toBe(4)
    expect(await some(9)).toBe(0)
    expect(await house.network.factsOfRun(house.database, '2026-03-09')).toEqual(facts)
    expect(await house.nodes()).toHaveLength(11)
    expect(await house.breaches()).toEqual([])
  })

  test('and a request at the same instant: it is wholly in the run or wholly in the next', async () => {
    const { ada } = await firstThree()
    const names = Array.from({ length: 16 }, (_, i) => `M${i}`)
    const ids = await Promise.all(names.map(name => house.join(name, ada)))
    const places = ids.map(id => () => house.place(ada, id, 'left'))
    await house.setNow('2026-03-09T15:59:59Z')
    // Those before the cut-off have read the time and are slow to commit; the others come behind it.
    const asked = await whileHeld(house.db, changesOf('outbox'), async held => {
      const early = places.slice(0, 8).map(place => held.begin(place))
      await held.waiters(8)
      await house.setNow('2026-03-09T16:00:01Z')
      const closing = held.begin(() => house.close('2026-03-09'))
      await held.waiters(9)
      const late = places.slice(8).map(place => held.begin(place))
      await held.waiters(17)
      return [...early, closing, ...late]
    })
    await Promise.all(asked)
    expect((await house.network.factsOfRun(house.database, '2026-03-09')).requests).toHaveLength(8)
    expect(await house.post('2026-03-09')).toBe(8)
    expect(await house.settle('2026-03-10')).toBe(8)
    expect(await house.breaches()).toEqual([])
  })

  test('gives 50 requests for one end their own places, in the order of the requests', async () => {
    const { ada } = await firstThree()
    const ids = await Promise.all(Array.from({ length: 50 }, (_, i) => house.join(`M${i}`, ada)))
    const places = ids.map(id => () => house.place(ada, id, 'left'))
    await Promise.all(await meet(house.db, changesOf('outbox'), places, { waiting: 20 }))
    const order = await house.database
      .selectFrom('invitee')
      .select('memberId')
      .where('state', '=', 'requested')
      .orderBy('requestedAt')
      .orderBy('memberId')
      .execute()
    expect(await house.settle('2026-03-09')).toBe(50)
    const line = await house.database
      .selectFrom('placement')
      .select(['memberId', 'idx', 'parentIdx'])
      .where('idx', '>', 3)
      .orderBy('idx')
      .execute()
    expect(line.map(node => node.memberId)).toEqual(order.map(row => row.memberId))
    expect(line.every((node, i) => node.parentIdx === (i === 0 ? 3 : node.idx - 1))).toBe(true)
    expect(await house.breaches()).toEqual([])
  })

  test('takes two requests of one inviter for one user as one: the later one counts', async () => {
    const { ada } = await firstThree()
    const dan = await house.join('Dan', ada)
    const places = (['left', 'right'] as const).map(side => () => house.place(ada, dan, side))
    const own = `select from invitee where member_id = '${dan}' for update`
    await Promise.all(await meetInTurn(house.db, own, places))
    expect(await house.settle('2026-03-09')).toBe(1)
    expect((await house.nodes()).filter(line => line.startsWith('Dan'))).toEqual([
      expect.stringMatching(/^Dan right of/),
    ])
  })
})

describe('a placement', () => {
  test.each([
    "update placement set side = 'right' where idx = 1",
    'update placement set parent_idx = 0 where idx = 3',
    'delete from placement where idx = 3',
    'truncate placement cascade',
    'update volume_event set fee = fee + 1',
    'delete from placement_candidate',
  ])('is for ever, for the owner of the database too: %s', async statement => {
    const { ada } = await firstThree()
    await inTransaction(house.database, tx =>
      house.network.recordVolumes(tx, '2026-03-09', [{ memberId: ada, fee: 1n }]),
    )
    await expect(house.db.owner.query(statement)).rejects.toThrow('for ever')
    await expect(house.db.pool.query(statement)).rejects.toThrow('permission denied')
  })

  test('has one member on each side, and the inviter of an account is no column to change', async () => {
    await firstThree()
    const again = `insert into placement (idx, member_id, parent_idx, side, depth, left_chain, right_chain, inviter_idx, overdue, final_at)
      values (4, gen_random_uuid(), 0, 'left', 1, 0, 4, 0, false, now())`
    await expect(house.db.owner.query(again)).rejects.toThrow('placement_parent_idx_side_key')
    const behind = again.replace('(4, gen_random_uuid(), 0', '(4, gen_random_uuid(), 4')
    await expect(house.db.owner.query(behind)).rejects.toThrow('check constraint')
    const changed = house.db.pool.query('update invitee set inviter_id = gen_random_uuid()')
    await expect(changed).rejects.toThrow('permission denied')
  })
})

describe('what stands under a member', () => {
  test('is counted and summed for each region, the whole depth', async () => {
    const { ada, ben, cem } = await firstThree()
    await inTransaction(house.database, tx =>
      house.network.recordVolumes(tx, '2026-03-09', [
        { memberId: ada, fee: parseAmount('100') },
        { memberId: cem, fee: parseAmount('50') },
        { memberId: ben, fee: parseAmount('80') },
      ]),
    )
    await house.settle('2026-03-09')
    await house.settle('2026-03-10')
    // E8 of the rule book: 150 and 80 without decay.
    const shown = async () => (await overview(house.root)).sums
    await expect.poll(shown, patience).toMatchObject({
      left: { total: '150', added: '0', members: 2 },
      right: { total: '80', added: '0', members: 1 },
      team: '230',
      referral: '230',
    })
    expect((await overview(ada)).sums).toMatchObject({
      team: '150',
      referral: '0',
      left: { total: '50', members: 1 },
    })
    expect((await invitees(house.root)).map(one => one.volume)).toEqual(['50', '80', '100'])
  })

  test('shows what the last settlement added, and is the same after a restart', async () => {
    const { ada, ben } = await firstThree()
    const credit = (period: string, memberId: string, amount: string) =>
      inTransaction(house.database, tx =>
        house.network.recordVolumes(tx, period, [{ memberId, fee: parseAmount(amount) }]),
      )
    await credit('2026-03-09', ada, '7')
    await house.settle('2026-03-09')
    await credit('2026-03-10', ben, '5')
    await credit('2026-03-10', ben, '5')
    await house.settle('2026-03-10')
    // A run under way has recorded some already: not shown before its placements are all there.
    await credit('2026-03-11', ada, '1000')
    const other = house.openNode()
    const expected = {
      left: { total: '7', added: '0', members: 2 },
      right: { total: '5', added: '5', members: 1 },
    }
    const sums = (at?: typeof other) => async () =>
      (await house.call(networkOverview, house.root, {}, at)).sums
    await expect.poll(sums(), patience).toMatchObject(expected)
    await expect.poll(sums(other), patience).toMatchObject(expected)
    await other.close()
  })

  test('refuses volume of somebody who is not in the tree', async () => {
    const ada = await house.join('Ada', house.root)
    const recording = inTransaction(house.database, tx =>
      house.network.recordVolumes(tx, '2026-03-01', [{ memberId: ada, fee: 1n }]),
    )
    await expect(recording).rejects.toThrow('no place')
  })

  test('is named three levels deep, found by name there, and is nothing but the own subtree', async () => {
    const { ada } = await firstThree()
    let inviter = ada
    for (const [i, name] of ['Dan', 'Eve', 'Fay'].entries()) {
      const next = await house.join(name, inviter)
      await house.place(inviter, next, 'right')
      await house.settle(`2026-03-${String(9 + i).padStart(2, '0')}`)
      inviter = next
    }
    await counted(6)
    const { nodes, ends } = await house.call(networkTree, house.root)
    const drawn = nodes.map(node => `${node.path} ${node.nickname} ${node.left?.members}`)
    expect(drawn).toEqual([' Root 5', 'l Ada 1', 'r Ben 0', 'll Cem 0', 'lr Dan 0', 'lrr Eve 0'])
    expect(ends).toEqual({
      left: { depth: 2, nickname: 'Cem' },
      right: { depth: 1, nickname: 'Ben' },
    })
    const deeper = await house.call(networkTree, house.root, { query: { path: 'lrr' } })
    expect(deeper.nodes.map(node => [node.path, node.nickname])).toEqual([
      ['lrr', 'Eve'],
      ['lrrr', null],
    ])
    const search = async (memberId: string, nickname: string) =>
      (await house.call(networkSearch, memberId, { query: { nickname } })).items
    expect(await search(house.root, 'eVE')).toEqual([{ path: 'lrr', nickname: 'Eve' }])
    expect(await search(house.root, 'Fay')).toEqual([])
    expect(await search(ada, 'Fay')).toEqual([{ path: 'rrr', nickname: 'Fay' }])
    expect(await search(ada, 'Root')).toEqual([])
    await expect(house.call(networkTree, house.root, { query: { path: 'rl' } })).rejects.toThrow(
      'notFound',
    )
  })
})

test('inviters are reminded once, two days before the deadline', async () => {
  await house.join('Ada', house.root)
  await house.setNow('2026-03-01T02:00:00Z')
  await house.join('Bea', house.root)
  const letters: [string, string][] = []
  const remind = () =>
    remindInviters(house.database, {
      parameters: async () => parametersV1,
      remind: async (_, inviterId, firstDueAt) => {
        letters.push([inviterId, firstDueAt.toISOString()])
      },
    })
  await house.setNow('2026-03-06T00:59:00Z')
  expect(await remind()).toBe(0)
  await house.setNow('2026-03-06T02:01:00Z')
  expect(await remind()).toBe(2)
  expect(await remind()).toBe(0)
  expect(letters).toEqual([[house.root, expect.stringMatching(/^2026-03-08T01:00/)]])
  expect(await overview(house.root)).toMatchObject({ dueSoon: 2, pending: 2, waiting: 2 })
})
