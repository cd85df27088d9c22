import {
  type AnswerOf,
  type getNotice,
  type NoticeLine,
  noticeMachine,
  type operatorNotice,
  parseNotice,
  wireIdOf,
} from '@banyan/domain'
import type { MemberNotice, NoticeRow, VersionRow } from './store.ts'

type OperatorView = AnswerOf<typeof operatorNotice>

const at = (time: Date | null): string | null => time?.toISOString() ?? null

const titleOf = ({ titleZh, titleEn }: NoticeRow) => ({ zh: titleZh, en: titleEn })

const bodyOf = ({ bodyZh, bodyEn }: NoticeRow) => ({
  zh: parseNotice(bodyZh).blocks,
  en: bodyEn === null ? null : parseNotice(bodyEn).blocks,
})

/** A published notice as a line of the list. */
export const lineOf = (row: NoticeRow, read: boolean) => ({
  id: wireIdOf('ntc', row.id),
  title: titleOf(row),
  publishedAt: (row.publishedAt as Date).toISOString(),
  pinned: row.pinned,
  read,
})

export const listLine = (row: MemberNotice): NoticeLine => ({
  ...lineOf(row, row.read),
  ended: row.ended,
  hasPictures: row.pictures.length > 0,
})

/** A notice as a member reads it; null when it was never published. */
export function memberView(row: MemberNotice): AnswerOf<typeof getNotice> | null {
  if (row.publishedAt === null) return null
  const shown = {
    ...lineOf(row, row.read),
    ended: row.ended,
    body: bodyOf(row),
    endsAt: at(row.endsAt),
    editedAt: at(row.editedAt),
  }
  return {
    id: wireIdOf('ntc', row.id),
    withdrawnAt: at(row.withdrawnAt),
    notice: row.withdrawnAt === null ? shown : null,
  }
}

/** A notice as a line of the operators' list. */
export const operatorLine = (row: NoticeRow) => ({
  id: wireIdOf('ntc', row.id),
  state: row.state,
  version: row.version,
  pinned: row.pinned,
  titleZh: row.titleZh,
  bodyZh: row.bodyZh,
  titleEn: row.titleEn,
  bodyEn: row.bodyEn,
  publishAt: at(row.publishAt),
  publishedAt: at(row.publishedAt),
  editedAt: at(row.editedAt),
  changedAt: row.changedAt.toISOString(),
  endsAt: at(row.endsAt),
  withdrawnAt: at(row.withdrawnAt),
  moves: noticeMachine.moves(row.state, 'operator'),
})

export const operatorView = (row: NoticeRow, versions: readonly VersionRow[]): OperatorView => ({
  ...operatorLine(row),
  body: bodyOf(row),
  history: versions.map(({ noticeId: _, at: time, event, ...version }) => ({
    ...version,
    event: event as OperatorView['history'][number]['event'],
    at: time.toISOString(),
  })),
})
