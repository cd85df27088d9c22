import { getNotice, noticeList } from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

/** Notices, pinned ones first, with how many are unread. */
export const noticesQuery = { ...pagesQuery(['notices', 'list'], noticeList), staleTime: 0 }

/** One notice in full. */
export const noticeQuery = (id: string) =>
  askQuery(['notices', 'one', id], getNotice, { params: { id } })
