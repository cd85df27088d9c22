import {
  type AnswerOf,
  answerQuiz,
  appealSuspension,
  applyDistributed,
  conductCode,
  conductText,
  distributionStatus,
  insiderList,
  leaveDistributed,
  openQuiz,
  type StatusAct,
  signConduct,
} from '@banyan/domain'
import { standing } from '@banyan/economy'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ROOT_MEMBER } from '../identity/index.ts'
import { inTransaction, systemNow } from '../platform/database/transaction.ts'
import { newUuid } from '../platform/ids.ts'
import { joinMember, refusalOf, type TestMember } from '../testing/members.ts'
import { openDistributionSystem } from './distribution.fixture.ts'
import type { ModuleReach } from './index.ts'
import { quizBank } from './quiz-bank.ts'

let system: Awaited<ReturnType<typeof openDistributionSystem>>
let member: TestMember
beforeEach(async () => {
  system = await openDistributionSystem()
  member = await joinMember(system.modules)
})
afterEach(() => system.modules.close())

const statusOf = (who = member) => system.call(distributionStatus, who)

/** Answers the open quiz, with `wrong` wrong answers. */
async function answerOpen(wrong = 0): Promise<AnswerOf<typeof answerQuiz>> {
  const { id, questions } = await system.call(openQuiz, member)
  const answers = questions.map(({ id: question, options }, i) => {
    const right = quizBank.find(one => one.id === question)?.options[0].en
    const option = options.find(one => (one.text === right) === i >= wrong)
    return { question, option: option?.id ?? '' }
  })
  return system.call(answerQuiz, member, { params: { id }, body: { answers } })
}

const [proposer, approver, another] = [newUuid(), newUuid(), newUuid()]
const propose = (act: StatusAct, why: string) =>
  inTransaction(system.modules.db.database, tx =>
    system.distribution.statusDecisions.propose(
      tx,
      { accountId: member.accountId, act, why: { zh: `${why}（中文）`, en: why } },
      { operatorId: proposer, memberId: null, among: null },
    ),
  )
const carryOut = (id: string, operatorId = approver) =>
  inTransaction(system.modules.db.database, tx =>
    system.distribution.statusDecisions.carryOut(tx, id, { operatorId, memberId: null }),
  )
/** What two operators agree on. */
const decide = async (act: StatusAct, why: string, by = approver) =>
  carryOut(await propose(act, why), by)

/** Everything up to a status that is active. */
async function become(): Promise<void> {
  await fulfil()
  await system.call(applyDistributed, member)
  await system.close('2026-11-02')
}

/** Everything except the application. */
async function fulfil(who = member): Promise<void> {
  await system.bindEmail(who)
  await answerOpen()
  await system.call(signConduct, who, { body: { version: conductCode.version } })
  await system.modules.shiftClock('8 days')
}

describe('the conditions', () => {
  test('begin with only a payment password, and are met one by one', async () => {
    const { state, conditions, moves, moduleOn } = await statusOf()
    expect([state, moves, moduleOn]).toEqual(['none', ['apply'], true])
    const met = Object.entries(conditions).map(([name, one]) => [name, one.met])
    expect(Object.fromEntries(met)).toEqual({
      accountAge: false,
      email: false,
      paymentPassword: true,
      quiz: false,
      conduct: false,
    })
    expect(await refusalOf(system.call(applyDistributed, member))).toBe('distributedConditions')
    await fulfil()
    const { conditions: now } = await statusOf()
    expect(Object.values(now).every(one => one.met)).toBe(true)
    expect((await system.call(applyDistributed, member)).state).toBe('applied')
  })

  test('include the conduct code, stored in the words that were read', async () => {
    expect(await refusalOf(system.call(signConduct, member, { body: { version: 99 } }))).toBe(
      'conductChanged',
    )
    await system.call(signConduct, member, { body: { version: conductCode.version } })
    const row = await system.modules.db.database
      .selectFrom('conductSignature')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect([row.locale, row.words]).toEqual(['en', conductText('en')])
  })
})

