import {
  allEndpoints,
  approveProposal,
  codes,
  type Endpoint,
  formatAmount,
  getProposal,
  insiderList,
  openEvidence,
  operatorAudit,
  placeSubscription,
  proposalList,
  proposeInsider,
  proposeReceipt,
  proposeRules,
  type ReceiptKind,
  type RefusalName,
  receiptList,
  refusals,
  refuseProposal,
  reportShortfall,
  ruleBook,
  ruleVersions,
  settlementDetail,
  uuidOf,
  withdrawProposal,
} from '@banyan/domain'
import { bounds, cutoffOf, numberNames } from '@banyan/economy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkOperators } from '../operators/index.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { meet, rowOf } from '../testing/meet.ts'
import { PAYMENT_PASSWORD } from '../testing/members.ts'
import { signInOperators } from '../testing/operators.ts'

const DAY_MS = 86_400_000
/** When the platform is founded, by its own clock and calendar day. */
const [AT, DAY] = ['2026-03-02T02:00:00Z', '2026-03-02']

let system: HttpSystem
let as: (name: string) => { token: string }
beforeAll(async () => {
  system = await openHttpSystem({ at: AT })
  as = await signInOperators(system)
})
afterAll(async () => {
  expect(await checkOperators(system.db.database)).toEqual([])
  await system.close()
})

const later = (days: number): string => new Date(Date.parse(AT) + days * DAY_MS).toISOString()
const difference = { zh: '下调交易手续费。', en: 'A lower OTC fee.' }
const because = (reason = 'The figures were looked at.') => ({ body: { reason } })
/** A treasurer's classification of a receipt on the chain. */
const classification = (receiptId: string, kind: ReceiptKind = 'income') => ({
  body: { receiptId, kind, payer: 'The tea garden', evidence: 'First quarter, contract 7.' },
})
const refused = async (endpoint: Endpoint, who: string, asking: object, why: RefusalName) => {
  const reply = await system.ask(endpoint, { as: as(who), ...asking })
  expect(reply.code, `${who} ${endpoint.id}: ${reply.msg}`).toBe(refusals[why].code)
  return reply
}

describe('a version of the rules', () => {
  it('is proposed by one and published by another, with its changes, and members are notified', async () => {
    const proposed = await system.must(proposeRules, {
      as: as('treasurer-1'),
      headers: { 'accept-language': 'en' },
      body: { numbers: { otcFeeBps: 95 }, effectiveAt: later(2), difference },
    })
    expect(proposed).toMatchObject({
      state: 'open',
      proposedBy: 'treasurer-1',
      moves: ['withdraw'],
    })
    if (proposed.subject.kind !== 'rules') throw new Error('a version was proposed')
    const named = proposed.subject.changes.filter(one => !one.isNew)
    expect(named).toEqual([
      {
        name: 'otcFeeBps',
        title: 'OTC fee (seller, in coin)',
        before: '1 %',
        after: '0.95 %',
        harms: false,
        isNew: false,
      },
    ])
    const params = { id: proposed.id }
    // A treasurer proposes and does not decide; an administrator does.
    await refused(approveProposal, 'treasurer-2', { params, ...because() }, 'forbidden')
    await refused(approveProposal, 'treasurer-1', { params, ...because() }, 'proposalNeedsAnother')
    expect((await system.must(ruleVersions)).items).toHaveLength(1)

    const key = 'an-approval-told-twice'
    const approve = { as: as('administrator-1'), params, ...because(), key }
    const approved = await system.must(approveProposal, approve)
    expect(approved).toMatchObject({ state: 'approved', endedBy: 'administrator-1', moves: [] })
    expect(await system.must(approveProposal, approve)).toEqual(approved)
    const { items } = await system.must(ruleVersions)
    expect(items[0]).toMatchObject({
      version: 2,
      standing: 'announced',
      difference: difference.zh,
      previousHash: items[1]?.hash,
    })
    await refused(refuseProposal, 'administrator-2', { params, ...because() }, 'proposalEnded')
    const row = await system.db.database
      .selectFrom('ruleVersion')
      .select(['proposedBy', 'approvedBy'])
      .where('number', '=', 2)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ proposedBy: 'treasurer-1', approvedBy: 'administrator-1' })
  })

  it('is refused with all objections, in the language of the proposer', async () => {
    const body = { numbers: { otcFeeBps: 20_000, nosuch: 1 }, effectiveAt: later(0), difference }
    const reply = await refused(proposeRules, 'administrator-1', { body }, 'rulesObjected')
    expect(reply.data.objections.map((one: { rule: string }) => one.rule)).toEqual([
      'unknown',
      'bounds',
      'tooSoon',
    ])
    const headers = { 'accept-language': 'zh-CN' }
    const refusal = await refused(
      proposeRules,
      'administrator-1',
      { body, headers },
      'rulesObjected',
    )
    expect(refusal.msg).toContain('须在 0 % 至 20 % 之间')
  })

  it('is withdrawn by its proposer and by nobody else', async () => {
    const { id } = await system.must(proposeRules, {
      as: as('administrator-1'),
      body: { numbers: { otcFeeBps: 94 }, effectiveAt: later(4), difference },
    })
    const params = { id }
    await refused(withdrawProposal, 'administrator-2', { params, ...because() }, 'proposalNotYours')
    const withdrawn = await system.must(withdrawProposal, {
      as: as('administrator-1'),
      params,
      ...because('It can wait.'),
    })
    expect(withdrawn).toMatchObject({ state: 'withdrawn', reason: 'It can wait.', moves: [] })
    await refused(approveProposal, 'administrator-2', { params, ...because() }, 'proposalEnded')
  })
})

