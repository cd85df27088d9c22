import { registerTexts } from '../shell/index.ts'

/** The page of a trade whose address has no id, when there is no trade to show. */
export const newestTexts = registerTexts('otc.newest', {
  zh: {
    buy: '您还没有买入过 LEAF',
    sell: '您还没有卖出过 LEAF',
    toMarket: '去交易',
  },
  en: {
    buy: 'You have not bought any LEAF yet',
    sell: 'You have not sold any LEAF yet',
    toMarket: 'Go to the market',
  },
})
