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
import { changesOf, meet, meetInTurn, systemLock, times, whileHeld } from '../testing/meet.ts'
import { type NetworkFixture, openNetworkFixture } from '../testing/network.ts'
import { remindInviters } from './deadlines.ts'

/** Founded in the morning of the first period; its cut-off is at 16:00 UTC. */
let system: NetworkFixture
beforeEach(async () => {
  system = await openNetworkFixture('2026-03-01T01:00:00Z')
})
afterEach(() => system.shut())

const overview = (memberId: string) => system.call(networkOverview, memberId)
const invitees = async (memberId: string, query: object = {}) =>
  (await system.call(inviteeList, memberId, { query })).items
const inv = (memberId: string) => wireIdOf('inv', memberId)

/** Starting a thread from the sources takes a while. */
const patience = { timeout: 50_000, interval: 40 }

/** Waits until the worker thread has seen this many members under the root. */
const counted = (members: number) =>
  expect
    .poll(async () => {
      const { sums } = await overview(system.root)
      return sums && sums.left.members + sums.right.members
    }, patience)
    .toBe(members)

/** Ada, Ben and Cem under the root, all in the tree, Ada to the left. */
async function firstThree() {
  const ada = await system.join('Ada', system.root)
  const ben = await system.join('Ben', system.root)
  const cem = await system.join('Cem', system.root)
  await system.settle('2026-03-08')
  return { ada, ben, cem }
}

describe('a new member', () => {
  test('waits in the list of the inviter and is placed by their stored choice when nobody asks', async () => {
    const ada = await system.join('Ada', system.root)
    expect(await overview(ada)).toMatchObject({
      state: 'pending',
      placed: null,
      sums: null,
      inviterNickname: 'Root',
      dueAt: expect.stringMatching(/^2026-03-08T01:00/),
    })
    for (const period of ['2026-03-01', '2026-03-07']) expect(await system.settle(period)).toBe(0)
    expect(await system.settle('2026-03-08')).toBe(1)
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
    expect(await system.breaches()).toEqual([])
  })

  test('waits without a deadline while the inviter waits; it starts when the inviter is final', async () => {
    const ada = await system.join('Ada', system.root)
    const ben = await system.join('Ben', ada)
    expect((await overview(ben)).dueAt).toBeNull()
    await system.settle('2026-03-08')
    expect((await overview(ben)).dueAt).toBe('2026-03-15T16:00:00.000Z')
    expect(await system.settle('2026-03-14')).toBe(0)
    expect(await system.settle('2026-03-15')).toBe(1)
  })

  test('gets a number without a gap, however many join at once', async () => {
    const joining = times(12, i => system.join(`M${i}`, system.root))
    await Promise.all(await meet(system.db, changesOf('invitee'), joining))
    expect(await overview(system.root)).toMatchObject({ invited: 12, waiting: 12 })
    const pages = await system.call(inviteeList, system.root, { query: { limit: '5' } })
    const rest = await system.call(inviteeList, system.root, {
      query: { limit: '10', cursor: pages.nextCursor },
    })
    const all = [...pages.items, ...rest.items].map(one => one.id)
    expect([all.length, new Set(all).size]).toEqual([12, 12])
    expect(rest.nextCursor).toBeNull()
  })
})

