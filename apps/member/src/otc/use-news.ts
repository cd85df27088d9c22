import { kitRules, useDebounced } from '@banyan/ui'
import { queryClient, useLive } from '../shell/index.ts'

/** In a busy market there is never a quiet moment: the page is no older than this. */
const oldestMarketMs = 2000

/**
 * Keeps the market in step with the server: every deal of anybody is news of it, so a burst of news
 * asks once, when it has been quiet for the default debounce, and every two seconds while it is not.
 */
export function useMarketNews(): void {
  const soon = useDebounced(
    () => void queryClient.invalidateQueries({ queryKey: ['otc', 'market'] }),
    kitRules.debounceMs,
    oldestMarketMs,
  )
  useLive('otc.market', { on: () => soon() })
  useLive('pricing', { on: () => soon() })
}

/** Keeps own orders, and what publishing is held to, in step with the house. */
export function useOrderNews(): void {
  useLive('otc.order', { invalidate: ['otc', 'orders'] })
  useLive('wallets', { invalidate: ['otc', 'terms'] })
  // Prices that float have moved, and what all prices are held to.
  useLive('pricing', {
    on: () => {
      void queryClient.invalidateQueries({ queryKey: ['otc', 'orders'] })
      void queryClient.invalidateQueries({ queryKey: ['otc', 'terms'] })
    },
  })
}

/** Keeps own trades in step with the house. */
export function useTradeNews(): void {
  useLive('otc.trade', {
    on: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: ['otc', 'trades'] })
      void queryClient.invalidateQueries({ queryKey: ['otc', 'terms'] })
      void queryClient.invalidateQueries({
        queryKey: id ? ['otc', 'trade', id] : ['otc', 'trade'],
      })
    },
  })
}
