import {
  addCannedAnswer,
  answerFeedback,
  answerMember,
  askForPerson,
  assignConversation,
  cannedAnswers,
  casePicturePath,
  changeCannedAnswer,
  closeConversation,
  feedbackList,
  feedbackQueue,
  markConversationRead,
  markServiceRead,
  notificationList,
  operatorAudit,
  operatorEventsPath,
  rateConversation,
  refusals,
  removeCannedAnswer,
  sendFeedback,
  serviceInbox,
  serviceLimits,
  serviceMessages,
  serviceThread,
  serviceUnread,
  setServiceNickname,
  takeConversation,
  uploadedPicturePath,
  uuidOf,
  writeToService,
} from '@banyan/domain'
import { until } from '@banyan/tools/until'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newUuid } from '../platform/ids.ts'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { changesOf, meet, rowOf, times } from '../testing/meet.ts'
import type { TestMember } from '../testing/members.ts'
import { joinedOperators } from '../testing/operators.ts'
import { equip, offer, takePart, uploadPicture } from '../testing/scene.ts'

const WORDS = 'legal winner thank year wave sausage worth useful legal winner thank yellow'

let system: HttpSystem
let operator: (name: string) => { token: string }
let support: { token: string }
let other: { token: string }
let administrator: { token: string }
let member: TestMember
beforeAll(async () => {
  system = await openHttpSystem({ env: { SERVICE_HOURS: '1-7 00:00-24:00 UTC' } })
  operator = await joinedOperators(system, ['support', 'arbitrator', 'reviewer', 'administrator'])
  support = operator('support-1')
  other = operator('support-2')
  administrator = operator('administrator-1')
  await system.must(setServiceNickname, { as: support, body: { nickname: '小林' } })
})
beforeEach(async () => {
  member = await system.join('Asker')
})
afterAll(() => system.close())

const write = (text: string, pictures: string[] = [], as: { token: string } = member) =>
  system.ask(writeToService, { as, body: { text, pictures } })
const thread = (as: { token: string } = member, query: object = {}) =>
  system.must(serviceMessages, { as, query })
const threadLines = async (as?: { token: string }) =>
  (await thread(as)).items.map(one => one.event ?? `${one.by}: ${one.text}`).reverse()
const unread = async (as: { token: string } = member) =>
  (await system.must(serviceUnread, { as })).unread
/** The conversation that a member has just opened with a message. */
const opened = async (text = 'hello'): Promise<{ id: string }> => {
  const reply = await write(text)
  return { id: reply.data.conversationId }
}
const take = (params: { id: string }, as = support) => system.ask(takeConversation, { as, params })
const answer = (
  params: { id: string },
  text: string,
  { as = support, pictures = [] as string[], place = 99 } = {},
) => system.ask(answerMember, { as, params, body: { text, pictures, place } })
const close = (params: { id: string }, place: number, as = support) =>
  system.ask(closeConversation, { as, params, body: { place } })