describe('income from outside', () => {
  /** Settles a day (the first is 1) and returns the income at its close. */
  const settle = async (day: number) => {
    await system.setClock(new Date(cutoffOf(DAY).getTime() + (day - 1) * DAY_MS + 1_000))
    await system.job('settlement')
    await system.shiftClock(0)
    const period = new Date(Date.parse(DAY) + (day - 1) * DAY_MS).toISOString().slice(0, 10)
    return (await system.must(settlementDetail, { query: { period } })).before.income
  }

  it('changes no run before its second person, and waits in INCOME when another agrees', async () => {
    const receiptId = await system.receive('600')
    const other = await system.receive('900')
    const proposed = await system.must(proposeReceipt, {
      as: as('treasurer-1'),
      ...classification(receiptId),
    })
    expect(proposed.subject).toMatchObject({
      kind: 'receipt',
      amount: '600',
      says: 'income',
      payer: 'The tea garden',
      receipt: { id: receiptId, amount: '600', state: 'final' },
    })
    const dropped = await system.must(proposeReceipt, {
      as: as('treasurer-1'),
      ...classification(other),
    })
    const params = { id: proposed.id }
    await refused(approveProposal, 'treasurer-1', { params, ...because() }, 'proposalNeedsAnother')
    await refused(approveProposal, 'administrator-1', { params, ...because() }, 'forbidden')
    await refused(proposeReceipt, 'administrator-1', classification(receiptId), 'forbidden')
    await refused(
      proposeReceipt,
      'treasurer-2',
      classification(receiptId, 'refund'),
      'receiptEntered',
    )
    await system.must(refuseProposal, {
      as: as('treasurer-2'),
      params: { id: dropped.id },
      ...because('It is no income: the cold wallet’s own money.'),
    })
    expect(await settle(1)).toBe('0')
    // Nobody approves what they have not opened; another's reading is not theirs.
    expect((await system.must(openEvidence, { as: as('administrator-1'), params })).moves).toEqual(
      [],
    )
    await refused(
      approveProposal,
      'treasurer-2',
      { params, ...because() },
      'proposalEvidenceUnopened',
    )
    const seen = await system.must(getProposal, { as: as('treasurer-2'), params })
    expect(seen).toMatchObject({ evidenceOpened: false, moves: ['approve', 'refuse'] })
    for (const _ of [1, 2]) {
      const opened = await system.must(openEvidence, { as: as('treasurer-2'), params })
      expect(opened.evidenceOpened).toBe(true)
    }
    const acts = await system.must(operatorAudit, {
      as: as('administrator-1'),
      query: { object: proposed.id, actor: 'treasurer-2', limit: 100 },
    })
    expect(acts.items.map(one => one.action).filter(one => one.startsWith('open'))).toEqual([
      'open evidence of receipt',
    ])
    await system.must(approveProposal, { as: as('treasurer-2'), params, ...because() })
    expect(await settle(2)).toBe('600')
    await refused(proposeReceipt, 'treasurer-1', classification(receiptId), 'receiptEntered')
    // A refused classification may be proposed again.
    await system.must(proposeReceipt, { as: as('treasurer-2'), ...classification(other, 'refund') })
  })

  it('is listed for everybody: the facts of the chain, and what two people classified', async () => {
    const { items } = await system.must(receiptList, { query: { booked: 'yes' } })
    expect(items.map(one => [one.amount, one.booked?.kind, one.booked?.payer])).toEqual([
      ['600', 'income', 'The tea garden'],
      ['100', 'founding', 'A payer'],
    ])
    const open = await system.must(receiptList, { query: { booked: 'no' } })
    expect(open.items).toMatchObject([{ amount: '900', booked: null }])
  })
})

