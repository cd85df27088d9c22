import {
  type Locale,
  type NoticeActor,
  type NoticeEvent,
  type NoticeFault,
  type NoticeState,
  noticeMachine,
  type ParsedNotice,
  parseNotice,
  picturesOf,
} from '@banyan/domain'
import { refuse } from '../platform/refused.ts'

/** The content of a notice, as an operator writes it. */
export interface NoticeContent {
  titleZh: string
  bodyZh: string
  titleEn: string | null
  bodyEn: string | null
  pinned: boolean
  endsAt: Date | null
}

const faultTexts: Readonly<Record<NoticeFault, Readonly<Record<Locale, string>>>> = {
  link: {
    'zh-CN': '链接只能指向本应用页面（/pages/…）或 https:// 网址',
    en: 'a link leads to a page of this app (/pages/…) or to an https:// address',
  },
  picture: {
    'zh-CN': '图片须先上传，再以其编号（npic_…）引用',
    en: 'a picture is uploaded first and named by its id (npic_…)',
  },
  pictureInLine: { 'zh-CN': '图片须独占一行', en: 'a picture has a line of its own' },
  heading: { 'zh-CN': '标题用 ## 或 ###', en: 'a heading is written with ## or ###' },
  nestedList: { 'zh-CN': '列表不能嵌套', en: 'a list is not nested' },
}

/** The text of a fault in a notice, in one language. */
export const faultText = (fault: NoticeFault, locale: Locale): string => faultTexts[fault][locale]

/**
 * The pictures that a content shows. Refuses `noticeNotReadable` with every line that has a fault.
 */
export function picturesIn(content: NoticeContent, locale: Locale): string[] {
  const texts = [
    ['zh', content.bodyZh],
    ['en', content.bodyEn],
  ] as const
  const parsed = texts.flatMap(([name, body]) =>
    body === null ? [] : [{ name, ...parseNotice(body) }],
  )
  const all = parsed.flatMap(one => one.faults.map(fault => problem(one.name, fault, locale)))
  if (all.length > 0) refuse('noticeNotReadable', { all: all.slice(0, 10).join('; ') })
  return [...new Set(parsed.flatMap(one => picturesOf(one.blocks)))]
}

const problem = (name: string, fault: ParsedNotice['faults'][number], locale: Locale): string =>
  `${name}:${fault.line} ${faultText(fault.fault, locale)}`

/**
 * The state after an event. Refuses an event that the table does not have, and a version that is
 * not the newest.
 */
export function stateAfter(
  notice: { state: string; version: number },
  event: NoticeEvent,
  request: { actor: NoticeActor; version: number },
): NoticeState {
  const step = noticeMachine.step(notice.state as NoticeState, event, request.actor)
  if (request.version !== notice.version) refuse('noticeChanged', { version: notice.version })
  return step?.to ?? refuse('noticeMoveNotAllowed')
}

/**
 * Refuses times at which no member would see the notice: an end in the past, or before the
 * beginning.
 */
export function checkTimes(
  now: Date,
  times: { publishAt: Date | null; endsAt: Date | null },
): void {
  const { publishAt, endsAt } = times
  if (publishAt !== null && publishAt <= now) refuse('noticeTimes')
  if (endsAt !== null && endsAt <= (publishAt ?? now)) refuse('noticeTimes')
}

/**
 * As `checkTimes`, for an edit. An unchanged end may have passed: ended notices can be corrected.
 */
export function checkEdit(
  now: Date,
  before: { publishAt: Date | null; endsAt: Date | null },
  { endsAt }: Pick<NoticeContent, 'endsAt'>,
): void {
  const isSameEnd = endsAt?.getTime() === before.endsAt?.getTime()
  if (!isSameEnd) checkTimes(now, { publishAt: before.publishAt, endsAt })
}
