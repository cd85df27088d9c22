import { registerTexts } from '../shell/index.ts'

export const texts = registerTexts('notifications', {
  zh: {
    none: '还没有通知。交易、充值、转出、收益和安置的进展会显示在这里。',
    unread: '{{n}} 条未读',
    unreadMany: '100 条以上未读',
    allRead: '全部已读',
    isUnread: '未读',
    mail: '绑定邮箱后，重要的通知也会发到邮箱。',
  },
  en: {
    none: 'No notifications yet. Updates on trades, recharges, withdrawals, earnings and placement appear here.',
    unread: '{{n}} unread',
    unreadMany: '100 or more unread',
    allRead: 'All read',
    isUnread: 'Unread',
    mail: 'Bind an e-mail to get important updates by e-mail too.',
  },
})
