import {
  createNotice,
  editNotice,
  getNotice,
  markNoticesRead,
  noticeList,
  noticePicturePath,
  operatorAudit,
  operatorNotice,
  operatorNoticePicturePath,
  previewNotice,
  publishNotice,
  refusals,
  scheduleNotice,
  unreadNotices,
  unscheduleNotice,
  withdrawNotice,
} from '@banyan/domain'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type HttpSystem, openHttpSystem } from '../testing/http-system.ts'
import { changesOf, meet, times } from '../testing/meet.ts'
import type { TestMember } from '../testing/members.ts'
import { joinedOperators } from '../testing/operators.ts'

let system: HttpSystem
let operator: Awaited<ReturnType<typeof joinedOperators>>
let writer: { token: string }
let member: TestMember
beforeAll(async () => {
  system = await openHttpSystem()
  operator = await joinedOperators(system, ['support', 'reviewer', 'administrator'])
  writer = operator('support-1')
  member = await system.join('Sorrel')
})
afterAll(() => system.close())

const content = (titleZh: string, more: object = {}) => ({
  titleZh,
  bodyZh: '今晚 **升级**。',
  titleEn: null,
  bodyEn: null,
  pinned: false,
  endsAt: null,
  ...more,
})
const draft = (titleZh: string, more: object = {}) =>
  system.must(createNotice, { as: writer, body: content(titleZh, more) })
const published = async (titleZh: string, more: object = {}) => {
  const { id } = await draft(titleZh, more)
  return system.must(publishNotice, { as: writer, params: { id }, body: { version: 1 } })
}
const titlesOf = async (as: TestMember) =>
  (await system.must(noticeList, { as })).items.map(one => one.title.zh)
const inMinutes = async (minutes: number) =>
  new Date((await system.now()).getTime() + minutes * 60_000).toISOString()

async function uploadPicture(token: string): Promise<{ code: number; data: { id: string } }> {
  const create = { width: 60, height: 40, channels: 3 as const, background: '#3355cc' }
  const png = await sharp({ create }).png().toBuffer()
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'plan.png')
  return system.send('POST', operatorNoticePicturePath, { token, raw: form })
}
const typeSeenBy = async (token: string, path: string) => {
  const response = await fetch(system.at(path), {
    headers: { authorization: `Bearer ${token}` },
  })
  return response.headers.get('content-type') ?? ''
}

