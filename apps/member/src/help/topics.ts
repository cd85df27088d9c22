import type { IconName } from '@banyan/ui'
import { type HelpTopic, pages, type Route } from '../shell/routes.ts'
import type { ArticleTexts } from './article.ts'
import { close, start, words } from './articles/account-texts.ts'
import { appeal, buy, sell } from './articles/market-texts.ts'
import { earnings, network, recharge, subscribe, withdraw } from './articles/money-texts.ts'
import { fees, safety } from './articles/safety-texts.ts'

const { homeArea, communityArea, assetsArea, mineArea, more } = pages

/** A page that a topic links to: one that opens without a query. */
type Way = Route<Record<never, never>>

interface Topic {
  readonly icon: IconName
  readonly texts: ArticleTexts
  readonly ways: readonly Way[]
  /** The numbers of the rule book that are listed with it. */
  readonly numbers?: readonly string[]
}

/** A test holds that the query of each may be left out. */
const way = (page: object): Way => page as Way

/** Every topic: its icon, what is said, and the pages that it links to. */
export const topics: Readonly<Record<HelpTopic, Topic>> = {
  start: {
    icon: 'home',
    texts: start,
    ways: [way(mineArea.verifyEmail), way(more.rules)],
  },
  words: {
    icon: 'key',
    texts: words,
    ways: [
      way(mineArea.export),
      way(mineArea.resetPass),
      way(mineArea.resetPayPass),
      way(more.sessions),
    ],
  },
  recharge: {
    icon: 'download',
    texts: recharge,
    ways: [way(assetsArea.recharge), way(assetsArea.rechargeList)],
  },
  subscribe: {
    icon: 'plus',
    texts: subscribe,
    ways: [way(homeArea.subscribeList), way(communityArea.activate)],
  },
  earnings: {
    icon: 'chart',
    texts: earnings,
    ways: [
      way(communityArea.profitList),
      way(communityArea.dynamicProfitList),
      way(more.statistics),
    ],
  },
  network: {
    icon: 'split',
    texts: network,
    ways: [way(mineArea.invite), way(mineArea.settleNetwork), way(mineArea.toSpread)],
  },
  buy: {
    icon: 'swap',
    texts: buy,
    ways: [way(pages.market), way(pages.otc.buy.deals)],
  },
  sell: {
    icon: 'exchange',
    texts: sell,
    ways: [way(mineArea.account), way(pages.market), way(pages.otc.sell.orders)],
  },
  appeal: {
    icon: 'scale',
    texts: appeal,
    ways: [way(pages.otc.buy.deals)],
  },
  withdraw: {
    icon: 'upload',
    texts: withdraw,
    ways: [way(mineArea.withdrawal), way(mineArea.orderList), way(assetsArea.walletList)],
  },
  fees: {
    icon: 'list',
    texts: fees,
    ways: [way(assetsArea.limits), way(more.rules)],
    numbers: [
      'otcFeeBps',
      'exchangeFeeBps',
      'withdrawalFeeUsdt',
      'rechargeMinimumUsdt',
      'withdrawalMinimumUsdt',
      'withdrawalLimitUsdt',
      'subscriptionMinimumUsdt',
      'roundLimitUsdt',
      'activationMinimumLeaf',
      'exchangeMinimumLeaf',
      'tradingLimitUsdt',
      'otcMinimumLeaf',
      'otcMaxOpenOrders',
      'otcMaxBuyUsdt',
    ],
  },
  safety: {
    icon: 'shield',
    texts: safety,
    ways: [way(more.sessions), way(more.solvency), way(more.operatorActs)],
  },
  close: {
    icon: 'close',
    texts: close,
    ways: [way(more.data), way(assetsArea.limits)],
  },
}