describe('a request', () => {
  test('is provisional until the settlement, can be moved and withdrawn, and is then for ever', async () => {
    const { ada } = await firstThree()
    const dan = await system.join('Dan', ada)
    const eve = await system.join('Eve', ada)
    expect(await system.place(ada, dan, 'left')).toMatchObject({ state: 'requested', side: 'left' })
    expect(await system.place(ada, dan, 'right')).toMatchObject({ choice: 'right', side: 'right' })
    await system.place(ada, eve, 'left')
    expect(await system.withdraw(ada, eve)).toMatchObject({ state: 'pending', choice: null })
    await expect(system.withdraw(ada, eve)).rejects.toThrow('stale')

    expect(await system.settle('2026-03-09')).toBe(1)
    expect((await system.nodes()).at(-1)).toBe('Dan right of 1')
    await expect(system.place(ada, dan, 'left')).rejects.toThrow('placementFinal')
    await expect(system.withdraw(ada, dan)).rejects.toThrow('placementFinal')
    expect(await system.breaches()).toEqual([])
  })

  test('is made by the inviter alone, and only for the own invitees', async () => {
    const { ada, ben, cem } = await firstThree()
    const dan = await system.join('Dan', ada)
    await expect(system.place(ben, dan, 'left')).rejects.toThrow('notFound')
    await expect(system.withdraw(ben, dan)).rejects.toThrow('notFound')
    // Nobody above, beside or below can be placed under somebody else: there is no such request.
    await expect(system.place(ada, system.root, 'left')).rejects.toThrow('notFound')
    await expect(system.place(ada, ada, 'left')).rejects.toThrow('notFound')
    await expect(system.place(dan, ada, 'left')).rejects.toThrow('notFound')
    await expect(system.place(ada, cem, 'left')).rejects.toThrow('notFound')
  })

  test('goes to the end of the line, after members whom others have placed there', async () => {
    const { ada } = await firstThree()
    const dan = await system.join('Dan', ada)
    const eve = await system.join('Eve', system.root)
    const fay = await system.join('Fay', ada)
    await system.place(ada, dan, 'left')
    await system.place(system.root, eve, 'left')
    await system.place(ada, fay, 'left')
    await system.settle('2026-03-09')
    expect((await system.nodes()).slice(1)).toEqual([
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
    const dan = await system.join('Dan', ada)
    const eve = await system.join('Eve', dan)
    await system.place(dan, eve, 'right')
    expect(await system.settle('2026-03-09')).toBe(0)
    // It waits, so it can still be moved.
    expect(await system.place(dan, eve, 'left')).toMatchObject({ state: 'requested' })
    await system.place(ada, dan, 'right')
    expect(await system.settle('2026-03-10')).toBe(2)
    expect((await system.nodes()).slice(-2)).toEqual(['Dan right of 1', 'Eve left of 4'])
  })

  test('made before a cut-off belongs to its run, also before the run has begun', async () => {
    const { ada } = await firstThree()
    const dan = await system.join('Dan', ada)
    await system.place(ada, dan, 'left')
    await system.setNow('2026-03-09T16:00:05Z')
    await expect(system.place(ada, dan, 'right')).rejects.toThrow('placementSettling')
    await expect(system.withdraw(ada, dan)).rejects.toThrow('placementSettling')
    const preferring = system.call(setPlacementPreference, ada, { body: { choice: 'left' } })
    await expect(preferring).rejects.toThrow('placementSettling')
    // Another member can be requested: that belongs to the next run.
    const eve = await system.join('Eve', ada)
    expect(await system.place(ada, eve, 'left')).toMatchObject({ state: 'requested' })
    await system.close('2026-03-09')
    await expect(system.withdraw(ada, dan)).rejects.toThrow('placementSettling')
    // The run has read the preferences: a new one is of the next.
    await system.call(setPlacementPreference, ada, { body: { choice: 'left' } })
    expect(await system.post('2026-03-09')).toBe(1)
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
    await inTransaction(system.database, tx =>
      system.network.recordVolumes(tx, '2026-03-09', [fee(ada, '1.5'), fee(ben, '2')]),
    )
    await system.settle('2026-03-09')
    // Cem is under Ada: two members to the left, but less volume.
    const dan = await system.join('Dan', system.root)
    const eve = await system.join('Eve', system.root)
    await counted(3)
    const preview = { invitee: inv(dan), choice: 'smaller' }
    expect(await system.call(placementPreview, system.root, { query: preview })).toMatchObject({
      side: 'left',
      ahead: 0,
      parent: { depth: 2, nickname: 'Cem' },
    })
    await system.place(system.root, dan, 'smaller')
    await system.place(system.root, eve, 'smaller')
    await system.settle('2026-03-10')
    expect((await system.nodes()).slice(-2)).toEqual(['Dan left of 3', 'Eve left of 4'])
  })

  test('of overdue members is the one that the inviter has stored', async () => {
    await system.call(setPlacementPreference, system.root, { body: { choice: 'right' } })
    await firstThree()
    expect((await system.nodes()).slice(1)).toEqual([
      'Ada right of 0',
      'Ben right of 1',
      'Cem right of 2',
    ])
  })
})

describe('a run', () => {
  test('has the same facts at every call, and can stop anywhere', async () => {
    const { ada, ben } = await firstThree()
    for (const [name, inviter] of [...'DEFGHIJ'].map((name, i) => [name, i % 2 ? ada : ben]))
      await system.place(`${inviter}`, await system.join(`${name}`, `${inviter}`), 'smaller')
    await system.setNow('2026-03-09T16:00:01Z')
    await system.close('2026-03-09')
    await system.close('2026-03-09')
    const facts = await system.network.factsOfRun(system.database, '2026-03-09')
    const { placementDays } = parametersV1
    const outcome = { period: '2026-03-09', placed: placeAll(facts), placementDays }
    const some = (limit: number) =>
      inTransaction(system.database, tx => system.network.postPlacements(tx, outcome, limit))
    expect(await some(3)).toBe(3)
    expect(await system.network.factsOfRun(system.database, '2026-03-09')).toEqual(facts)
    expect(await system.breaches()).toEqual([])
    // Killed in the middle of a chunk: nothing of the chunk is written.
    const killed = inTransaction(system.database, async tx => {
      await system.network.postPlacements(tx, outcome, 2)
      throw new Error('the power is out')
    })
    await expect(killed).rejects.toThrow('the power is out')
    // Two nodes at once continue it: each place is given once.
    const nodes = [1, 2].map(chunk => () => system.post('2026-03-09', chunk))
    const counts = await Promise.all(await meet(system.db, systemLock('placementIndex'), nodes))
    expect(counts.reduce((a, b) => a + b)).toBe(4)
    expect(await some(9)).toBe(0)
    expect(await system.network.factsOfRun(system.database, '2026-03-09')).toEqual(facts)
    expect(await system.nodes()).toHaveLength(11)
    expect(await system.breaches()).toEqual([])
  })

  test('and a request at the same instant: the request is wholly in this run or wholly in the next', async () => {
    const { ada } = await firstThree()
    const names = Array.from({ length: 16 }, (_, i) => `M${i}`)
    const ids = await Promise.all(names.map(name => system.join(name, ada)))
    const places = ids.map(id => () => system.place(ada, id, 'left'))
    await system.setNow('2026-03-09T15:59:59Z')
    // Requests before the cut-off have read the time and are slow to commit; the others come after
    // it.
    const asked = await whileHeld(system.db, changesOf('outbox'), async held => {
      const early = places.slice(0, 8).map(place => held.begin(place))
      await held.waiters(8)
      await system.setNow('2026-03-09T16:00:01Z')
      const closing = held.begin(() => system.close('2026-03-09'))
      await held.waiters(9)
      const late = places.slice(8).map(place => held.begin(place))
      await held.waiters(17)
      return [...early, closing, ...late]
    })
    await Promise.all(asked)
    expect((await system.network.factsOfRun(system.database, '2026-03-09')).requests).toHaveLength(
      8,
    )
    expect(await system.post('2026-03-09')).toBe(8)
    expect(await system.settle('2026-03-10')).toBe(8)
    expect(await system.breaches()).toEqual([])
  })

  test('gives 50 requests for one end their own places, in the order of the requests', async () => {
    const { ada } = await firstThree()
    const ids = await Promise.all(Array.from({ length: 50 }, (_, i) => system.join(`M${i}`, ada)))
    const places = ids.map(id => () => system.place(ada, id, 'left'))
    await Promise.all(await meet(system.db, changesOf('outbox'), places, { waiting: 20 }))
    const order = await system.database
      .selectFrom('invitee')
      .select('memberId')
      .where('state', '=', 'requested')
      .orderBy('requestedAt')
      .orderBy('memberId')
      .execute()
    expect(await system.settle('2026-03-09')).toBe(50)
    const line = await system.database
      .selectFrom('placement')
      .select(['memberId', 'idx', 'parentIdx'])
      .where('idx', '>', 3)
      .orderBy('idx')
      .execute()
    expect(line.map(node => node.memberId)).toEqual(order.map(row => row.memberId))
    expect(line.every((node, i) => node.parentIdx === (i === 0 ? 3 : node.idx - 1))).toBe(true)
    expect(await system.breaches()).toEqual([])
  })

  test('takes two requests of one inviter for one user as one: the later one counts', async () => {
    const { ada } = await firstThree()
    const dan = await system.join('Dan', ada)
    const places = (['left', 'right'] as const).map(side => () => system.place(ada, dan, side))
    const own = `select from invitee where member_id = '${dan}' for update`
    await Promise.all(await meetInTurn(system.db, own, places))
    expect(await system.settle('2026-03-09')).toBe(1)
    expect((await system.nodes()).filter(line => line.startsWith('Dan'))).toEqual([
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
    await inTransaction(system.database, tx =>
      system.network.recordVolumes(tx, '2026-03-09', [{ memberId: ada, fee: 1n }]),
    )
    await expect(system.db.owner.query(statement)).rejects.toThrow('for ever')
    await expect(system.db.pool.query(statement)).rejects.toThrow('permission denied')
  })

  test('has one member on each side, and the inviter of an account is no column to change', async () => {
    await firstThree()
    const again = `insert into placement (idx, member_id, parent_idx, side, depth, left_chain, right_chain, inviter_idx, overdue, final_at)
      values (4, gen_random_uuid(), 0, 'left', 1, 0, 4, 0, false, now())`
    await expect(system.db.owner.query(again)).rejects.toThrow('placement_parent_idx_side_key')
    const behind = again.replace('(4, gen_random_uuid(), 0', '(4, gen_random_uuid(), 4')
    await expect(system.db.owner.query(behind)).rejects.toThrow('check constraint')
    const changed = system.db.pool.query('update invitee set inviter_id = gen_random_uuid()')
    await expect(changed).rejects.toThrow('permission denied')
  })
})

describe('the subtree of a member', () => {
  test('is counted and summed for each region, the whole depth', async () => {
    const { ada, ben, cem } = await firstThree()
    await inTransaction(system.database, tx =>
      system.network.recordVolumes(tx, '2026-03-09', [
        { memberId: ada, fee: parseAmount('100') },
        { memberId: cem, fee: parseAmount('50') },
        { memberId: ben, fee: parseAmount('80') },
      ]),
    )
    await system.settle('2026-03-09')
    await system.settle('2026-03-10')
    // E8 of the rule book: 150 and 80 without decay.
    const shown = async () => (await overview(system.root)).sums
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
    expect((await invitees(system.root)).map(one => one.volume)).toEqual(['50', '80', '100'])
  })

  test('shows what the last settlement added, and is the same after a restart', async () => {
    const { ada, ben } = await firstThree()
    const credit = (period: string, memberId: string, amount: string) =>
      inTransaction(system.database, tx =>
        system.network.recordVolumes(tx, period, [{ memberId, fee: parseAmount(amount) }]),
      )
    await credit('2026-03-09', ada, '7')
    await system.settle('2026-03-09')
    await credit('2026-03-10', ben, '5')
    await credit('2026-03-10', ben, '5')
    await system.settle('2026-03-10')
    // A run under way has recorded some already: it is not shown before its placements are
    // complete.
    await credit('2026-03-11', ada, '1000')
    const other = system.openNode()
    const expected = {
      left: { total: '7', added: '0', members: 2 },
      right: { total: '5', added: '5', members: 1 },
    }
    const sums = (at?: typeof other) => async () =>
      (await system.call(networkOverview, system.root, {}, at)).sums
    await expect.poll(sums(), patience).toMatchObject(expected)
    await expect.poll(sums(other), patience).toMatchObject(expected)
    await other.close()
  })

  test('refuses volume of a member who is not in the tree', async () => {
    const ada = await system.join('Ada', system.root)
    const recording = inTransaction(system.database, tx =>
      system.network.recordVolumes(tx, '2026-03-01', [{ memberId: ada, fee: 1n }]),
    )
    await expect(recording).rejects.toThrow('no place')
  })

  test('is named three levels deep, found by name there, and contains nothing but the own subtree', async () => {
    const { ada } = await firstThree()
    let inviter = ada
    for (const [i, name] of ['Dan', 'Eve', 'Fay'].entries()) {
      const next = await system.join(name, inviter)
      await system.place(inviter, next, 'right')
      await system.settle(`2026-03-${String(9 + i).padStart(2, '0')}`)
      inviter = next
    }
    await counted(6)
    const { nodes, ends } = await system.call(networkTree, system.root)
    const drawn = nodes.map(node => `${node.path} ${node.nickname} ${node.left?.members}`)
    expect(drawn).toEqual([' Root 5', 'l Ada 1', 'r Ben 0', 'll Cem 0', 'lr Dan 0', 'lrr Eve 0'])
    expect(ends).toEqual({
      left: { depth: 2, nickname: 'Cem' },
      right: { depth: 1, nickname: 'Ben' },
    })
    const deeper = await system.call(networkTree, system.root, { query: { path: 'lrr' } })
    expect(deeper.nodes.map(node => [node.path, node.nickname])).toEqual([
      ['lrr', 'Eve'],
      ['lrrr', null],
    ])
    const search = async (memberId: string, nickname: string) =>
      (await system.call(networkSearch, memberId, { query: { nickname } })).items
    expect(await search(system.root, 'eVE')).toEqual([{ path: 'lrr', nickname: 'Eve' }])
    expect(await search(system.root, 'Fay')).toEqual([])
    expect(await search(ada, 'Fay')).toEqual([{ path: 'rrr', nickname: 'Fay' }])
    expect(await search(ada, 'Root')).toEqual([])
    await expect(system.call(networkTree, system.root, { query: { path: 'rl' } })).rejects.toThrow(
      'notFound',
    )
  })
})

test('names and own invitees are shown down to the third level, of lines and previews too', async () => {
  await firstThree()
  const { root } = system
  const end = async () => (await system.call(networkTree, root)).ends?.left
  const parentFor = async (invitee: string) =>
    (
      await system.call(placementPreview, root, {
        query: { invitee: inv(invitee), choice: 'left' },
      })
    ).parent
  const dan = await system.join('Dan', root)
  const eve = await system.join('Eve', root)
  await system.place(root, dan, 'left')
  await system.settle('2026-03-09')
  const third = { depth: 3, nickname: 'Dan' }
  expect([await end(), await parentFor(eve)]).toEqual([third, third])
  await system.place(root, eve, 'left')
  await system.settle('2026-03-10')
  const fay = await system.join('Fay', root)
  const fourth = { depth: 4, nickname: null }
  expect([await end(), await parentFor(fay)]).toEqual([fourth, fourth])
  const { nodes } = await system.call(networkTree, root, { query: { path: 'lll' } })
  expect(nodes.map(node => [node.path, node.nickname, node.invited])).toEqual([
    ['lll', 'Dan', true],
    ['llll', null, false],
  ])
})

test('inviters are reminded once, two days before the deadline', async () => {
  await system.join('Ada', system.root)
  await system.setNow('2026-03-01T02:00:00Z')
  await system.join('Bea', system.root)
  const letters: [string, string][] = []
  const remind = () =>
    remindInviters(system.database, {
      parameters: async () => parametersV1,
      remind: async (_, inviterId, firstDueAt) => {
        letters.push([inviterId, firstDueAt.toISOString()])
      },
    })
  await system.setNow('2026-03-06T00:59:00Z')
  expect(await remind()).toBe(0)
  await system.setNow('2026-03-06T02:01:00Z')
  expect(await remind()).toBe(2)
  expect(await remind()).toBe(0)
  expect(letters).toEqual([[system.root, expect.stringMatching(/^2026-03-08T01:00/)]])
  expect(await overview(system.root)).toMatchObject({ dueSoon: 2, pending: 2, waiting: 2 })
})
