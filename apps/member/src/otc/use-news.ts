import { kitRules, useDebounced } from '@banyan/ui'
import { queryClient, useLive } from '../shell/index.ts'

/** In a busy market there is never a quiet moment: the page is no older than this. */
const oldestMarketMs = 2000

/**
 * Keeps the market in sync with the server. Every deal of anybody is an event, so a burst of events
 * refetches once, after a pause of the default debounce, and every two seconds without a pause.
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

/** Keeps own orders, and the limits of publishing, in sync with the server. */
export function useOrderNews(): void {
  useLive('otc.order', { invalidate: ['otc', 'orders'] })
  useLive('wallets', { invalidate: ['otc', 'terms'] })
  // Floating prices have moved, and the limits of all prices.
  useLive('pricing', {
    on: () => {
      void queryClient.invalidateQueries({ queryKey: ['otc', 'orders'] })
      void queryClient.invalidateQueries({ queryKey: ['otc', 'terms'] })
    },
  })
}

/** Keeps own trades in sync with the server. */
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
