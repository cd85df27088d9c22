import { noticeLimits } from '@banyan/domain'
import type { Notice } from './queries.ts'

/** A notice as the editor holds it: what is not written is empty. */
export interface NoticeForm {
  readonly titleZh: string
  readonly bodyZh: string
  readonly titleEn: string
  readonly bodyEn: string
  readonly pinned: boolean
  /** ISO 8601, or empty. */
  readonly endsAt: string
}

export const emptyForm: NoticeForm = {
  titleZh: '',
  bodyZh: '',
  titleEn: '',
  bodyEn: '',
  pinned: false,
  endsAt: '',
}

/** The form of a stored notice. */
export const formOf = (notice: Notice): NoticeForm => ({
  titleZh: notice.titleZh,
  bodyZh: notice.bodyZh,
  titleEn: notice.titleEn ?? '',
  bodyEn: notice.bodyEn ?? '',
  pinned: notice.pinned,
  endsAt: notice.endsAt ?? '',
})

/** What the calls take: an empty English side is none. */
export const contentOf = (form: NoticeForm) => ({
  titleZh: form.titleZh,
  bodyZh: form.bodyZh,
  titleEn: form.titleEn.trim() === '' ? null : form.titleEn,
  bodyEn: form.bodyEn.trim() === '' ? null : form.bodyEn,
  pinned: form.pinned,
  endsAt: form.endsAt === '' ? null : form.endsAt,
})

export type Lack = 'chinese' | 'halfEnglish' | 'tooLong'

/** Why the form cannot be stored yet; null when it can, as far as this page knows. */
export function lackOf(form: NoticeForm): Lack | null {
  const { titleZh, bodyZh, titleEn, bodyEn } = contentOf(form)
  if (titleZh.trim() === '' || bodyZh.trim() === '') return 'chinese'
  if ((titleEn === null) !== (bodyEn === null)) return 'halfEnglish'
  const isLong =
    [titleZh, titleEn ?? ''].some(title => title.length > noticeLimits.title) ||
    [bodyZh, bodyEn ?? ''].some(body => body.length > noticeLimits.characters)
  return isLong ? 'tooLong' : null
}

export const isSameForm = (one: NoticeForm, other: NoticeForm): boolean =>
  (Object.keys(one) as (keyof NoticeForm)[]).every(name => one[name] === other[name])

/** A text with a line of its own for a block (a picture) where the cursor is, and the cursor after it. */
export function withLine(text: string, at: number, line: string): { text: string; at: number } {
  const [before, after] = [text.slice(0, at), text.slice(at)]
  const gap =
    before === '' ? '' : before.endsWith('\n\n') ? '' : before.endsWith('\n') ? '\n' : '\n\n'
  const rest = after === '' ? '' : after.startsWith('\n') ? '\n' : '\n\n'
  return { text: `${before}${gap}${line}${rest}${after}`, at: at + gap.length + line.length }
}