describe('a conversation with the service', () => {
  it('opens with the first message, which the server answers automatically, once', async () => {
    await write('Is anybody there?')
    await write('Hello?')
    expect(await threadLines()).toEqual([
      'member: Is anybody there?',
      'automatic: ',
      'member: Hello?',
    ])
    const { items, conversation, hours } = await thread()
    expect(items[1]?.automatic).toEqual({ isOpen: true, matters: [] })
    expect([conversation?.state, conversation?.isAttended, hours.isOpen]).toEqual([
      'open',
      false,
      true,
    ])
  })

  it('looks up open matters: a trade with its deadline, of this member only', async () => {
    const seller = await system.join('Seller')
    await equip(system, seller)
    const trade = await takePart(system, member, (await offer(system, seller)).id)
    await write('What now?')
    await write('And mine?', [], seller)
    const [mine, theirs] = [(await thread()).items[0], (await thread(seller)).items[0]]
    expect(mine?.automatic?.matters).toMatchObject([
      { kind: 'trade', id: trade.id, side: 'buy', awaited: 'me' },
    ])
    expect(theirs?.automatic?.matters).toMatchObject([{ id: trade.id, awaited: 'other' }])
    await write('I hold nothing', [], await system.join('Stranger'))
  })

  it('is read and written only by its member, its pictures included', async () => {
    const outsider = await system.join('Yarrow')
    const picture = await uploadPicture(system, member)
    expect((await write('', [picture])).code).toBe(1)
    expect((await thread(outsider)).items).toEqual([])
    expect((await thread(outsider)).conversation).toBeNull()
    expect((await write('mine now', [picture], outsider)).code).toBe(
      refusals.servicePictureUnknown.code,
    )
    const typeSeenBy = async (as: { token: string }, path: string) =>
      (
        await fetch(system.at(path), { headers: { authorization: `Bearer ${as.token}` } })
      ).headers.get('content-type')
    const forMembers = uploadedPicturePath(picture)
    const forOperators = `${casePicturePath}/${picture}`
    expect(await typeSeenBy(outsider, forMembers)).toContain('json')
    const params = { id: (await thread()).conversation?.id ?? '' }
    for (const name of ['support-1', 'administrator-1', 'arbitrator-1', 'reviewer-1']) {
      const as = operator(name)
      const readsThread = (await system.ask(serviceThread, { as, params })).code === 1
      const type = await typeSeenBy(as, forOperators)
      expect(type === 'image/webp', name).toBe(readsThread)
      expect(readsThread, name).toBe(/support|administrator/.test(name))
    }
  })

  it('keeps text as text, and refuses what is empty or too long', async () => {
    const text = '<img src=x onerror=alert(1)> **bold** https://evil.example\n第二行'
    await write(text)
    expect((await thread()).items.at(-1)?.text).toBe(text)
    for (const [bad, pictures] of [
      ['  ', []],
      ['x'.repeat(serviceLimits.characters + 1), []],
      ['\u202eabc', []],
      ['many', Array.from({ length: serviceLimits.pictures + 1 }, () => `img_${'0'.repeat(32)}`)],
    ] as const)
      expect((await write(bad, [...pictures])).code, bad.slice(0, 20)).toBe(
        refusals.invalidInput.code,
      )
  })

  it('refuses a pasted recovery phrase, in a message, a rating and feedback, and stores nothing', async () => {
    const before = await system.facts()
    expect((await write(`my words: ${WORDS}`)).code).toBe(refusals.recoveryWordsInText.code)
    const rating = { conversationId: `svc_${'0'.repeat(32)}`, stars: 1, text: WORDS }
    expect((await system.ask(rateConversation, { as: member, body: rating })).code).toBe(
      refusals.recoveryWordsInText.code,
    )
    const body = { type: 'problem', text: WORDS, pictures: [] }
    expect((await system.ask(sendFeedback, { as: member, body })).code).toBe(
      refusals.recoveryWordsInText.code,
    )
    expect(await system.facts()).toBe(before)
  })

  it('stays open to a member whose account is frozen, and no other call of theirs does', async () => {
    await system.db.owner.query('update member set frozen_at = house_now() where id = $1', [
      member.memberId,
    ])
    expect((await write('Why is my account frozen?')).code).toBe(1)
    expect(await threadLines()).toContain('member: Why is my account frozen?')
    expect((await system.ask(notificationList, { as: member })).code).toBe(
      refusals.accountProblem.code,
    )
  })

  it('counts what is unread, marks it, and shows each side how far the other has read', async () => {
    const params = await opened()
    expect(await unread(), 'the automatic answer').toBe(1)
    await take(params)
    await answer(params, 'Good morning')
    expect(await unread()).toBe(3)
    const newest = (await thread()).items[0]?.place ?? 0
    await system.must(markServiceRead, { as: member, body: { place: newest } })
    expect(await unread()).toBe(0)
    await write('thank you')
    const entry = async () =>
      (await system.must(serviceThread, { as: support, params })).conversation.unread
    expect(await entry()).toBe(1)
    const mark = (as: { token: string }) =>
      system.ask(markConversationRead, { as, params, body: { place: 99 } })
    expect((await mark(other)).code).toBe(refusals.conversationNotYours.code)
    expect((await thread()).read.staff).toBe(newest)
    await mark(support)
    expect(await entry()).toBe(0)
    expect((await thread()).read).toEqual({ member: newest, staff: newest + 1 })
  })

  it('is read page by page without a gap', async () => {
    for (const at of [1, 2, 3, 4, 5]) await write(`message ${at}`)
    const first = await thread(member, { limit: 4 })
    const rest = await thread(member, { limit: 4, cursor: first.nextCursor })
    expect(rest.nextCursor).toBeNull()
    expect([...first.items, ...rest.items].map(one => one.place)).toEqual([6, 5, 4, 3, 2, 1])
  })

  it('gives each of many simultaneous messages a place, and each message once', async () => {
    const sending = times(20, at =>
      system.ask(writeToService, {
        as: member,
        key: `service-message-key-${at >> 1}`,
        body: { text: `message ${at >> 1}`, pictures: [] },
      }),
    )
    await write('first')
    const many = await meet(system.db, changesOf('service_thread'), sending, { waiting: 5 })
    expect(new Set((await Promise.all(many)).map(reply => reply.code))).toEqual(new Set([1]))
    const { items } = await thread(member, { limit: 100 })
    expect(items.filter(one => one.by === 'member')).toHaveLength(11)
    expect(items.map(one => one.place)).toEqual(items.map((_, at) => items.length - at))
  })

  it('asks for a person once, however often the button is pressed', async () => {
    await system.must(askForPerson, { as: member })
    await system.must(askForPerson, { as: member })
    expect(await threadLines()).toEqual(['personAsked'])
    const { items } = await system.must(serviceInbox, { as: support, query: { limit: 100 } })
    const row = items.find(one => one.member.accountId === member.accountId)
    expect([row?.personAsked, row?.waitingSince !== null]).toEqual([true, true])
  })
})

