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
import { type HttpHouse, openHttpHouse } from '../testing/http-house.ts'
import { buyBody, equip, offer } from '../testing/lived-in-house.ts'
import { drawNickname, joinMember, PAYMENT_PASSWORD, type TestMember } from '../testing/members.ts'
import { riskQuestionBank, riskQuestionsText } from './questions.ts'

let house: HttpHouse
let seller: TestMember
beforeAll(async () => {
  house = await openHttpHouse()
  seller = await house.join('Sorrel')
  await equip(house, seller)
})
afterAll(() => house.close())

const headers = { 'accept-language': 'en' }

/** Somebody with money who has answered nothing yet. */
async function newcomer(): Promise<TestMember> {
  const member = await joinMember(house.rooms, { nickname: drawNickname('Bramble') })
  await equip(house, member)
  return member
}

/** Chooses right options, and wrong ones for the questions named. */
async function choose(member: TestMember, wrong: readonly string[] = []) {
  const { questions } = await house.must(riskQuestions, { as: member, headers })
  return questions.map(({ id: question, options }) => {
    const right = riskQuestionBank.find(one => one.id === question)?.options[0].en
    const option = options.find(one => (one.text === right) !== wrong.includes(question))
    return { question, option: option?.id ?? '' }
  })
}
const answer = async (member: TestMember, wrong: readonly string[] = []) =>
  house.must(answerRiskQuestions, {
    as: member,
    headers,
    body: { answers: await choose(member, wrong) },
  })
const subscribing = { amount: '100', paymentPassword: PAYMENT_PASSWORD }

describe('before the first money goes in', () => {
  test('no subscription, no take of a sell order and no buy order goes through without answers', async () => {
    const member = await newcomer()
    const order = await offer(house, seller, '100')
    const take = { quantity: '20', network: 'BSC', version: 1 }
    const ways = () => [
      house.ask(placeSubscription, { as: member, headers, body: subscribing }),
      house.ask(publishBuyOrder, { as: member, headers, body: buyBody('20') }),
      house.ask(takeOrder, { as: member, headers, params: { id: order.id }, body: take }),
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
    expect((await house.ask(placeSubscription, call)).code).toBe(refusals.riskQuestionsOpen.code)
    await answer(member)
    const made = await house.must(placeSubscription, call)
    expect(await house.must(placeSubscription, call)).toEqual(made)
  })

  test('a member who has not answered holds up nobody else of the batch', async () => {
    const order = await offer(house, seller, '100')
    const takers = [await newcomer(), await house.join('Yarrow')] as const
    const replies = await Promise.all(
      takers.map(as =>
        house.ask(takeOrder, {
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
  test('are four, in the language of the member, and nothing tells the right options', async () => {
    const member = await newcomer()
    const other = await newcomer()
    const { answeredAt, questions } = await house.must(riskQuestions, { as: member, headers })
    expect([answeredAt, questions.map(one => one.id)]).toEqual([
      null,
      ['loss', 'leaving', 'pay', 'share'],
    ])
    const names = (all: typeof questions) => all.flatMap(one => one.options.map(({ id }) => id))
    expect(new Set(names(questions)).size).toBe(12)
    const others = (await house.must(riskQuestions, { as: other, headers })).questions
    expect(names(others).some(name => names(questions).includes(name))).toBe(false)
  })

  test('what is wrong is explained, and can be answered again at once', async () => {
    const member = await newcomer()
    const first = await answer(member, ['pay', 'share'])
    expect(first).toMatchObject({
      answeredAt: null,
      wrong: riskQuestionBank.slice(2).map(({ id, why }) => ({ question: id, why: why.en })),
    })
    expect(await answer(member)).toMatchObject({ answeredAt: expect.any(String), wrong: [] })
  })

  test('want every answer, and only those of the member', async () => {
    const member = await newcomer()
    const answers = await choose(member)
    const partly = { as: member, body: { answers: answers.slice(1) } }
    expect((await house.ask(answerRiskQuestions, partly)).code).toBe(refusals.quizIncomplete.code)
    const others = { as: await newcomer(), body: { answers } }
    expect((await house.must(answerRiskQuestions, others)).wrong).toHaveLength(4)
  })

  test('are kept as they were read, once and for good', async () => {
    const member = await newcomer()
    const { answeredAt } = await answer(member)
    expect((await answer(member)).answeredAt).toBe(answeredAt)
    const { owner } = house.db
    const kept = await owner.query('select locale, words from risk_answer where member_id = $1', [
      member.memberId,
    ])
    expect(kept.rows).toEqual([{ locale: 'en', words: riskQuestionsText('en') }])
    await expect(owner.query('delete from risk_answer')).rejects.toThrow('cannot be changed')
  })
})
