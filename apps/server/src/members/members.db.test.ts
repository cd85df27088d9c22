import {
  actsOnOwnAccount,
  appealTrade,
  approveProposal,
  caseList,
  codes,
  createWithdrawal,
  type Endpoint,
  endMemberSessions,
  eventsPath,
  findMembers,
  getTrade,
  me,
  memberCases,
  memberConversations,
  memberFeedback,
  memberNetwork,
  memberOrders,
  memberPositions,
  memberRecharges,
  memberRedemptions,
  memberSessions,
  memberSubscriptions,
  memberTrades,
  memberWithdrawals,
  notificationList,
  operatorAudit,
  operatorRoles,
  operatorSetUp,
  operatorSignIn,
  payTrade,
  proposeAccountFreeze,
  type RefusalName,
  readMember,
  refusals,
  sendFeedback,
  sessionEnd,
  takeCase,
  unmaskMember,
  withdrawProposal,
  writeToService,
} from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addOperator, checkOperators } from '../operators/index.ts'
import { type HttpSystem, openHttpSystem, type Reply } from '../testing/http-system.ts'
import { PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { joinedOperators } from '../testing/operators.ts'
import {
  drawHash,
  equip,
  offer,
  PAYOUT_ADDRESS,
  takePart,
  uploadPicture,
} from '../testing/scene.ts'
import { bindFresh } from '../testing/scene-accounts.ts'

const sections: readonly Endpoint[] = [
  memberRecharges,
  memberWithdrawals,
  memberSubscriptions,
  memberPositions,
  memberRedemptions,
  memberOrders,
  memberTrades,
  memberCases,
  memberSessions,
  memberNetwork,
]
const serviceSections: readonly Endpoint[] = [memberConversations, memberFeedback]

let system: HttpSystem
let as: (name: string) => { token: string }
let seated: { token: string }
let idle: { token: string }
let seller: TestMember
let buyer: TestMember
let stranger: TestMember
let mailbox: string
let trade: { id: string }
let caseId: string
let withdrawal: { id: string; orderNumber: string }

async function arbitrator(name: string): Promise<{ token: string }> {
  const secret = await addOperator(system.db.database, { name, role: 'arbitrator', memberId: null })
  const password = 'a long enough password'
  await system.must(operatorSetUp, { body: { name, secret, password } })
  return system.must(operatorSignIn, { body: { name, password } })
}

beforeAll(async () => {
  system = await openHttpSystem({ arbitrators: 'none' })
  // Before the administrators: from then on two of them agree on every account.
  const desk = [await arbitrator('wei'), await arbitrator('lin'), await arbitrator('mo')]
  as = await joinedOperators(
    system,
    operatorRoles.filter(role => role !== 'arbitrator'),
  )
  ;[seller, buyer, stranger] = [
    await system.join('Sorrel'),
    await system.join('Bramble'),
    await system.join('50%_Thistle'),
  ]
  mailbox = await bindFresh(system, seller)
  await equip(system, seller)
  const order = await offer(system, seller)
  trade = await takePart(system, buyer, order.id)
  await system.must(payTrade, {
    as: buyer,
    params: trade,
    body: { vouchers: [await uploadPicture(system, buyer)], hash: drawHash() },
  })
  await system.must(appealTrade, {
    as: seller,
    params: { id: trade.id },
    body: { reason: 'not_received', text: 'nothing arrived' },
  })
  await system.job('hash checks')
  for (const arbitrator of desk) {
    const [opened] = (await system.must(caseList, { as: arbitrator })).items
    caseId = opened?.id ?? ''
    if (opened?.drawn) seated = arbitrator
    else idle = arbitrator
  }
  await system.must(takeCase, { as: seated, params: { id: caseId } })
  await equip(system, stranger)
  withdrawal = await system.must(createWithdrawal, {
    as: stranger,
    body: {
      address: PAYOUT_ADDRESS,
      amount: '20',
      remarks: 'rent',
      paymentPassword: PAYMENT_PASSWORD,
    },
  })
})
afterAll(async () => {
  expect(await checkOperators(system.db.database)).toEqual([])
  await system.close()
})

const is = (reply: Reply, why: RefusalName | null, what = '') =>
  expect(reply.code, `${what} ${reply.msg}`).toBe(why === null ? 1 : refusals[why].code)
const nicknamesFound = async (who: { token: string }, find?: string) =>
  (
    await system.must(findMembers, { as: who, query: find === undefined ? {} : { find } })
  ).items.map(one => one.nickname)
const page = (who: { token: string }, member: TestMember) =>
  system.must(readMember, { as: who, params: { id: member.accountId } })
const reason = 'The member has asked; ticket 12.'
const frozen = (who: { token: string }, accountId: string, freezes = true) =>
  system.ask(proposeAccountFreeze, { as: who, body: { accountId, freezes, why: reason } })

describe('the search', () => {
  it('finds a member by everything that names one', async () => {
    const support = as('support-1')
    const { matchingId } = await system.must(getTrade, { as: buyer, params: { id: trade.id } })
    const { inviteCode } = await page(support, seller)
    const { items } = await system.must(memberCases, {
      as: support,
      params: { id: seller.accountId },
    })
    for (const text of [
      seller.accountId,
      seller.accountId.slice(0, 7),
      'orre',
      inviteCode.toLowerCase(),
      mailbox.toUpperCase(),
    ])
      expect(await nicknamesFound(support, text), text).toContain('Sorrel')
    for (const one of [trade.id, matchingId, caseId, items[0]?.caseNumber ?? ''])
      expect((await nicknamesFound(support, one)).sort(), one).toEqual(['Bramble', 'Sorrel'])
    for (const one of [PAYOUT_ADDRESS.toLowerCase(), withdrawal.id, withdrawal.orderNumber])
      expect(await nicknamesFound(support, one), one).toEqual(['50%_Thistle'])
  })

  it('takes what is typed for no pattern, and finds nothing for what belongs to nobody', async () => {
    const support = as('support-1')
    expect(await nicknamesFound(support, '50%_')).toEqual(['50%_Thistle'])
    for (const one of ['%', '_orrel', `trd_${'0'.repeat(32)}`, 'nobody@nowhere.example', '\\'])
      expect(await nicknamesFound(support, one), one).toEqual(one === '%' ? ['50%_Thistle'] : [])
  })

  it('is paged, the newest first', async () => {
    const names: string[] = []
    let cursor: string | undefined
    do {
      const query = { limit: 2, ...(cursor ? { cursor } : {}) }
      const answer = await system.must(findMembers, { as: as('reviewer-1'), query })
      names.push(...answer.items.map(one => one.nickname))
      cursor = answer.nextCursor ?? undefined
    } while (cursor)
    expect(names.slice(0, 3)).toEqual(['50%_Thistle', 'Bramble', 'Sorrel'])
    expect(new Set(names).size).toBe(names.length)
  })
})

describe('a role', () => {
  it('reads the sections that are for it, of every member', async () => {
    for (const role of operatorRoles.filter(one => one !== 'arbitrator')) {
      const caller = { as: as(`${role}-1`), params: { id: stranger.accountId } }
      for (const one of sections) is(await system.ask(one, caller), null, `${role} ${one.id}`)
      for (const section of serviceSections)
        is(
          await system.ask(section, caller),
          role === 'treasurer' ? 'forbidden' : null,
          `${role} ${section.id}`,
        )
    }
  })

  it('is offered on the page what the server lets it do', async () => {
    const moves = async (who: { token: string }) => (await page(who, seller)).moves
    expect(await moves(as('support-1'))).toEqual(['freeze'])
    expect(await moves(as('reviewer-1'))).toEqual(['unmask', 'endSessions', 'freeze'])
    expect(await moves(as('treasurer-1'))).toEqual(['unmask', 'endSessions', 'freeze'])
    expect(await moves(as('administrator-1'))).toEqual(['endSessions', 'freeze'])
    expect(await moves(seated)).toEqual(['unmask', 'freeze'])
    const body = { reason }
    const params = { id: seller.accountId }
    for (const who of [as('support-1'), as('administrator-1')])
      is(await system.ask(unmaskMember, { as: who, params, body }), 'forbidden')
    for (const who of [as('support-1'), seated])
      is(await system.ask(endMemberSessions, { as: who, params, body }), 'forbidden')
  })

  it('acts on nobody’s own account, and an unknown account is named as such', async () => {
    await system.db.owner.query(`update operator set member_id = $1 where name = 'reviewer-2'`, [
      seller.memberId,
    ])
    const caller = { as: as('reviewer-2'), params: { id: seller.accountId } }
    expect((await page(caller.as, seller)).moves).toEqual([])
    is(await system.ask(unmaskMember, { ...caller, body: { reason } }), 'memberIsYou')
    is(await system.ask(endMemberSessions, { ...caller, body: { reason } }), 'memberIsYou')
    await system.db.owner.query(`update operator set member_id = null where name = 'reviewer-2'`)
    const unknown = { ...caller, params: { id: '00000000' } }
    is(await system.ask(readMember, unknown), 'memberUnknown')
    is(await system.ask(unmaskMember, { ...unknown, body: { reason: ' ' } }), 'invalidInput')
  })
})

describe('an arbitrator', () => {
  it('finds and reads the parties of a case that they hear, and nobody else', async () => {
    expect((await nicknamesFound(seated)).sort()).toEqual(['Bramble', 'Sorrel'])
    for (const one of [stranger.accountId, 'Thistle', withdrawal.id, PAYOUT_ADDRESS])
      expect(await nicknamesFound(seated, one), one).toEqual([])
    expect(await nicknamesFound(idle)).toEqual([])
    expect(await nicknamesFound(idle, mailbox)).toEqual([])
    expect((await page(seated, buyer)).nickname).toBe('Bramble')
    for (const [who, accountId] of [
      [seated, stranger.accountId],
      // The answer does not tell which accounts there are.
      [seated, '00000000'],
      [idle, seller.accountId],
    ] as const) {
      const caller = { as: who, params: { id: accountId } }
      for (const one of [readMember, ...sections, ...serviceSections])
        is(await system.ask(one, caller), 'memberNotInCase', one.id)
      is(await system.ask(unmaskMember, { ...caller, body: { reason } }), 'memberNotInCase')
      is(await frozen(who, accountId), 'memberNotInCase')
      is(await frozen(who, accountId, false), 'memberNotInCase')
    }
  })

  it('asks for a freeze of a party, takes it back, and decides on none', async () => {
    const asked = await frozen(seated, buyer.accountId)
    is(asked, null)
    const params = { id: asked.data.id }
    const body = { reason: 'Looked at.' }
    is(await system.ask(approveProposal, { as: idle, params, body }), 'forbidden')
    is(await system.ask(withdrawProposal, { as: idle, params, body }), 'proposalNotYours')
    const [open] = (await page(seated, buyer)).proposals
    expect(open).toMatchObject({ id: params.id, state: 'open', moves: ['withdraw'] })
    expect((await page(as('reviewer-1'), buyer)).proposals[0]?.moves).toEqual(['approve', 'refuse'])
    expect((await page(as('support-1'), buyer)).proposals[0]?.moves).toEqual([])
    is(await system.ask(withdrawProposal, { as: seated, params, body }), null)
  })
})

describe('personal data', () => {
  const addresses = async () => {
    const { rows } = await system.db.owner.query(
      'select address from withdrawal_address where member_id = $1',
      [stranger.memberId],
    )
    return rows.map(row => row.address as string)
  }

  it('is masked in every answer to every role', async () => {
    await system.must(sendFeedback, {
      as: seller,
      body: { type: 'idea', text: `write to ${mailbox}`, pictures: [] },
    })
    await system.must(writeToService, {
      as: seller,
      body: { text: `write to ${mailbox}`, pictures: [] },
    })
    const open = await system.must(unmaskMember, {
      as: as('reviewer-1'),
      params: { id: seller.accountId },
      body: { reason },
    })
    const secrets = [mailbox, open.receiving?.bsc, open.receiving?.contact, ...(await addresses())]
      .filter(text => typeof text === 'string' && text !== '')
      .map(text => (text as string).toLowerCase())
    expect(secrets.length).toBeGreaterThanOrEqual(3)
    for (const who of ['support-1', 'reviewer-1', 'treasurer-1', 'administrator-1'])
      for (const member of [seller, stranger]) {
        const caller = { as: as(who), params: { id: member.accountId } }
        const replies = [
          await system.ask(findMembers, { as: as(who) }),
          await system.ask(findMembers, { as: as(who), query: { find: mailbox } }),
          ...(await Promise.all(
            [readMember, ...sections, ...serviceSections].map(one => system.ask(one, caller)),
          )),
        ]
        const answered = JSON.stringify(replies.map(one => one.data)).toLowerCase()
        for (const secret of secrets) expect(answered).not.toContain(secret)
      }
  })

  it('is read in clear with a reason, which is in the audit log', async () => {
    const params = { id: seller.accountId }
    for (const who of [as('treasurer-1'), seated]) {
      const open = await system.must(unmaskMember, { as: who, params, body: { reason } })
      expect(open.email).toBe(mailbox)
    }
    const open = await system.must(unmaskMember, {
      as: as('reviewer-1'),
      params: { id: stranger.accountId },
      body: { reason: 'The address is reported.' },
    })
    expect(open.withdrawalAddresses.map(one => one.address)).toEqual(await addresses())
    const { items } = await system.must(operatorAudit, {
      as: as('administrator-1'),
      query: { limit: 100 },
    })
    const acts = items.filter(one => one.action === 'read personal data')
    expect(acts[0]).toMatchObject({
      actor: 'reviewer-1',
      members: [stranger.accountId],
      reason: 'The address is reported.',
    })
    expect(acts.length).toBeGreaterThanOrEqual(3)
    const own = await system.must(actsOnOwnAccount, { as: stranger })
    expect(own.items.map(one => one.action)).toContain('read personal data')
    // The log is no second place of what was read.
    expect(JSON.stringify(items)).not.toContain(mailbox)
  })
})

describe('the sessions of a member', () => {
  it('end on every device by a call that is in the audit log', async () => {
    const member = await system.join('Nettle')
    const params = { id: member.accountId }
    const { items } = await system.must(memberSessions, { as: as('support-1'), params })
    expect(items).toHaveLength(1)
    const stream = await fetch(system.at(eventsPath), {
      headers: { authorization: `Bearer ${member.token}` },
    })
    const events = stream.text()
    const caller = { as: as('reviewer-1'), params, body: { reason } }
    expect(await system.must(endMemberSessions, caller)).toEqual({ ended: 1 })
    // The stream ends by the announcement.
    expect(await events).toContain('event: session')
    expect((await system.ask(me, { as: member })).code).toBe(codes.sessionExpired)
    const { why } = await system.must(sessionEnd, { body: { token: member.token } })
    expect(why).toBe('operator')
    expect(await system.must(endMemberSessions, caller)).toEqual({ ended: 0 })
    const { items: acts } = await system.must(operatorAudit, {
      as: as('treasurer-1'),
      query: { limit: 100 },
    })
    expect(acts).toContainEqual(
      expect.objectContaining({
        actor: 'reviewer-1',
        action: 'end member sessions',
        // The log keeps for ever what it names in clear.
        object: 'member',
        members: [member.accountId],
        reason,
      }),
    )
  })
})

describe('a frozen member', () => {
  it('is notified by e-mail and in the app when the account is frozen and when it is opened', async () => {
    const member = await system.join('Clover')
    const address = await bindFresh(system, member)
    const agree = async (freezes: boolean) => {
      const { id } = (await frozen(as('support-1'), member.accountId, freezes)).data
      const params = { id }
      const body = { reason: 'Looked at together.' }
      await system.must(approveProposal, { as: as('treasurer-1'), params, body })
    }
    await agree(true)
    expect((await system.emailsTo(address))[0]?.subject).toContain('账户已被冻结')
    const view = await page(as('support-1'), member)
    expect([view.state, view.moves, view.proposals.map(one => one.state)]).toEqual([
      'frozen',
      ['open'],
      ['approved'],
    ])
    expect((await system.ask(me, { as: member })).code).toBe(codes.accountProblem)
    await agree(false)
    expect((await system.emailsTo(address))[0]?.subject).toContain('已解除冻结')
    await system.job('notifications')
    const { items } = await system.must(notificationList, { as: member })
    expect(items.map(one => one.kind)).toEqual(['account.opened', 'account.frozen'])
    // One e-mail for each: the notification itself sends none.
    expect(await system.emailsTo(address)).toHaveLength(3)
  })
})

describe('the network of a member', () => {
  it('is shown up to the root and one level down', async () => {
    const view = await system.must(memberNetwork, {
      as: as('reviewer-1'),
      params: { id: seller.accountId },
    })
    expect(view.inviter).not.toBeNull()
    expect(view.place).toBeNull()
    const root = view.inviter?.accountId ?? ''
    const top = await system.must(memberNetwork, { as: as('reviewer-1'), params: { id: root } })
    expect(top.inviter).toBeNull()
    expect(top.invited).toBeGreaterThanOrEqual(3)
    expect(top.place).toMatchObject({ depth: 0, above: [], leftOut: 0 })
  })
})
