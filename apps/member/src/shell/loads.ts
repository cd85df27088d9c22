import type { ComponentType } from 'react'

/** A page's module: its screen is the default export. */
export type Load = () => Promise<{ default: ComponentType }>

/**
 * Which code draws which page. A route that is not here is not built yet and says so in its place.
 * One line per page, in the order of `routes.ts`. The build makes a table of these lines, by which
 * index.html loads the pages; in development they are used as they stand.
 */
export const loads: Readonly<Record<string, Load>> = {
  '/': () => import('../home/screens/home.tsx'),
  '/pages/tabbar/community': () => import('../community/screens/community.tsx'),
  '/pages/tabbar/assets': () => import('../wallets/screens/assets.tsx'),
  '/pages/tabbar/mine': () => import('../identity/screens/mine.tsx'),
  '/pages/auth/home': () => import('../sessions/screens/auth-home.tsx'),
  '/pages/auth/login': () => import('../sessions/screens/login.tsx'),
  '/pages/auth/create': () => import('../identity/screens/create.tsx'),
  '/pages/auth/backups': () => import('../identity/screens/backups.tsx'),
  '/pages/auth/verify': () => import('../identity/screens/verify.tsx'),
  '/pages/auth/success': () => import('../identity/screens/success.tsx'),
  '/pages/auth/memoryLogin': () => import('../identity/screens/memory-login.tsx'),
  '/pages/home/accountList': () => import('../sessions/screens/account-list.tsx'),
  '/pages/home/subscribeList': () => import('../subscriptions/screens/subscribe-list.tsx'),
  '/pages/home/splitRecord': () => import('../pricing/screens/split-record.tsx'),
  '/pages/community/saleRecords': () => import('../exchanges/screens/sale-records.tsx'),
  '/pages/community/profitList': () => import('../earnings/screens/profit-list.tsx'),
  '/pages/community/activate': () => import('../earnings/screens/activate.tsx'),
  '/pages/community/subscribeList': () => import('../subscriptions/screens/allotments.tsx'),
  '/pages/community/dynamicProfitList': () => import('../earnings/screens/dynamic-profit-list.tsx'),
  '/pages/assets/recharge': () => import('../deposits/screens/recharge.tsx'),
  '/pages/assets/rechargeList': () => import('../deposits/screens/recharge-list.tsx'),
  '/pages/assets/walletList': () => import('../wallets/screens/wallet-list.tsx'),
  '/pages/mine/invite': () => import('../network/screens/invite.tsx'),
  '/pages/mine/account': () => import('../identity/screens/account.tsx'),
  '/pages/mine/withdrawal': () => import('../withdrawals/screens/withdrawal.tsx'),
  '/pages/mine/orderList': () => import('../withdrawals/screens/order-list.tsx'),
  '/pages/mine/inviteList': () => import('../network/screens/invite-list.tsx'),
  '/pages/mine/settleNetwork': () => import('../network/screens/settle-network.tsx'),
  '/pages/mine/toSpread': () => import('../distribution/screens/to-spread.tsx'),
  '/pages/mine/export/export': () => import('../identity/screens/export.tsx'),
  '/pages/mine/export/verify': () => import('../identity/screens/export-verify.tsx'),
  '/pages/mine/changePass': () => import('../identity/screens/change-pass.tsx'),
  '/pages/mine/resetPass': () => import('../identity/screens/reset-pass.tsx'),
  '/pages/mine/changePayPass': () => import('../identity/screens/change-pay-pass.tsx'),
  '/pages/mine/resetPayPass': () => import('../identity/screens/reset-pay-pass.tsx'),
  '/pages/mine/verifyEmail': () => import('../verification/screens/verify-email.tsx'),
  '/pages/tabbar/OTC': () => import('../otc/screens/market-screen.tsx'),
  '/pages/otc/buy/buyDealRecord': () => import('../otc/screens/deals-screen.tsx'),
  '/pages/otc/buy/topay': () => import('../otc/screens/topay-screen.tsx'),
  '/pages/otc/buy/payed': () => import('../otc/screens/payed-screen.tsx'),
  '/pages/otc/buy/closed': () => import('../otc/screens/closed-screen.tsx'),
  '/pages/otc/sell/sellList': () => import('../otc/screens/sell-list-screen.tsx'),
  '/pages/otc/sell/sellDealRecord': () => import('../otc/screens/deals-screen.tsx'),
  '/pages/otc/sell/topay': () => import('../otc/screens/topay-screen.tsx'),
  '/pages/otc/sell/payed': () => import('../otc/screens/payed-screen.tsx'),
  '/pages/otc/sell/closed': () => import('../otc/screens/closed-screen.tsx'),
  '/pages/more/rules': () => import('../rules/screens/rules.tsx'),
  '/pages/more/statistics': () => import('../statistics/screens/statistics.tsx'),
  '/pages/more/passport': () => import('../earnings/screens/passport.tsx'),
  '/pages/more/sessions': () => import('../sessions/screens/sessions.tsx'),
  '/pages/more/blocks': () => import('../blocks/screens/blocks.tsx'),
  '/pages/more/settings': () => import('./settings/settings-screen.tsx'),
}
