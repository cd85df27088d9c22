import { randomUUID } from 'node:crypto'
import {
  answerRiskQuestions,
  placeSubscription,
  publishBuyOrder,
  refusals,
  riskQuestions,
  takeOrder,
} from '@banyan/domain'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { drawNickname, joinMember, PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { buyBody, equip, offer } from '../testing/scene.ts'
import { riskQuestionBank, riskQuestionsText } from './questions.ts'

let system: HttpSystem
let seller: TestMember
beforeAll(async () => {
  system = await openHttpSystem()
  seller = await system.join('Sorrel')
  await equip(system, seller)
})
afterAll(() => system.close())

const headers = { 'accept-language': 'en' }

/** A member with money who has answered nothing yet. */
async function newcomer(): Promise<TestMember> {
  const member = await joinMember(system.modules, { nickname: drawNickname('Bramble') })
  await equip(system, member)
  return member
}

/** Chooses right options, and wrong ones for the questions named. */
async function choose(member: TestMember, wrong: readonly string[] = []) {
  const { questions } = await system.must(riskQuestions, { as: member, headers })
  return questions.map(({ id: question, options }) => {
    const right = riskQuestionBank.find(one => one.id === question)?.options[0].en
    const option = options.find(one => (one.text === right) !== wrong.includes(question))
    return { question, option: option?.id ?? '' }
  })
}
const answer = async (member: TestMember, wrong: readonly string[] = []) =>
  system.must(answerRiskQuestions, {
    as: member,
    headers,
    body: { answers: await choose(member, wrong) },
  })
const subscribing = { amount: '100', paymentPassword: PAYMENT_PASSWORD }

describe('without answered questions', () => {
  test('no subscription, no take of a sell order and no buy order goes through', async () => {
    const member = await newcomer()
    const order = await offer(system, seller, '100')
    const take = { quantity: '20', network: 'BSC', version: 1 }
    const ways = () => [
      system.ask(placeSubscription, { as: member, headers, body: subscribing }),
      system.ask(publishBuyOrder, { as: member, headers, body: buyBody('20') }),
      system.ask(takeOrder, { as: member, headers, params: { id: order.id }, body: take }),
    ]
    const open = refusals.riskQuestionsOpen
    for (const reply of await Promise.all(ways()))
      expect(reply).toMatchObject({ code: open.code, msg: open.en })
    await answer(member)
    for (const reply of await Promise.all(ways())) expect(reply.code).toBe(1)
  })

  test('a refused call leaves no trace: sent again with its key after the answers it happens once', async () => {
    const member = await newcomer()
    const call = { as: member, body: subscribing, key: randomUUID() }
    expect((await system.ask(placeSubscription, call)).code).toBe(refusals.riskQuestionsOpen.code)
    await answer(member)
    const order = await system.must(placeSubscription, call)
    expect(await system.must(placeSubscription, call)).toEqual(order)
  })

  test('one member without answers does not delay the others of the batch', async () => {
    const order = await offer(system, seller, '100')
    const takers = [await newcomer(), await system.join('Yarrow')] as const
    const replies = await Promise.all(
      takers.map(as =>
        system.ask(takeOrder, {
          as,
          params: { id: order.id },
          body: { quantity: '20', network: 'BSC', version: 1 },
        }),
      ),
    )
    expect(replies.map(one => one.code)).toEqual([refusals.riskQuestionsOpen.code, 1])
  })
})

describe('the questions', () => {
  test('are four, in the language of the member, without a hint at the right options', async () => {
    const member = await newcomer()
    const other = await newcomer()
    const { answeredAt, questions } = await system.must(riskQuestions, { as: member, headers })
    expect([answeredAt, questions.map(one => one.id)]).toEqual([
      null,
      ['loss', 'leaving', 'pay', 'share'],
    ])
    const names = (all: typeof questions) => all.flatMap(one => one.options.map(({ id }) => id))
    expect(new Set(names(questions)).size).toBe(12)
    const others = (await system.must(riskQuestions, { as: other, headers })).questions
    expect(names(others).some(name => names(questions).includes(name))).toBe(false)
  })

  test('wrong answers are explained, and can be corrected at once', async () => {
    const member = await newcomer()
    const first = await answer(member, ['pay', 'share'])
    expect(first).toMatchObject({
      answeredAt: null,
      wrong: riskQuestionBank.slice(2).map(({ id, why }) => ({ question: id, why: why.en })),
    })
    expect(await answer(member)).toMatchObject({ answeredAt: expect.any(String), wrong: [] })
  })

  test("require every answer, and accept only the member's own", async () => {
    const member = await newcomer()
    const answers = await choose(member)
    const partly = { as: member, body: { answers: answers.slice(1) } }
    expect((await system.ask(answerRiskQuestions, partly)).code).toBe(refusals.quizIncomplete.code)
    const others = { as: await newcomer(), body: { answers } }
    expect((await system.must(answerRiskQuestions, others)).wrong).toHaveLength(4)
  })

  test('are stored as they were read, once and for good', async () => {
    const member = await newcomer()
    const { answeredAt } = await answer(member)
    expect((await answer(member)).answeredAt).toBe(answeredAt)
    const { owner } = system.db
    const kept = await owner.query('select locale, words from risk_answer where member_id = $1', [
      member.memberId,
    ])
    expect(kept.rows).toEqual([{ locale: 'en', words: riskQuestionsText('en') }])
    await expect(owner.query('delete from risk_answer')).rejects.toThrow('cannot be changed')
  })
})
