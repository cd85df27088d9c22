import {
  approveProposal,
  eventsPath,
  lockConsole,
  type OperatorRole,
  openConsole,
  operatorEventsPath,
  operatorRoles,
  operatorSignIn,
  operatorSignOut,
  operatorTopics,
  proposeOperator,
  proposeOperatorEnd,
  refuseProposal,
  topics,
} from '@banyan/domain'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../platform/database/transaction.ts'
import { announce, type OutboxTopic } from '../platform/outbox/announce.ts'
import { type HttpSystem, openHttpSystem } from './http-system.ts'
import { type Listener, openListener } from './listener.ts'
import { browserOf, joinedOperators } from './operators.ts'

let system: HttpSystem
let operator: (name: string) => { token: string }
const listeners: Listener[] = []
beforeAll(async () => {
  system = await openHttpSystem()
  operator = await joinedOperators(system, operatorRoles)
})
afterEach(() => {
  for (const one of listeners.splice(0)) one.hangUp()
})
afterAll(() => system.close())

async function listen(who: Parameters<typeof openListener>[1], after?: string): Promise<Listener> {
  const listener = await openListener(system.consoleUrl + operatorEventsPath, who, after)
  listeners.push(listener)
  return listener
}
const hears = (listener: Listener, event: string) =>
  expect.poll(() => listener.events).toContain(event)

/** What each role hears, as security.md 4.11 lets it read; everything else it does not hear. */
const topicsOf: Readonly<Record<OperatorRole, string>> = {
  support: 'custody feedback members noticeDesk proposals rules service',
  reviewer: 'audit custody deposits members payouts proposals rules statistics withdrawals',
  arbitrator: 'appeals audit custody rules',
  treasurer:
    'audit custody deposits members payouts proposals rules settlements statistics treasury withdrawals',
  administrator:
    'appeals audit custody deposits feedback members noticeDesk payouts proposals rules service settlements statistics treasury',
}

/** News of every topic of members and of operators, in one transaction. */
const announceAll = (memberId: string, subject: string) =>
  inTransaction(system.db.database, tx =>
    announce(
      tx,
      [...new Set<OutboxTopic>([...topics, ...operatorTopics])].map(topic => ({
        memberId,
        topic,
        subject,
      })),
    ),
  )

describe("an operator's stream", () => {
  it('has exactly the topics that the role may read', async () => {
    const member = await system.join('Somebody')
    const streams = await Promise.all(operatorRoles.map(role => listen(operator(`${role}-1`))))
    await announceAll(member.memberId, 'one')
    // A later transaction comes later: what is not heard by then was not sent.
    await inTransaction(system.db.database, tx =>
      announce(tx, [{ memberId: null, topic: 'custody', subject: 'last' }]),
    )
    for (const [place, role] of operatorRoles.entries()) {
      const stream = streams[place] as Listener
      await hears(stream, 'custody last')
      const names = stream.events.filter(event => event.endsWith(' one'))
      expect(
        names
          .map(event => event.split(' ')[0])
          .sort()
          .join(' '),
        role,
      ).toBe(topicsOf[role])
    }
  })

  it('is not what members hear, now or after a pause', async () => {
    const member = await system.join('Hearer')
    const open = (after?: string) => openListener(system.url + eventsPath, member, after)
    const first = await open()
    listeners.push(first)
    await inTransaction(system.db.database, tx =>
      announce(tx, [{ memberId: null, topic: 'custody', subject: 'place' }]),
    )
    await hears(first, 'custody place')
    const place = first.lastId()
    await inTransaction(system.db.database, tx =>
      announce(
        tx,
        operatorTopics
          .filter(topic => !(topics as readonly string[]).includes(topic))
          .map(topic => ({ memberId: null, topic, subject: 'desk' })),
      ),
    )
    await inTransaction(system.db.database, tx =>
      announce(tx, [{ memberId: null, topic: 'custody', subject: 'end' }]),
    )
    await hears(first, 'custody end')
    const resumed = await open(place)
    listeners.push(resumed)
    await hears(resumed, 'custody end')
    for (const stream of [first, resumed]) expect(stream.text()).not.toContain('desk')
  })

  it('tells each of two operators at once what the other does, without saying what', async () => {
    const [one, other] = [operator('administrator-1'), operator('administrator-2')]
    const [atOne, atOther] = await Promise.all([listen(one), listen(other)])
    const { id } = await system.must(proposeOperator, {
      as: one,
      body: { name: 'newcomer', role: 'support' },
    })
    await hears(atOther, 'proposals null')
    await hears(atOther, 'audit null')
    expect(atOther.text()).not.toContain(id)
    const before = atOne.events.filter(event => event === 'proposals null').length
    await system.must(refuseProposal, { as: other, params: { id }, body: { reason: 'Not yet.' } })
    await expect
      .poll(() => atOne.events.filter(event => event === 'proposals null').length)
      .toBeGreaterThan(before)
    expect(atOne.text()).not.toContain('newcomer')
  })

  it('resumes with what it missed of its topics', async () => {
    const reviewer = operator('reviewer-1')
    const first = await listen(reviewer)
    const say = (topic: OutboxTopic, subject: string) =>
      inTransaction(system.db.database, tx => announce(tx, [{ memberId: null, topic, subject }]))
    await say('rules', 'before')
    await hears(first, 'rules before')
    first.hangUp()
    await say('payouts', 'missed')
    await say('settlements', 'missed')
    const second = await listen(reviewer, first.lastId())
    await hears(second, 'payouts missed')
    expect(second.events).not.toContain('settlements missed')
  })
})

describe("an operator's stream ends", () => {
  it('when the operator signs out, and nobody else’s does', async () => {
    const { token } = await system.must(operatorSignIn, {
      body: { name: 'support-2', password: 'a long enough password' },
    })
    const [mine, sameOperator, other] = await Promise.all([
      listen({ token }),
      listen(operator('support-2')),
      listen(operator('reviewer-2')),
    ])
    await system.must(operatorSignOut, { as: { token } })
    await expect.poll(() => mine.ended()).toBe(true)
    expect(mine.text()).toContain('event: session')
    await inTransaction(system.db.database, tx =>
      announce(tx, [{ memberId: null, topic: 'rules', subject: 'after' }]),
    )
    for (const stream of [sameOperator, other]) {
      await hears(stream, 'rules after')
      expect(stream.text()).not.toContain('operatorSession')
    }
  })

  it('when the operator’s account ends', async () => {
    const stream = await listen(operator('arbitrator-2'))
    const { id } = await system.must(proposeOperatorEnd, {
      as: operator('administrator-1'),
      body: { name: 'arbitrator-2', why: 'Leaves.' },
    })
    await system.must(approveProposal, {
      as: operator('administrator-2'),
      params: { id },
      body: { reason: 'Seen in person.' },
    })
    await expect.poll(() => stream.ended()).toBe(true)
  })

  it('when the console is locked', async () => {
    const browser = browserOf(system)
    const body = { name: 'treasurer-2', password: 'a long enough password' }
    expect((await browser.ask(openConsole, { body })).code).toBe(1)
    const cookie = `__Host-banyan-operator=${browser.token()}`
    const stream = await listen({ headers: { 'x-banyan-console': '1', cookie } })
    expect((await browser.ask(lockConsole)).code).toBe(1)
    await expect.poll(() => stream.ended()).toBe(true)
  })
})
