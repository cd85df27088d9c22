import type { Notification } from '@banyan/domain'
import type { IconName } from '@banyan/ui'
import { href, pages } from '../shell/index.ts'

type Group =
  | 'trade'
  | 'order'
  | 'deposit'
  | 'withdrawal'
  | 'earnings'
  | 'placement'
  | 'closing'
  | 'account'
  | 'loss'
  | 'feedback'
  | 'windDown'

const groupOf = ({ kind }: Notification): Group => kind.slice(0, kind.indexOf('.')) as Group

const icons: Readonly<Record<Group, IconName>> = {
  trade: 'exchange',
  order: 'list',
  deposit: 'download',
  withdrawal: 'upload',
  earnings: 'chart',
  placement: 'split',
  closing: 'me',
  account: 'lock',
  loss: 'warning',
  feedback: 'chat',
  windDown: 'warning',
}

export const iconOf = (notification: Notification): IconName => icons[groupOf(notification)]

/** The page that a notification is about. A trade's page opens the current stage itself. */
export function leadsTo(notification: Notification): string {
  const { side, subject } = notification
  switch (groupOf(notification)) {
    case 'trade':
      return side && subject
        ? href(pages.otc[side === 'buyer' ? 'buy' : 'sell'].topay, { id: subject })
        : href(pages.market)
    case 'order':
      return href(pages.otc[side === 'buyer' ? 'buy' : 'sell'].orders)
    case 'deposit':
      if (notification.kind === 'deposit.addressChanged') return href(pages.assetsArea.recharge)
      return href(pages.assetsArea.rechargeList)
    case 'withdrawal':
      return href(pages.mineArea.orderList)
    case 'earnings':
      return href(pages.communityArea.profitList)
    case 'placement':
      return href(pages.mineArea.settleNetwork)
    case 'closing':
      return href(pages.more.data)
    case 'account':
      return href(pages.more.sessions)
    case 'feedback':
      return href(pages.homeArea.service, { tab: 'feedback' })
    case 'loss':
      return href(pages.more.losses)
    case 'windDown':
      return href(pages.more.windDown)
  }
}
