import {
  depositSeen,
  depositsOfMember,
  depositsSeen,
  depositTotals,
  type Endpoint,
  formatAmount,
  operatorRoles,
  parseAmount,
  refusals,
} from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import type { TestMember } from '../testing/members.ts'
import { joinedOperators } from '../testing/operators.ts'

let system: HttpSystem
let as: (name: string) => { token: string }
let ann: TestMember
let ben: TestMember
/** Accounts and recharge addresses of both. */
const of = new Map<string, { account: string; address: string; index: number }>()
const hashOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const sender = `0x${'5e'.repeat(20)}`

beforeAll(async () => {
  system = await openHttpSystem()
  as = await joinedOperators(system, operatorRoles)
  ann = await system.join('Ann')
  ben = await system.join('Ben')
  for (const [index, member] of [ann, ben].entries()) {
    const address = `0x${'Ab'.repeat(19)}0${index}`
    await system.db.owner.query(
      `insert into deposit_address (member_id, derivation_index, address, generation, cluster)
       values ($1, $2, $3, 1, 1)`,
      [member.memberId, index, address],
    )
    const { rows } = await system.db.owner.query('select account_id from member where id = $1', [
      member.memberId,
    ])
    of.set(member.memberId, { account: rows[0].account_id, address, index })
  }
  await see(1, ann, { state: 'credited', micro: 25_000_000n })
  await see(2, ann, { state: 'below_minimum', micro: 3_000_000n })
  await see(3, ben, { state: 'vanished', micro: 9_000_000n, takenBack: true })
  await see(4, ben, { state: 'credited', micro: 8_000_000n, takenBack: true })
  await see(5, ben, { state: 'confirming', micro: 0n })
  await system.db.owner.query(
    `insert into custody_transfer (id, chain_id, transaction_hash, ordinal, address, recipient, token_units,
       units_per_micro, state, block_number, block_hash, block_at, seen_at, final_at, leads_to)
     values ($1, 56, $2::text, 0, $3, lower($4), 7000000, 1, 'final', 6, $2::text, house_now(),
       house_now() + interval '6 seconds', house_now(), 'recharge')`,
    [newUuid(), hashOf(6), `0x${'A1'.repeat(20)}`, of.get(ann.memberId)?.address],
  )
})
afterAll(() => system.close())

async function see(
  n: number,
  member: TestMember,
  { state, micro, takenBack = false }: { state: string; micro: bigint; takenBack?: boolean },
): Promise<void> {
  await system.db.owner.query(
    `insert into deposit (id, chain_id, transaction_hash, ordinal, member_id, derivation_index, token_units,
       units_per_micro, amount, state, block_number, block_hash, seen_at, credited_at, taken_back_at, sender)
     values ($1, 56, $2::text, 0, $3, $4, greatest($5::numeric * 1000, 1), 1000, $5::numeric, $6::text, $7::int, $2::text,
       house_now() + $7::int * interval '1 second', case when $6::text = 'credited' then house_now() end,
       case when $8::boolean then house_now() end, $9)`,
    [
      newUuid(),
      hashOf(n),
      member.memberId,
      of.get(member.memberId)?.index,
      `${micro}`,
      state,
      n,
      takenBack,
      sender,
    ],
  )
}

const seen = async (query: object = {}) =>
  (await system.must(depositsSeen, { as: as('reviewer-1'), query })).items
const numbers = async (query: object) =>
  (await seen(query)).map(({ hash }) => Number.parseInt(hash.slice(-4), 16))

it('the totals are those of all rows under the same filter', async () => {
  const of = (query: object) => system.must(depositTotals, { as: as('reviewer-1'), query })
  for (const query of [{}, { state: 'credited' }, { mark: 'any' }, { state: 'ignored' }]) {
    const rows = await seen({ ...query, limit: 100 })
    const amount = rows.reduce((all, row) => all + parseAmount(row.amount), 0n)
    expect(await of(query)).toEqual({ count: rows.length, amount: formatAmount(amount) })
  }
})

describe('who may read recharges', () => {
  const calls: readonly [Endpoint, object, readonly string[]][] = [
    [depositsSeen, {}, ['reviewer', 'treasurer', 'administrator']],
    [depositTotals, {}, ['reviewer', 'treasurer', 'administrator']],
    [
      depositSeen,
      { params: { id: `dep_${'0'.repeat(32)}` } },
      ['reviewer', 'treasurer', 'administrator'],
    ],
    [
      depositsOfMember,
      { query: { account: '12345678' } },
      ['support', 'reviewer', 'treasurer', 'administrator'],
    ],
  ]
  it.each(operatorRoles)('%s', async role => {
    for (const [endpoint, asking, roles] of calls) {
      const { code } = await system.ask(endpoint, { as: as(`${role}-1`), ...asking })
      expect(code === refusals.forbidden.code, endpoint.id).toBe(!roles.includes(role))
      expect((await system.ask(endpoint, { as: ann, ...asking })).code).not.toBe(1)
    }
  })
})