describe('a shortfall', () => {
  it('stops nothing while one person reports it, and is confirmed only as far as the chain shows it', async () => {
    const member = await system.join('Sorrel')
    await system.give(member, 'USDT', '100')
    const report = { body: { amount: '12.5', evidence: 'Wallet 3, counted at noon.' } }
    const { id } = await system.must(reportShortfall, { as: as('treasurer-1'), ...report })
    const asking = { params: { id }, ...because() }
    const body = { amount: '50', paymentPassword: PAYMENT_PASSWORD }
    expect((await system.ask(placeSubscription, { as: member, body })).code).toBe(codes.success)
    await refused(approveProposal, 'treasurer-1', asking, 'proposalNeedsAnother')
    await refused(withdrawProposal, 'treasurer-2', asking, 'proposalNotYours')
    await refused(approveProposal, 'administrator-1', asking, 'proposalEvidenceUnopened')
    await system.must(openEvidence, { as: as('administrator-1'), params: { id } })
    await refused(approveProposal, 'administrator-1', asking, 'chainNotRead')
    await system.chainLacks('12.499999')
    const refusal = await refused(
      approveProposal,
      'administrator-1',
      { ...asking, headers: { 'accept-language': 'en' } },
      'shortfallNotShown',
    )
    expect(refusal.msg).toContain('12.499999 USDT missing')
    await system.chainLacks('0')
    await system.must(withdrawProposal, { as: as('treasurer-1'), ...asking })
  })
})

describe('a proposal', () => {
  it('is listed newest first, by page, state and kind, and can be read alone', async () => {
    const all = await system.must(proposalList, { as: as('administrator-2') })
    const at = all.items.map(one => one.proposedAt)
    expect(at).toEqual([...at].sort().reverse())
    const first = await system.must(proposalList, { as: as('treasurer-1'), query: { limit: 2 } })
    const second = await system.must(proposalList, {
      as: as('treasurer-1'),
      query: { limit: 2, cursor: first.nextCursor },
    })
    const ids = [...first.items, ...second.items].map(one => one.id)
    expect(ids).toEqual(all.items.slice(0, 4).map(one => one.id))
    const query = { state: 'open', kind: 'receipt' }
    const open = await system.must(proposalList, { as: as('treasurer-1'), query })
    expect(open.items.map(one => [one.state, one.subject.kind])).toEqual([['open', 'receipt']])
    const [one] = open.items
    const params = { id: one?.id }
    expect(await system.must(getProposal, { as: as('treasurer-1'), params })).toEqual(one)
  })

  it('ends once and by two people, whatever a program tries', async () => {
    const { items } = await system.must(proposalList, { as: as('treasurer-1') })
    const change = (id: string, to: string) =>
      expect(system.db.owner.query(`update proposal set ${to} where id = $1`, [uuidOf(id)])).rejects
    const ended = items.find(one => one.state === 'approved')
    await change(ended?.id ?? '', `state = 'refused'`).toThrow('has ended before')
    const open = items.find(one => one.state === 'open')
    const own = `state = 'approved', ended_by = proposed_by, ender = proposer, ended_at = now(), reason = 'x'`
    await change(open?.id ?? '', own).toThrow('proposal_check')
  })

  it('is in the log with the author of each act', async () => {
    const { items } = await system.must(operatorAudit, {
      as: as('administrator-1'),
      query: { limit: 100 },
    })
    const acts = items.map(one => `${one.actor} ${one.action}`).filter(one => /rules/.test(one))
    expect(acts.reverse()).toEqual([
      'treasurer-1 propose rules',
      'administrator-1 approve rules',
      'administrator-1 propose rules',
      'administrator-1 withdraw rules',
    ])
  })
})