describe('the quiz', () => {
  test('asks ten different questions, the same ones until they are answered', async () => {
    const first = await system.call(openQuiz, member)
    const again = await system.call(openQuiz, member)
    expect(again).toEqual(first)
    expect(new Set(first.questions.map(one => one.id)).size).toBe(10)
    const answers = first.questions.slice(1).map(({ id, options }) => ({
      question: id,
      option: options[0]?.id ?? '',
    }))
    const partly = { params: { id: first.id }, body: { answers } }
    expect(await refusalOf(system.call(answerQuiz, member, partly))).toBe('quizIncomplete')
  })

  test('is passed only by ten right answers, and shows what was wrong', async () => {
    const failed = await answerOpen(1)
    expect(failed).toMatchObject({ passed: false, right: 9, asked: 10 })
    expect(failed.wrong).toHaveLength(1)
    expect((await statusOf()).conditions.quiz).toMatchObject({ met: false, opensAt: null })
    expect(await answerOpen()).toMatchObject({ passed: true, right: 10, wrong: [], opensAt: null })
    expect(await refusalOf(system.call(openQuiz, member))).toBe('quizPassed')
  })

  test('closes after two fails on a day, until the next', async () => {
    await answerOpen(3)
    const second = await answerOpen(3)
    const { opensAt } = (await statusOf()).conditions.quiz
    expect(second.opensAt).toBe(opensAt)
    // Midnight of the platform's zone, 16:00 UTC.
    expect(opensAt).toMatch(/T16:00:00\.000Z$/)
    expect(await refusalOf(system.call(openQuiz, member))).toBe('quizClosed')
    await system.modules.shiftClock('1 day')
    expect((await answerOpen()).passed).toBe(true)
  })

  test('is judged once for each attempt, and only for its own member', async () => {
    const { id, questions } = await system.call(openQuiz, member)
    const answers = questions.map(({ id: question, options }) => ({
      question,
      option: options[0]?.id ?? '',
    }))
    const other = await joinMember(system.modules)
    const given = { params: { id }, body: { answers } }
    expect(await refusalOf(system.call(answerQuiz, other, given))).toBe('notFound')
    await system.call(answerQuiz, member, given)
    expect(await refusalOf(system.call(answerQuiz, member, given))).toBe('quizAnswered')
  })
})

describe('a cut-off', () => {
  test('accepts members who applied before it, and freezes the standing of every node', async () => {
    await fulfil()
    await system.call(applyDistributed, member)
    const waiting = await joinMember(system.modules)
    await system.place([member.memberId, waiting.memberId])
    await system.close('2026-11-01', new Date('2000-01-01T16:00:00Z'))
    expect((await statusOf()).state).toBe('applied')
    await system.close('2026-11-02')
    expect((await statusOf()).state).toBe('active')
    const bits = await system.distribution.standingsOfRun(system.modules.db.database, '2026-11-02')
    expect([...bits]).toEqual([standing.insider, standing.distributed | standing.sound, 0])
    // Whatever happens later, the run's facts stay.
    await system.call(leaveDistributed, member)
    await system.close('2026-11-02')
    expect(
      await system.distribution.standingsOfRun(system.modules.db.database, '2026-11-02'),
    ).toEqual(bits)
    await system.close('2026-11-03')
    const after = await system.distribution.standingsOfRun(system.modules.db.database, '2026-11-03')
    expect([...after]).toEqual([standing.insider, standing.sound, 0])
  })

  test('uses the state at the cut-off, however late it is closed', async () => {
    await fulfil()
    await system.call(applyDistributed, member)
    await system.place([member.memberId])
    await system.close('2026-11-02')
    const { database } = system.modules.db
    // Frozen after the cut-off: still in that run, no longer in the next.
    const freeze = (at: string) =>
      system.modules.db.owner.query(`update member set frozen_at = ${at} where id = $1`, [
        member.memberId,
      ])
    await freeze('house_now()')
    const bitsOf = async (period: string) =>
      [...(await system.distribution.standingsOfRun(database, period))].at(-1)
    const minuteAgo = new Date((await systemNow(database)).getTime() - 60_000)
    await sql`update member_email set bound_at = ${new Date(+minuteAgo - 1)}`.execute(database)
    await sql`update distributed_member set since = ${minuteAgo}`.execute(database)
    await system.close('2026-11-03', minuteAgo)
    expect(await bitsOf('2026-11-03')).toBe(standing.distributed | standing.sound)
    await system.close('2026-11-04')
    expect(await bitsOf('2026-11-04')).toBe(0)
    // An e-mail and a status of later days do not count for a period that was missed.
    await freeze('null')
    await system.close('2026-11-05', new Date(+minuteAgo - 60_000))
    expect(await bitsOf('2026-11-05')).toBe(0)
  })

  test('pays no member who is closing the account, and pays one who has undone that', async () => {
    await fulfil()
    await system.call(applyDistributed, member)
    await system.place([member.memberId])
    await system.close('2026-11-02')
    const { database } = system.modules.db
    const bitsOf = async (period: string) => {
      await system.close(period)
      return [...(await system.distribution.standingsOfRun(database, period))].at(-1)
    }
    await sql`update member set closing_at = house_now() - interval '1 second' where id = ${member.memberId}`.execute(
      database,
    )
    expect(await bitsOf('2026-11-03')).toBe(standing.sound)
    await sql`update member set closing_at = null where id = ${member.memberId}`.execute(database)
    expect(await bitsOf('2026-11-04')).toBe(standing.distributed | standing.sound)
  })

  test('counts nobody as a distributed member where the module is off in their country', async () => {
    await fulfil()
    await system.call(applyDistributed, member)
    await system.place([member.memberId])
    await system.closeWith(['MY'], '2026-11-02')
    const bits = await system.distribution.standingsOfRun(system.modules.db.database, '2026-11-02')
    expect([...bits]).toEqual([standing.insider, standing.sound])
  })

  test('pays exactly the members for whom the page shows no pay stop', async () => {
    const { database } = system.modules.db
    await system.place([member.memberId])
    /** The pay stop that a page shows now, and whether a run that closes now may pay. */
    const stopAndPayable = async (period: string, reach: ModuleReach = ['SG', 'TH']) => {
      const stop = await system.openWith(reach).payStopFor(database, member.memberId)
      await system.closeWith(reach, period)
      const bits = (await system.distribution.standingsOfRun(database, period)).at(-1) ?? 0
      return [stop, (bits & standing.distributed) !== 0]
    }
    expect(await stopAndPayable('2026-11-01')).toEqual(['notDistributed', false])
    await fulfil()
    await system.call(applyDistributed, member)
    // The next cut-off accepts applicants, and nobody is accepted before it.
    expect(await stopAndPayable('2026-11-02')).toEqual(['applied', true])
    expect(await stopAndPayable('2026-11-03')).toEqual([null, true])
    expect(await stopAndPayable('2026-11-04', ['MY'])).toEqual(['moduleOff', false])
    await decide('suspend', 'A poster with amounts on it')
    expect(await stopAndPayable('2026-11-05')).toEqual(['suspended', false])
    expect(await system.distribution.payStopFor(database, ROOT_MEMBER)).toBe('insider')
  })
})