describe('every transfer that was seen', () => {
  it('is listed newest first, with those that nobody is credited for', async () => {
    expect(await numbers({})).toEqual([6, 5, 4, 3, 2, 1])
    expect((await seen())[0]).toMatchObject({
      state: 'ignored',
      marks: ['ownAddress'],
      amount: '7',
      accountId: of.get(ann.memberId)?.account,
    })
  })

  it('is paged with each once', async () => {
    const numbers = []
    let cursor: string | null = null
    do {
      const query = { limit: 2, ...(cursor === null ? {} : { cursor }) }
      const page: { items: { hash: string }[]; nextCursor: string | null } = await system.must(
        depositsSeen,
        { as: as('treasurer-1'), query },
      )
      numbers.push(...page.items.map(({ hash }) => Number.parseInt(hash.slice(-4), 16)))
      cursor = page.nextCursor
    } while (cursor !== null)
    expect(numbers).toEqual([6, 5, 4, 3, 2, 1])
  })

  it('is found by state, mark, account, address, sender and hash', async () => {
    expect(await numbers({ state: 'below_minimum' })).toEqual([2])
    expect(await numbers({ state: 'ignored' })).toEqual([6])
    expect(await numbers({ mark: 'reorganised' })).toEqual([4])
    expect(await numbers({ mark: 'any' })).toEqual([6, 5, 4, 3])
    expect(await numbers({ account: of.get(ben.memberId)?.account })).toEqual([5, 4, 3])
    expect(
      await numbers({ address: of.get(ann.memberId)?.address.toUpperCase().replace('0X', '0x') }),
    ).toEqual([6, 2, 1])
    expect(await numbers({ address: sender })).toEqual([5, 4, 3, 2, 1])
    expect(await numbers({ hash: hashOf(3) })).toEqual([3])
    expect(await numbers({ hash: hashOf(3), account: of.get(ann.memberId)?.account })).toEqual([])
  })

  it('refuses filters that are none', async () => {
    for (const query of [
      { state: 'lost' },
      { mark: 'odd' },
      { hash: '0x12' },
      { address: 'Ann' },
      { account: '1' },
      { cursor: 'x' },
    ])
      expect((await system.ask(depositsSeen, { as: as('reviewer-1'), query })).code).not.toBe(1)
  })

  it('is marked when it comes to a frozen account', async () => {
    expect(await numbers({ mark: 'afterFreeze' })).toEqual([])
    await system.db.owner.query(
      `update member set frozen_at = house_now() - interval '1 hour' where id = $1`,
      [ben.memberId],
    )
    expect(await numbers({ mark: 'afterFreeze' })).toEqual([5, 4, 3])
    await system.db.owner.query('update member set frozen_at = null where id = $1', [ben.memberId])
  })
})

describe('one transfer', () => {
  const readDeposit = (id: string) =>
    system.must(depositSeen, { as: as('administrator-1'), params: { id } })

  it('shows block, credit, key, and what the member’s small ones come to', async () => {
    const [credited] = await seen({ hash: hashOf(1) })
    expect(await readDeposit(credited?.id ?? '')).toMatchObject({
      state: 'credited',
      reference: `56:${hashOf(1)}:0`,
      block: 1,
      sender,
      waiting: '3',
      generation: 1,
      currentGeneration: 1,
      isLarge: false,
      collections: [],
    })
    const [ignored] = await seen({ state: 'ignored' })
    expect(ignored?.id).toMatch(/^ctf_/)
    expect(await readDeposit(ignored?.id ?? '')).toMatchObject({
      state: 'ignored',
      reference: null,
    })
  })

  it('is not found under the id of the other kind', async () => {
    const [credited] = await seen({ hash: hashOf(1) })
    const id = (credited?.id ?? '').replace('dep_', 'ctf_')
    const reply = await system.ask(depositSeen, { as: as('reviewer-1'), params: { id } })
    expect(reply.code).toBe(refusals.notFound.code)
  })
})

it('support reads a member’s recharges without addresses and with shortened hashes', async () => {
  const query = { account: of.get(ann.memberId)?.account }
  const reply = await system.ask(depositsOfMember, { as: as('support-1'), query })
  expect(reply.data.items.map((one: { state: string }) => one.state)).toEqual([
    'below_minimum',
    'credited',
  ])
  expect(reply.text).not.toContain(hashOf(1))
  expect(reply.text.toLowerCase()).not.toContain(sender)
  expect(reply.text.toLowerCase()).not.toContain(of.get(ann.memberId)?.address.toLowerCase())
  const unknown = { as: as('support-1'), query: { account: '99999999' } }
  expect((await system.ask(depositsOfMember, unknown)).code).toBe(refusals.notFound.code)
})
