import { registerTexts } from '../shell/index.ts'

/** The texts of the lines on other pages. */
export const lineTexts = registerTexts('notice-lines', {
  zh: { notices: '公告', isUnread: '未读' },
  en: { notices: 'Notices', isUnread: 'Unread' },
})