it('two approvals at once end a proposal once', async () => {
  const { id } = await system.must(proposeReceipt, {
    as: as('treasurer-1'),
    ...classification(await system.receive('1'), 'refund'),
  })
  await system.must(openEvidence, { as: as('treasurer-2'), params: { id } })
  const sides = [approveProposal, refuseProposal].map(
    endpoint => () => system.ask(endpoint, { as: as('treasurer-2'), params: { id }, ...because() }),
  )
  const both = await Promise.all(await meet(system.db, rowOf('proposal', uuidOf(id)), sides))
  expect(both.map(one => one.code).sort()).toEqual([1, refusals.proposalEnded.code])
})

describe('the most extreme version without objections', () => {
  // Fixed numbers stay, and related ones stay related: the rest is moved as far as possible.
  const kept = /^(genesis|cutoff|zone|feeTo|direct|pair|decay)/
  const outermost = (end: 'least' | 'most') =>
    Object.fromEntries(
      numberNames
        .filter(name => !kept.test(name))
        .map(name => [name, written(name, bounds[name][end])]),
    )
  const written = (name: string, value: bigint) =>
    /(Usdt|Leaf|Price)$/.test(name) ? formatAmount(value) : Number(value)

  it('can be in force: a member reads everything that there is to read', async () => {
    const publish = async (end: 'least' | 'most', days: number, besides: object) => {
      const numbers = { ...outermost(end), ...besides }
      // The extreme value of a switch is on.
      const acknowledges = end === 'most' ? ['L3' as const] : []
      const body = { numbers, effectiveAt: later(days), difference, acknowledges }
      const { id } = await system.must(proposeRules, { as: as('administrator-1'), body })
      await system.must(approveProposal, {
        as: as('administrator-2'),
        params: { id },
        body: { ...because().body, acknowledges },
      })
    }
    await publish('most', 8, { withdrawalFeeUsdt: '1', otcTakesSecondFrom: 99_999 })
    await publish('least', 10, { splitMultiple: 2, otcTakesThirdFrom: 2 })
    const reads = allEndpoints.filter(one => one.method === 'GET' && !one.path.includes(':'))
    for (const [day, version] of [
      [9, 3],
      [11, 4],
    ] as const) {
      await system.shiftClock(day * DAY_MS)
      expect((await system.must(ruleBook)).version).toBe(version)
      const member = await system.join('Yarrow')
      for (const endpoint of reads) {
        const reply = await system.ask(endpoint, { as: member })
        expect([endpoint.id, reply.code]).not.toEqual([endpoint.id, refusals.fault.code])
      }
    }
    await system.shiftClock(0)
  })
})