describe('a notice', () => {
  it('is visible to members from its publication until it is withdrawn', async () => {
    const { id } = await draft('夜间维护')
    const params = { id }
    expect((await system.ask(getNotice, { as: member, params })).code).toBe(refusals.notFound.code)
    expect(await titlesOf(member)).not.toContain('夜间维护')
    await system.must(publishNotice, { as: writer, params, body: { version: 1 } })
    expect(await titlesOf(member)).toContain('夜间维护')
    const { notice } = await system.must(getNotice, { as: member, params })
    expect(notice).toMatchObject({
      title: { zh: '夜间维护', en: null },
      body: {
        zh: [
          {
            kind: 'paragraph',
            spans: [{ text: '今晚 ' }, { text: '升级', strong: true }, { text: '。' }],
          },
        ],
      },
      read: false,
    })
    const reason = '发错了'
    await system.must(withdrawNotice, { as: writer, params, body: { version: 2, reason } })
    expect(await titlesOf(member)).not.toContain('夜间维护')
    const seen = await system.ask(getNotice, { as: member, params })
    expect(seen.data).toEqual({ id, withdrawnAt: expect.any(String), notice: null })
    expect(seen.text).not.toContain('升级')
  })

  it('is published by the clock at its scheduled time, once, however many workers run', async () => {
    const { id } = await draft('定时公告')
    const params = { id }
    const publishAt = await inMinutes(5)
    await system.must(scheduleNotice, { as: writer, params, body: { version: 1, publishAt } })
    await system.job('scheduled notices')
    expect(await titlesOf(member)).not.toContain('定时公告')
    await system.shiftClock(6 * 60_000)
    const jobs = times(3, () => system.job('scheduled notices'))
    await Promise.all(await meet(system.db, changesOf('notice'), jobs))
    expect(await titlesOf(member)).toContain('定时公告')
    const { history, state } = await system.must(operatorNotice, { as: writer, params })
    expect(state).toBe('published')
    expect(history.map(one => [one.event, one.actor])).toEqual([
      ['publish', 'clock'],
      ['schedule', 'support-1'],
      ['create', 'support-1'],
    ])
    await system.shiftClock(0)
  })

  it('that is scheduled can be made a draft again, and is then not published by the clock', async () => {
    const { id } = await draft('不发布')
    const params = { id }
    const publishAt = await inMinutes(5)
    await system.must(scheduleNotice, { as: writer, params, body: { version: 1, publishAt } })
    await system.must(unscheduleNotice, { as: writer, params, body: { version: 2 } })
    await system.shiftClock(6 * 60_000)
    await system.job('scheduled notices')
    expect(await titlesOf(member)).not.toContain('不发布')
    await system.shiftClock(0)
  })

  it('that two operators change at once keeps one change and refuses the other', async () => {
    const { id } = await draft('并发')
    const edits = ['甲', '乙'].map(
      title => () =>
        system.ask(editNotice, {
          as: writer,
          params: { id },
          body: { ...content(title), version: 1 },
        }),
    )
    const replies = await Promise.all(await meet(system.db, changesOf('notice'), edits))
    expect(replies.map(one => one.code).sort()).toEqual([1, refusals.noticeChanged.code])
  })

  it('that has ended can be corrected, but its end cannot be moved to another time in the past', async () => {
    const endsAt = await inMinutes(5)
    const { id } = await published('已结束', { endsAt })
    await system.shiftClock(6 * 60_000)
    const edit = (more: object, version: number) =>
      system.ask(editNotice, {
        as: writer,
        params: { id },
        body: { ...content('更正', more), version },
      })
    const corrected = await edit({ endsAt }, 2)
    const moved = await edit({ endsAt: await inMinutes(-1) }, 3)
    await system.shiftClock(0)
    expect(corrected.code).toBe(1)
    expect(moved.code).toBe(refusals.noticeTimes.code)
  })

  it('that is withdrawn stays so: nothing can change it, not even in the database', async () => {
    const { id } = await published('撤回')
    const params = { id }
    await system.must(withdrawNotice, { as: writer, params, body: { version: 2, reason: 'x' } })
    for (const endpoint of [publishNotice, unscheduleNotice, withdrawNotice]) {
      const body = { version: 3, ...(endpoint === withdrawNotice && { reason: 'x' }) }
      const { code } = await system.ask(endpoint, { as: writer, params, body })
      expect(code, endpoint.id).toBe(refusals.noticeMoveNotAllowed.code)
    }
    await expect(
      system.db.owner.query(
        `update notice set state = 'draft', withdrawn_at = null, version = version + 1
         where state = 'withdrawn'`,
      ),
    ).rejects.toThrow('does not become')
  })

  it('is refused with a link to a script, a heading of the page’s level, or a picture that nobody has uploaded', async () => {
    const refused = async (bodyZh: string) =>
      system.ask(createNotice, { as: writer, body: content('x', { bodyZh }) })
    const bad = await refused('[点我](javascript:alert(1))\n\n# 标题')
    expect(bad.code).toBe(refusals.noticeNotReadable.code)
    expect(bad.msg).toContain('zh:1')
    expect(bad.msg).toContain('zh:3')
    expect((await refused(`![图](npic_${'7'.repeat(32)})`)).code).toBe(
      refusals.noticePictureUnknown.code,
    )
    const { faults, missingPictures } = await system.must(previewNotice, {
      as: writer,
      body: { text: `# a\n\n![b](npic_${'7'.repeat(32)})` },
    })
    expect(faults.map(one => one.fault)).toEqual(['heading'])
    expect(missingPictures).toEqual([`npic_${'7'.repeat(32)}`])
  })

  it('shows HTML as plain text', async () => {
    const payload = '<img src=x onerror=alert(1)>'
    const { id } = await published(payload, { bodyZh: payload })
    const { notice } = await system.must(getNotice, { as: member, params: { id } })
    expect(notice).toMatchObject({
      title: { zh: payload },
      body: { zh: [{ kind: 'paragraph', spans: [{ text: payload }] }] },
    })
  })

  it('is written by support and administrators only, and every act is in the audit log', async () => {
    const body = content('越权')
    const { code } = await system.ask(createNotice, { as: operator('reviewer-1'), body })
    expect(code).toBe(refusals.forbidden.code)
    expect((await system.ask(createNotice, { as: member, body })).code).not.toBe(1)
    const { id } = await published('留痕')
    const { items } = await system.must(operatorAudit, { as: operator('administrator-1') })
    const acts = items.filter(one => one.object === id).map(one => [one.action, one.actor])
    expect(acts).toEqual([
      ['publish notice', 'support-1'],
      ['write notice', 'support-1'],
    ])
  })
})