describe('a suspension', () => {
  test('has a reason in both languages, can be appealed once, and the answer is visible', async () => {
    await become()
    await decide('suspend', 'A poster with amounts on it')
    expect(await statusOf()).toMatchObject({
      state: 'suspended',
      reason: { zh: 'A poster with amounts on it（中文）', en: 'A poster with amounts on it' },
      moves: ['appeal'],
    })
    expect(await refusalOf(system.call(leaveDistributed, member))).toBe('distributedState')
    const text = 'It was the poster of the app'
    await system.call(appealSuspension, member, { body: { text } })
    expect(await refusalOf(system.call(appealSuspension, member, { body: { text } }))).toBe(
      'appealMade',
    )
    const waiting = () =>
      system.distribution.waitingAppeals(system.modules.db.database, { after: null, limit: 20 })
    expect(await waiting()).toMatchObject([{ memberId: member.memberId, text }])
    await decide('reinstate', 'It was indeed', another)
    expect(await statusOf()).toMatchObject({
      state: 'active',
      reason: null,
      appeal: { text, answer: { zh: 'It was indeed（中文）', en: 'It was indeed' } },
    })
    expect(await waiting()).toEqual([])
    expect(await refusalOf(propose('reinstate', 'again'))).toBe('statusActNotNow')
    expect(await system.breaches()).toEqual([])
  })

  test('is judged on appeal by somebody who neither proposed nor approved it', async () => {
    await become()
    await decide('suspend', 'A poster with amounts on it')
    await system.call(appealSuspension, member, { body: { text: 'It was not mine' } })
    const answer = await propose('revoke', 'It was')
    expect(await refusalOf(carryOut(answer, approver))).toBe('statusAppealYours')
    await carryOut(answer, another)
    const { state, reason, appeal } = await statusOf()
    expect([state, reason?.en, appeal?.answer?.en]).toEqual(['none', 'It was', 'It was'])
  })

  test('may be approved after its appeal by its proposer no more than by its approver', async () => {
    await become()
    await decide('suspend', 'A poster with amounts on it')
    await system.call(appealSuspension, member, { body: { text: 'It was not mine' } })
    const { statusDecisions } = system.distribution
    const why = { zh: '确实如此', en: 'It was indeed' }
    const asked = { accountId: member.accountId, act: 'reinstate' as const, why }
    const id = await inTransaction(system.modules.db.database, tx =>
      statusDecisions.propose(tx, asked, { operatorId: another, memberId: null, among: null }),
    )
    expect(await refusalOf(carryOut(id, proposer))).toBe('statusAppealYours')
  })

  test('is not decided on what has changed since it was proposed', async () => {
    await become()
    const suspension = await propose('suspend', 'A poster')
    await system.call(leaveDistributed, member)
    expect(await refusalOf(carryOut(suspension))).toBe('statusChanged')
    await system.call(applyDistributed, member)
    await system.close('2026-11-03')
    expect(await refusalOf(carryOut(suspension))).toBe('statusChanged')
    await decide('suspend', 'A poster')
    // The appeal came after the proposal, so its proposer has not read it.
    const revocation = await propose('revoke', 'It was')
    await system.call(appealSuspension, member, { body: { text: 'It was not mine' } })
    expect(await refusalOf(carryOut(revocation, another))).toBe('statusChanged')
  })

  test('is no act of the server alone', async () => {
    await become()
    await expect(
      sql`update distributed_member set state = 'suspended', reason_zh = 'a', reason_en = 'a'`.execute(
        system.modules.db.database,
      ),
    ).rejects.toThrow('no decision changes the status')
    await decide('suspend', 'A poster')
    await expect(
      sql`update distributed_member set state = 'active'`.execute(system.modules.db.database),
    ).rejects.toThrow('no decision changes the status')
    await expect(
      system.modules.db.owner.query(`update status_decision set done_in = '7'`),
    ).rejects.toThrow('was carried out before')
  })

  test('keeps every step unchanged', async () => {
    await fulfil()
    await system.call(applyDistributed, member)
    await system.call(leaveDistributed, member)
    const { rows } = await sql<{ event: string }>`
      select event from distributed_event order by at, id`.execute(system.modules.db.database)
    expect(rows.map(row => row.event)).toEqual(['apply', 'leave'])
    await expect(system.modules.db.owner.query('delete from distributed_event')).rejects.toThrow(
      'cannot be changed',
    )
  })
})