describe('a version that crosses a limit', () => {
  it('is proposed and approved only with an acknowledgement, and both are in the log', async () => {
    const body = { numbers: { reopenByReinvest: 1 }, effectiveAt: later(20), difference }
    const headers = { 'accept-language': 'en' }
    const refusal = await refused(proposeRules, 'treasurer-1', { body, headers }, 'rulesBreakLine')
    expect(refusal.msg).toContain('breaks L3')
    expect(refusal.msg).toContain('"acknowledges": ["L3"]')
    const acknowledges = ['L3' as const]
    const proposed = await system.must(proposeRules, {
      as: as('treasurer-1'),
      body: { ...body, acknowledges },
    })
    const params = { id: proposed.id }
    const seen = await system.must(getProposal, { as: as('administrator-1'), params })
    expect(seen.subject).toMatchObject({ crosses: [{ line: 'L3' }] })
    await refused(approveProposal, 'administrator-1', { params, ...because() }, 'rulesBreakLine')
    const reason = 'The members asked for it.'
    const approve = { as: as('administrator-1'), params, body: { reason, acknowledges } }
    expect(await system.must(approveProposal, approve)).toMatchObject({ state: 'approved' })
    const { items } = await system.must(operatorAudit, { as: as('administrator-1') })
    const acts = items.filter(({ object }) => object === proposed.id)
    expect(acts.map(({ action }) => action).sort()).toEqual([
      'approve rules, acknowledging L3',
      'propose rules, acknowledging L3',
      'refused proposals.approve',
    ])
  })

  it('is the only one with acknowledgements in the log', async () => {
    const change = { numbers: { roundCapUsdt: '7' }, effectiveAt: later(30), difference }
    const propose = (more: object) =>
      system.must(proposeRules, { as: as('treasurer-1'), body: { ...change, ...more } })
    const ids = [(await propose({})).id, (await propose({ acknowledges: ['L3'] })).id]
    const { items } = await system.must(operatorAudit, { as: as('administrator-1') })
    const acts = ids.map(id => items.find(({ object }) => object === id))
    expect(acts.map(act => act?.action)).toEqual(['propose rules', 'propose rules'])
    expect(JSON.stringify(acts[0])).not.toContain('acknowledges')
  })
})

describe('an account of the platform’s own', () => {
  const asked = (accountId: string) => ({
    body: { accountId, role: 'staff' as const, why: 'Of the service desk, contract 12.' },
  })
  const propose = (accountId: string) =>
    system.must(proposeInsider, { as: as('administrator-1'), ...asked(accountId) })
  /** The public list, without the platform's own account. */
  const listed = async () =>
    (await system.must(insiderList)).items.filter(({ role }) => role !== 'platform')

  it('is listed by two administrators, once, for everybody to read', async () => {
    const { accountId } = await system.join('Lin')
    await refused(proposeInsider, 'treasurer-1', asked(accountId), 'forbidden')
    const proposed = await propose(accountId)
    expect(proposed).toMatchObject({
      subject: { kind: 'insider', nickname: 'Lin', ...asked(accountId).body },
      moves: ['withdraw'],
    })
    const asking = { params: { id: proposed.id }, ...because() }
    await refused(approveProposal, 'administrator-1', asking, 'proposalNeedsAnother')
    await refused(approveProposal, 'treasurer-1', asking, 'forbidden')
    expect(await listed()).toEqual([])

    const approve = { as: as('administrator-2'), ...asking }
    expect(await system.must(approveProposal, approve)).toMatchObject({ state: 'approved' })
    expect(await listed()).toMatchObject([{ accountId, nickname: 'Lin', role: 'staff' }])
    const { items } = await system.must(operatorAudit, { as: as('administrator-1') })
    const acts = items.filter(({ object }) => object === proposed.id).map(({ action }) => action)
    const turnedDown = ['refused proposals.approve', 'refused proposals.approve']
    expect(acts.sort()).toEqual(['approve insider', 'propose insider', ...turnedDown])

    await refused(proposeInsider, 'administrator-1', asked(accountId), 'insiderListed')
    await refused(proposeInsider, 'administrator-1', asked('00000000'), 'insiderUnknown')
    // The platform's own account exists from the founding; operators list nobody as it.
    const platform = { body: { ...asked(accountId).body, role: 'platform' } }
    await refused(proposeInsider, 'administrator-1', platform, 'invalidInput')
  })

  it('is listed by one of two proposals, and by none that was withdrawn', async () => {
    const { accountId } = await system.join('Mei')
    const before = await listed()
    const asking = async () => ({ params: { id: (await propose(accountId)).id }, ...because() })
    const [first, second, third] = [await asking(), await asking(), await asking()]
    await system.must(withdrawProposal, { as: as('administrator-1'), ...first })
    expect(await listed()).toEqual(before)
    await system.must(approveProposal, { as: as('administrator-2'), ...second })
    await refused(approveProposal, 'administrator-2', third, 'insiderListed')
    expect(await listed()).toHaveLength(before.length + 1)
  })
})