describe('unread marks', () => {
  const unread = async (as: TestMember) =>
    (await system.must(unreadNotices, { as })).items.map(one => one.title.zh)

  it("are each member's own, and go when a notice is read, corrected or not", async () => {
    const [one, other] = [await system.join('Reader'), await system.join('Other')]
    const notice = await published('只读一次')
    expect(await unread(one)).toContain('只读一次')
    await system.must(markNoticesRead, { as: one, body: { id: notice.id } })
    expect(await unread(one)).not.toContain('只读一次')
    expect(await unread(other)).toContain('只读一次')
    await system.must(editNotice, {
      as: writer,
      params: { id: notice.id },
      body: { ...content('只读一次'), bodyZh: '更正', version: 2 },
    })
    expect(await unread(one)).not.toContain('只读一次')
    const seen = await system.must(getNotice, { as: one, params: { id: notice.id } })
    expect(seen.notice).toMatchObject({ read: true, editedAt: expect.any(String) })
    const written = await system.must(operatorNotice, { as: writer, params: { id: seen.id } })
    expect(written.editedAt).toBe(seen.notice?.editedAt)
    expect(written.changedAt).toBe(written.editedAt)
    await system.must(markNoticesRead, { as: other })
    expect(await system.must(unreadNotices, { as: other })).toEqual({ items: [], unread: 0 })
  })

  it('are of notices since the member joined, and of pinned ones that have not ended', async () => {
    await published('旧的')
    await published('置顶', { pinned: true })
    await published('将结束', { pinned: true, endsAt: await inMinutes(5) })
    const late = await system.join('Late')
    expect(await unread(late)).toEqual(expect.arrayContaining(['置顶', '将结束']))
    expect(await unread(late)).not.toContain('旧的')
    expect((await titlesOf(late)).slice(0, 2)).toEqual(['将结束', '置顶'])
    await system.shiftClock(6 * 60_000)
    expect(await unread(late)).not.toContain('将结束')
    expect((await titlesOf(late))[0]).toBe('置顶')
    await system.shiftClock(0)
  })

  it('are not made for notices that members cannot read', async () => {
    const { id } = await draft('草稿')
    const { code } = await system.ask(markNoticesRead, { as: member, body: { id } })
    expect(code).toBe(refusals.notFound.code)
  })
})

it('the list is read page by page without a gap, pinned notices first', async () => {
  const all: string[] = []
  let cursor: string | null = null
  do {
    const query = { limit: 2, ...(cursor ? { cursor } : {}) }
    const page: { items: { id: string }[]; nextCursor: string | null } = await system.must(
      noticeList,
      { as: member, query },
    )
    all.push(...page.items.map(one => one.id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBe(
    (await system.must(noticeList, { as: member, query: { limit: 100 } })).items.length,
  )
})

describe('a picture of a notice', () => {
  it('is uploaded by roles that may write, and visible to members while a published notice shows it', async () => {
    expect((await uploadPicture(operator('reviewer-1').token)).code).toBe(refusals.forbidden.code)
    const { data } = await uploadPicture(writer.token)
    const path = `${noticePicturePath}/${data.id}`
    expect(await typeSeenBy(writer.token, `${operatorNoticePicturePath}/${data.id}`)).toBe(
      'image/webp',
    )
    expect(await typeSeenBy(member.token, path)).not.toBe('image/webp')
    const notice = await published('有图', { bodyZh: `看图\n\n![示意](${data.id})` })
    expect(await typeSeenBy(member.token, path)).toBe('image/webp')
    expect(await typeSeenBy('', path)).not.toBe('image/webp')
    const params = { id: notice.id }
    await system.must(withdrawNotice, { as: writer, params, body: { version: 2, reason: 'x' } })
    expect(await typeSeenBy(member.token, path)).not.toBe('image/webp')
  })
})