test("the platform's own accounts are public, with what the network paid them", async () => {
  const { items } = await system.call(insiderList, member)
  expect(items).toMatchObject([{ role: 'platform', coins: '0', paid: '0' }])
  expect(await system.modules.identity.accountIdOf(system.modules.db.database, ROOT_MEMBER)).toBe(
    items[0]?.accountId,
  )
})

test('an account that two operators list is paid nothing from the next cut-off on, for good', async () => {
  const { database, owner } = system.modules.db
  await fulfil()
  await system.call(applyDistributed, member)
  await system.place([member.memberId])
  await system.close('2026-11-02')
  expect(await system.distribution.payStopFor(database, member.memberId)).toBeNull()
  const asked = { accountId: member.accountId, role: 'test' as const, why: 'Our own phone.' }
  await inTransaction(database, async tx =>
    system.distribution.carryOutListing(tx, await system.distribution.writeListing(tx, asked)),
  )
  expect(await system.distribution.payStopFor(database, member.memberId)).toBe('insider')
  await system.close('2026-11-03')
  const bitsOf = async (period: string) =>
    [...(await system.distribution.standingsOfRun(database, period))].at(-1)
  const sound = standing.distributed | standing.sound
  expect(await bitsOf('2026-11-02')).toBe(sound)
  expect(await bitsOf('2026-11-03')).toBe(sound | standing.insider)
  // Nobody can remove a row from the list, not even with direct database access.
  await expect(owner.query('delete from insider')).rejects.toThrow(/cannot be changed/)
})

test('effective members are recorded by the runs that begin and end it', async () => {
  const { database } = system.modules.db
  const other = await joinMember(system.modules)
  const record = (period: string, ids: string[]) =>
    inTransaction(database, tx => system.distribution.recordEffective(tx, period, ids))
  await record('2026-11-01', [member.memberId])
  await record('2026-11-01', [member.memberId])
  await record('2026-11-02', [member.memberId, other.memberId])
  await record('2026-11-03', [other.memberId])
  const ids = [member.memberId, other.memberId]
  expect([...(await system.distribution.effectiveAmong(database, ids))]).toEqual([other.memberId])
  const rows = await database
    .selectFrom('effectiveMember')
    .select(['memberId', 'since', 'until'])
    .orderBy('since')
    .execute()
  expect(rows).toEqual([
    { memberId: member.memberId, since: '2026-11-01', until: '2026-11-03' },
    { memberId: other.memberId, since: '2026-11-02', until: null },
  ])
})
