import { noticeWords } from '@banyan/domain'
import { registerTexts } from '../shell/index.ts'

export const texts = registerTexts('notices', {
  zh: {
    none: '还没有公告。',
    unread: '{{n}} 条未读',
    isUnread: '未读',
    pinned: '置顶',
    withdrawn: '这条公告已撤回。',
    withdrawnAt: '撤回于',
    missing: '没有找到这条公告。',
    toList: '查看全部公告',
    ...noticeWords.zh,
  },
  en: {
    none: 'No notices yet.',
    unread: '{{n}} unread',
    isUnread: 'Unread',
    pinned: 'Pinned',
    withdrawn: 'This notice was withdrawn.',
    withdrawnAt: 'Withdrawn',
    missing: 'This notice was not found.',
    toList: 'See all notices',
    ...noticeWords.en,
  },
})