describe('the staff', () => {
  it('attends to a conversation as one person, whose public name the member reads', async () => {
    const params = await opened()
    const both = [support, other].map(as => () => system.ask(takeConversation, { as, params }))
    const replies = await Promise.all(await meet(system.db, changesOf('service_thread'), both))
    expect(replies.map(one => one.code).sort()).toEqual([1, refusals.conversationTaken.code])
    const [winner, loser] = replies[0]?.code === 1 ? [support, other] : [other, support]
    expect((await answer(params, 'me too', { as: loser })).code).toBe(
      refusals.conversationNotYours.code,
    )
    await answer(params, 'How can I help?', { as: winner })
    const { items, conversation } = await thread()
    expect(items.map(one => one.event ?? one.by)).toEqual([
      'staff',
      'joined',
      'automatic',
      'member',
    ])
    const name = winner === support ? '小林' : null
    expect([items[0]?.nickname, items[1]?.nickname, conversation?.nickname]).toEqual([
      name,
      name,
      name,
    ])
    expect(JSON.stringify(await thread())).not.toMatch(/support-[12]/)
  })

  it('lists waiting conversations with the longest waiting first, and moves one on when it is answered', async () => {
    const [one, two] = [await opened(), { id: '' }]
    two.id = (await write('second', [], await system.join('Later'))).data.conversationId
    const ids = async (view: string, as = support) =>
      (await system.must(serviceInbox, { as, query: { view, limit: 100 } })).items.map(
        row => row.id,
      )
    const waiting = await ids('waiting')
    expect(waiting.indexOf(one.id)).toBeLessThan(waiting.indexOf(two.id))
    await take(one)
    expect(await ids('waiting')).not.toContain(one.id)
    expect(await ids('mine')).toContain(one.id)
    expect(await ids('mine', other)).not.toContain(one.id)
    expect(await ids('assigned', administrator)).toContain(one.id)
    await answer(one, 'done')
    await close(one, 99)
    expect(await ids('closed')).toContain(one.id)
    const { conversation } = await system.must(serviceThread, { as: support, params: one })
    expect([conversation.waitingSince, conversation.assignedTo]).toEqual([null, 'support-1'])
  })

  it('answers only what it has seen: later messages of the member stay unread and wait', async () => {
    const params = await opened('first')
    await take(params)
    const seen = (await thread()).items[0]?.place ?? 0
    const { at } = (await write('second, while the answer is written')).data
    await write('third')
    await answer(params, 'About your first', { place: seen })
    const row = async () => (await system.must(serviceThread, { as: support, params })).conversation
    expect(await row()).toMatchObject({ waitingSince: at, unread: 2 })
    expect((await thread()).read.staff).toBe(seen)
    await answer(params, 'And about the others', { place: seen + 2 })
    expect(await row()).toMatchObject({ waitingSince: null, unread: 0 })
  })

  it('does not count messages as read by the member when the member writes', async () => {
    const params = await opened()
    await take(params)
    await answer(params, 'Please read this')
    const before = await unread()
    await write('I am still typing')
    expect(await unread()).toBe(before)
    expect((await thread()).read.member).toBe(0)
  })

  it('refuses a place that a thread cannot have', async () => {
    const params = await opened()
    await take(params)
    const place = 3_000_000_000
    const codes = [
      await answer(params, 'hi', { place }),
      await close(params, place),
      await system.ask(markConversationRead, { as: support, params, body: { place } }),
      await system.ask(markServiceRead, { as: member, body: { place } }),
    ].map(reply => reply.code)
    expect(new Set(codes)).toEqual(new Set([refusals.invalidInput.code]))
  })

  it('hands a conversation on: support its own, an administrator any, and only to support', async () => {
    const params = await opened()
    const assign = (as: { token: string }, name: string) =>
      system.ask(assignConversation, { as, params, body: { name } })
    expect((await assign(other, 'support-2')).code).toBe(refusals.conversationNotYours.code)
    expect((await assign(administrator, 'reviewer-1')).code).toBe(refusals.supportUnknown.code)
    expect((await assign(administrator, 'support-1')).code).toBe(1)
    expect((await assign(support, 'support-2')).data.assignedTo).toBe('support-2')
    expect((await answer(params, 'still me')).code).toBe(refusals.conversationNotYours.code)
  })

  it('closes no conversation with a message that it has not seen', async () => {
    const params = await opened()
    await take(params)
    await answer(params, 'Anything else?')
    const seen = (await thread()).items[0]?.place ?? 0
    await write('Yes, one thing')
    expect((await close(params, seen)).code).toBe(refusals.conversationHasNews.code)
    expect((await close(params, seen + 1)).code).toBe(1)
    expect((await answer(params, 'late')).code).toBe(refusals.conversationClosed.code)
    expect((await close(params, 99)).code).toBe(refusals.conversationClosed.code)
  })

  it('loses no message that is sent while the conversation is being closed', async () => {
    const params = await opened()
    await take(params)
    const { place } = (await answer(params, 'Good bye')).data
    const meeting = [() => close(params, place), () => write('wait, one more question')]
    const [closing, writing] = await Promise.all(
      await meet(system.db, changesOf('service_thread'), meeting, { waiting: 1 }),
    )
    expect(writing?.code).toBe(1)
    const { conversation, items } = await thread()
    expect(conversation?.state, 'the message is in an open conversation').toBe('open')
    expect(items.some(one => one.text === 'wait, one more question')).toBe(true)
    // Closed first: the message opened the next conversation. Written first: it stayed open.
    const isNext = conversation?.id !== params.id
    expect(closing?.code).toBe(isNext ? 1 : refusals.conversationHasNews.code)
  })

  it('is rated once, only when it is closed and one’s own; the next message opens another', async () => {
    const params = await opened()
    const rate = (as: { token: string } = member, stars = 4) =>
      system.ask(rateConversation, {
        as,
        body: { conversationId: params.id, stars, text: '很快' },
      })
    expect((await rate()).code).toBe(refusals.conversationNotRatable.code)
    await take(params)
    await close(params, 99)
    expect((await rate(await system.join('Thief'))).code).toBe(refusals.notFound.code)
    expect((await rate(member, 6)).code).toBe(refusals.invalidInput.code)
    expect((await rate()).data.rating).toEqual({ stars: 4, text: '很快' })
    expect((await rate(member, 1)).code).toBe(refusals.conversationNotRatable.code)
    await write('Hello again')
    const { conversation, items } = await thread()
    expect(conversation?.id).not.toBe(params.id)
    expect(items[0]?.by).toBe('automatic')
  })

  it('sees picture and text of its own answers with the member, and cannot show a picture of others', async () => {
    const params = await opened()
    await take(params)
    const theirs = await uploadPicture(system, member)
    expect((await answer(params, 'look', { pictures: [theirs] })).code).toBe(
      refusals.servicePictureUnknown.code,
    )
    const form = new FormData()
    const shown = await fetch(system.url + uploadedPicturePath(theirs), {
      headers: { authorization: `Bearer ${member.token}` },
    })
    form.append('file', await shown.blob(), 'a.webp')
    const upload = (as: { token: string }) =>
      system.send('POST', casePicturePath, { token: as.token, raw: form })
    expect((await upload(operator('arbitrator-1'))).code).toBe(refusals.forbidden.code)
    const { id } = (await upload(support)).data
    expect((await answer(params, '', { pictures: [id] })).code).toBe(1)
    const { status, headers } = await fetch(system.url + uploadedPicturePath(id), {
      headers: { authorization: `Bearer ${member.token}` },
    })
    expect([status, headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  it('is the only role that may make its calls, and each act is in the audit log', async () => {
    const params = await opened()
    const calls = [
      ...['arbitrator-1', 'reviewer-1'].map(name =>
        system.ask(serviceInbox, { as: operator(name) }),
      ),
      system.ask(takeConversation, { as: administrator, params }),
      answer(params, 'hi', { as: administrator }),
    ]
    expect(new Set((await Promise.all(calls)).map(reply => reply.code))).toEqual(
      new Set([refusals.forbidden.code]),
    )
    expect((await system.ask(serviceInbox, { as: member })).code).toBe(refusals.sessionExpired.code)
    await take(params)
    await answer(params, 'answered')
    await close(params, 99)
    const { items } = await system.must(operatorAudit, { as: administrator, query: { limit: 20 } })
    const acts = items.filter(one => one.object === params.id).map(one => one.action)
    expect(acts).toEqual(
      expect.arrayContaining(['close conversation', 'answer member', 'take conversation']),
    )
    expect(JSON.stringify(items)).not.toContain('answered by')
  })

  it('gets live events of messages of every member', async () => {
    const hook = new AbortController()
    const response = await fetch(system.at(operatorEventsPath), {
      headers: { authorization: `Bearer ${support.token}` },
      signal: hook.signal,
    })
    let streamed = ''
    const read = async () => {
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
      for (;;) {
        const part = await reader?.read()
        if (!part || part.done) return
        streamed += part.value
      }
    }
    read().catch(() => {})
    const { id } = await opened()
    await until('the live event', async () => streamed.includes(`{"topic":"service","id":"${id}"}`))
    hook.abort()
  })

  it('keeps canned answers in both languages', async () => {
    const body = { title: 'Recharge', zh: '满 15 次确认自动入账', en: 'Credited after 15 blocks' }
    const { id } = await system.must(addCannedAnswer, { as: administrator, body })
    const changed = { ...body, title: 'Recharges' }
    await system.must(changeCannedAnswer, { as: support, params: { id }, body: changed })
    const list = async () => (await system.must(cannedAnswers, { as: support })).items
    expect(await list()).toMatchObject([changed])
    await system.must(removeCannedAnswer, { as: support, params: { id } })
    expect(await list()).toEqual([])
    expect((await system.ask(removeCannedAnswer, { as: support, params: { id } })).code).toBe(
      refusals.notFound.code,
    )
  })
})

describe('the rule for idle conversations', () => {
  it('closes an answered conversation that nobody goes on with, and never one that waits for an answer', async () => {
    const params = await opened()
    const waiting = await write('I wait', [], await system.join('Patient'))
    await take(params)
    await answer(params, 'Anything else?')
    const states = async () =>
      (
        await system.db.owner.query(
          'select closed_by from service_conversation where id = any($1) order by opened_at',
          [[params.id, waiting.data.conversationId].map(uuidOf)],
        )
      ).rows.map(row => row.closed_by)
    await system.job('idle conversations')
    expect(await states()).toEqual([null, null])
    await system.shiftClock((serviceLimits.idleHours + 1) * 3_600_000)
    await system.job('idle conversations')
    await system.shiftClock(0)
    expect(await states()).toEqual(['idle', null])
  })
})

describe('feedback', () => {
  const send = (
    text = 'Larger digits, please',
    as: { token: string } = member,
    pictures = [] as string[],
  ) => system.ask(sendFeedback, { as, body: { type: 'idea', text, pictures } })

  it('is answered once, only to its member, who is notified', async () => {
    const picture = await uploadPicture(system, member)
    const { id } = (await send('Larger digits, please', member, [picture])).data
    const outsider = await system.join('Nosy')
    expect((await system.must(feedbackList, { as: outsider })).items).toEqual([])
    const queued = await system.must(feedbackQueue, { as: support, query: { limit: 100 } })
    expect(queued.items.find(one => one.id === id)).toMatchObject({
      type: 'idea',
      pictures: [picture],
      answer: null,
      member: { accountId: member.accountId },
    })
    const reply = (as: { token: string }, text: string) =>
      system.ask(answerFeedback, { as, params: { id }, body: { text } })
    const sides = [() => reply(support, 'We are at it'), () => reply(other, 'Never')]
    const both = await Promise.all(await meet(system.db, rowOf('feedback', uuidOf(id)), sides))
    expect(both.map(one => one.code).sort()).toEqual([1, refusals.feedbackAnswered.code])
    const [own] = (await system.must(feedbackList, { as: member })).items
    expect(['We are at it', 'Never']).toContain(own?.answer?.text)
    await system.job('notifications')
    const { items } = await system.must(notificationList, { as: member })
    expect(items.map(one => [one.kind, one.subject])).toEqual([['feedback.answered', id]])
    const answered = await system.must(feedbackQueue, { as: support, query: { state: 'answered' } })
    expect(answered.items[0]?.id).toBe(id)
  })

  it('is refused beyond the limit of the day, also for many at once', async () => {
    const max = serviceLimits.feedbackPerDay
    const sending = times(max + 3, () => send())
    const replies = await Promise.all(await meet(system.db, changesOf('service_thread'), sending))
    const codes = replies.map(one => one.code)
    expect(codes.filter(code => code === 1)).toHaveLength(max)
    expect(codes.filter(code => code === refusals.feedbackDailyLimit.code)).toHaveLength(3)
  })

  it('is sent once for one key, and refuses a picture of another member', async () => {
    const asking = {
      as: member,
      key: newUuid(),
      body: { type: 'other', text: 'Once', pictures: [] },
    }
    await system.must(sendFeedback, asking)
    await system.must(sendFeedback, asking)
    expect((await system.must(feedbackList, { as: member })).items).toHaveLength(1)
    const picture = await uploadPicture(system, await system.join('Owner'))
    expect((await send('mine', member, [picture])).code).toBe(refusals.servicePictureUnknown.code)
  })
})
