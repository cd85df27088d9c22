import {
  type AnswerOf,
  type NoticeState,
  operatorNotice,
  operatorNoticeList,
  previewNotice,
} from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

export type Notice = AnswerOf<typeof operatorNotice>
export type NoticeLine = AnswerOf<typeof operatorNoticeList>['items'][number]

/** Notices of every state or of one, the one changed last first. */
export const noticesQuery = (state?: NoticeState) =>
  pagesQuery(['notices', 'list', state ?? ''], operatorNoticeList, {
    query: state ? { state } : {},
  })

/** One notice with its history. */
export const noticeQuery = (id: string) =>
  askQuery(['notices', 'one', id], operatorNotice, { params: { id } })

/** What the server objects to in a text. */
export const checkQuery = (text: string) => ({
  ...askQuery(['notices', 'check', text], previewNotice, { body: { text } }),
  // The same text has the same faults; a picture that is missing has to be uploaded first.
  staleTime: 60_000,
  refetchInterval: false as const,
  enabled: text.trim() !== '',
})
