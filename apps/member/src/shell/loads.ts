import type { ComponentType } from 'react'

/** A page's module: its screen is the default export. */
export type Load = () => Promise<{ default: ComponentType }>

/**
 * Which code draws which page. A route that is not here is not built yet and says so in its place.
 * One line per page, in the order of `routes.ts`; the build reads these lines to preload by address.
 */
export const loads: Readonly<Record<string, Load>> = {
  '/': () => import('../home/screens/home.tsx'),
  '/pages/tabbar/assets': () => import('../wallets/screens/assets.tsx'),
  '/pages/home/subscribeList': () => import('../subscriptions/screens/subscribe-list.tsx'),
  '/pages/community/subscribeList': () => import('../subscriptions/screens/subscribe-list.tsx'),
  '/pages/assets/recharge': () => import('../deposits/screens/recharge.tsx'),
  '/pages/assets/rechargeList': () => import('../deposits/screens/recharge-list.tsx'),
  '/pages/assets/walletList': () => import('../wallets/screens/wallet-list.tsx'),
  '/pages/mine/withdrawal': () => import('../withdrawals/screens/withdrawal.tsx'),
  '/pages/mine/orderList': () => import('../withdrawals/screens/order-list.tsx'),
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
  '/pages/more/settings': () => import('./settings/settings-screen.tsx'),
}
