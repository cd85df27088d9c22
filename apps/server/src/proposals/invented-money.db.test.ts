import {
  approveProposal,
  type Endpoint,
  guidePrice,
  openConsole,
  openEvidence,
  operatorEndpoints,
  operatorRoles,
  operatorSetUp,
  operatorSignIn,
  operatorSignOut,
  proposalList,
  proposeReceipt,
  type ReceiptState,
  receiptList,
  refusals,
  solvency,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import { cutoffOf } from '@banyan/economy'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { inputsOf, type Pool } from '../testing/every-input.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { joinedOperators } from '../testing/operators.ts'
import { payOnChain, receiveOnChain } from '../testing/receipts.ts'
import { drawHash } from '../testing/scene.ts'

/*
 * Operators try to bring money into the books that is not on the chain: every call of the contract,
 * with everything that its schema takes, alone and with a second operator who approves all of it.
 */
const DAY_MS = 86_400_000
const DAY = '2026-03-02'
const AT = `${DAY}T02:00:00Z`

let system: HttpSystem
let as: (name: string) => { token: string }
/** A final receipt that is not classified: the only one that two treasurers may book. */
let genuine: string
let pool: Pool
beforeAll(async () => {
  system = await openHttpSystem({ at: AT })
  as = await joinedOperators(system, operatorRoles)
  const member = await system.join('Sorrel')
  await system.give(member, 'USDT', '500')
  genuine = await system.receive('750')
  const { items } = await system.must(receiptList)
  const booked = items.filter(one => one.booked !== null).map(one => one.id)
  const inState = (state: ReceiptState) => receiveOnChain(system.db.database, '110000', { state })
  const { rows } = await system.db.owner.query('select id from ledger_transfer order by id limit 1')
  const ids = [await inState('confirming'), await inState('vanished'), rows[0].id, newUuid()]
  // It left the cold address; OPS has nothing to bear it with.
  const payment = wireIdOf('ctf', await payOnChain(system.db.database, '110000', { use: 'cold' }))
  const later = (days: number) => new Date(Date.parse(AT) + days * DAY_MS).toISOString()
  pool = {
    prose: `bsc:${drawHash()}, 110000 USDT, final`,
    values: [
      genuine,
      payment,
      ...booked,
      ...ids.map(id => wireIdOf('rcp', id)),
      ...['ctf', 'wdr', 'prp'].map(kind => wireIdOf(kind, newUuid())),
      '110000',
      '0.000001',
      '100',
      'newcomer',
      // A piece of evidence of a case.
      wireIdOf('img', newUuid()),
      // A file's hash.
      'c0'.repeat(32),
      member.accountId,
      member.memberId,
      `xpub${'6'.repeat(107)}`,
      later(20),
      later(2),
      '2.3',
      0,
      1,
      80,
      true,
      false,
    ],
    keys: ['genesisUsdt', 'firstPrice', 'incomeToStaticBps', 'otcFeeBps'],
  }
})
afterAll(() => system.close())

/** The operators of a role, by name. */
const ofRole = (role: string) => [`${role}-1`, `${role}-2`]
const calls = operatorEndpoints.filter(
  one => one.access === 'operator' && one.method === 'POST' && one !== operatorSignOut,
)
const because = { body: { reason: 'The figures were looked at.' } }

/** Every money account, and everything that came in on the chain. */
async function books(): Promise<string> {
  const read = async (table: string, of = '*') =>
    (await system.db.owner.query(`select ${of} from ${table} order by 1, 2`)).rows
  return JSON.stringify(
    await Promise.all([
      read('ledger_account', 'owner, kind, asset, posted::text, held::text'),
      ...['custody_address', 'custody_receipt', 'custody_balance', 'deposit'].map(one => read(one)),
      ...['treasury_booking', 'treasury_founding'].map(one => read(one)),
      system.must(guidePrice),
    ]),
    (_, value) => (typeof value === 'bigint' ? `${value}` : value),
  )
}

/** Ids for a call's path: existing ones, and one that does not exist. */
async function pathsOf({ params }: Endpoint, among: readonly string[]): Promise<object[]> {
  const ids = [
    ...among,
    ...pool.values,
    ...['prp', 'cas', 'wdr'].map(kind => wireIdOf(kind, newUuid())),
  ]
  const fits = ids.map(id => ({ id })).filter(one => params.safeParse(one).success)
  return fits.length > 0 ? fits : [{}]
}

/**
 * Calls one endpoint with everything that it takes, and with what it does not. Returns the number
 * of successful calls.
 */
async function tryAll(endpoint: Endpoint, who: string, among: readonly string[]): Promise<number> {
  const bodies = inputsOf(endpoint.body, pool)
  const typed = { amount: '110000', hash: drawHash(), blockAt: AT, confirmations: 99, final: true }
  const paths = await pathsOf(endpoint, among)
  let taken = 0
  for (const params of paths)
    for (const body of bodies) {
      const reply = await system.ask(endpoint, { as: as(who), params, body })
      expect(reply.code, `${who} ${endpoint.id} ${reply.msg}`).not.toBe(refusals.fault.code)
      if (reply.code === 1) taken++
    }
  const [[params], [first]] = [paths, bodies]
  for (const [name, value] of Object.entries(typed))
    if (typeof first === 'object' && first !== null && !(name in first)) {
      const body = { ...first, [name]: value }
      const reply = await system.ask(endpoint, { as: as(who), params: params ?? {}, body })
      expect(reply.code, `${endpoint.id} with ${name}`).toBe(refusals.invalidInput.code)
    }
  return taken
}

/** The open proposals: everything about receipts, and one of each other kind. */
const openProposals = async () => {
  const { items } = await system.must(proposalList, {
    as: as('treasurer-1'),
    query: { state: 'open', limit: 100 },
  })
  const kinds = items.map(one => one.subject.kind)
  return items.filter(
    (one, i) => one.subject.kind === 'receipt' || kinds.indexOf(one.subject.kind) === i,
  )
}

/** Settles a day; the first is 1. */
async function settle(day: number): Promise<void> {
  await system.setClock(new Date(cutoffOf(DAY).getTime() + (day - 1) * DAY_MS + 1_000))
  await system.job('settlement')
  await system.shiftClock(0)
}

/**
 * Can be proposed only while there is a loss, a wind-down, a stray transfer, a cost that OPS can
 * bear, an order that the signer refuses, a further deposit key in the settings, an operator with a
 * second factor, or a distributed member.
 */
const onlyThen = new Set([
  'proposals.proposeSharing',
  'proposals.proposeWindDownCancel',
  'proposals.proposeExplanation',
  'proposals.proposeCost',
  'proposals.proposeVoid',
  'proposals.proposeDepositKey',
  'proposals.proposeFactorReset',
  'proposals.proposeOperatorEnd',
  'proposals.proposeDistributedStatus',
])

it('one operator alone brings no money in, and stops and starts nothing', {
  timeout: 300_000,
}, async () => {
  await settle(1)
  const before = await books()
  const taken = new Map<string, number>()
  for (const endpoint of calls)
    for (const role of endpoint.roles) {
      const [alone = ''] = ofRole(role)
      const ids = (await openProposals()).map(one => one.id)
      taken.set(endpoint.id, (taken.get(endpoint.id) ?? 0) + (await tryAll(endpoint, alone, ids)))
    }
  expect(await books()).toBe(before)
  // The attack was a real one: each proposal that one person may make was accepted.
  for (const endpoint of calls.filter(one => one.id.startsWith('proposals.propose')))
    if (!onlyThen.has(endpoint.id))
      expect([endpoint.id, taken.get(endpoint.id)]).not.toEqual([endpoint.id, 0])
  // Open proposals change no run and stop nobody.
  await settle(2)
  const price = (books: string) => JSON.parse(books).at(-1).price
  expect(price(await books())).toBe(price(before))
  expect((await system.must(solvency)).newest).toBeNull()
})

it('two operators bring in what is on the chain, and nothing else', {
  timeout: 300_000,
}, async () => {
  const before = await books()
  const [first, second] = [1, 2].map(one => (role: string) => ofRole(role)[one - 1] ?? '') as [
    (role: string) => string,
    (role: string) => string,
  ]
  for (const endpoint of calls)
    for (const role of endpoint.roles) {
      const all = await openProposals()
      // Two treasurers who agree on a genuine receipt do their work, so that comes last.
      const others = all.filter(
        ({ subject }) => subject.kind !== 'receipt' || subject.receipt?.id !== genuine,
      )
      const ids = others.map(one => one.id)
      // What rests on evidence is opened before, or the approval would be refused for that alone.
      for (const params of others.map(({ id }) => ({ id })))
        for (const who of ofRole(role)) await system.ask(openEvidence, { as: as(who), params })
      const bodies = pool
      pool = { ...pool, values: pool.values.filter(one => one !== genuine) }
      for (const who of [first(role), second(role)]) await tryAll(endpoint, who, ids)
      pool = bodies
    }
  expect(await books()).toBe(before)

  // The same people and the same calls, with the one receipt: the books change by its amount.
  const classification = {
    kind: 'refund',
    payer: 'The printer',
    evidence: 'Invoice 12, paid twice.',
  }
  const open = (await openProposals()).find(
    ({ subject }) => subject.kind === 'receipt' && subject.receipt?.id === genuine,
  )
  const proposed =
    open ??
    (await system.must(proposeReceipt, {
      as: as('treasurer-1'),
      body: { receiptId: genuine, ...classification },
    }))
  const by = proposed.proposedBy === 'treasurer-1' ? 'treasurer-2' : 'treasurer-1'
  const params = { id: proposed.id }
  await system.must(openEvidence, { as: as(by), params })
  await system.must(approveProposal, { as: as(by), params, ...because })
  expect(await books()).not.toBe(before)
  const { rows } = await system.db.owner.query(
    'select amount::text from treasury_booking where receipt_id = $1',
    [uuidOf(genuine)],
  )
  expect(rows).toEqual([{ amount: '750000000' }])
})

it('every call of the operators is tried', () => {
  expect(calls.length).toBeGreaterThan(15)
  const kept = [openConsole, operatorSignIn, operatorSetUp, operatorSignOut].map(one => one.id)
  const others = operatorEndpoints.filter(one => one.method === 'POST' && !calls.includes(one))
  expect(others.map(one => one.id).sort()).toEqual(kept.sort())
})
