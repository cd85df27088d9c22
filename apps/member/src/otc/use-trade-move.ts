import type { Endpoint, TradeView, trade } from '@banyan/domain'
import { queryClient, type Refused, toast, useCommand } from '../shell/index.ts'
import { tradeChanged, tradeQuery } from './queries.ts'

/** A call that moves a trade and returns its new state. */
type TradeCall = Pick<Endpoint, 'id' | 'method' | 'path' | 'money'> & {
  readonly answer: typeof trade
}

interface TradeMoveOptions {
  /** The success message. */
  done: string
  /** Handles a refusal; returns true when it has been shown. Otherwise the trade is refetched. */
  onRefused?: (refusal: Refused) => boolean
}

/** Moves a trade: calls the server, shows the success, and shows the new state. */
export function useTradeMove<E extends TradeCall>(
  call: E,
  tradeId: string,
  { done, onRefused }: TradeMoveOptions,
) {
  const command = useCommand(call, {
    form: `${call.id}:${tradeId}`,
    onRefused: refusal => {
      if (onRefused?.(refusal)) return true
      void queryClient.invalidateQueries({ queryKey: tradeQuery(tradeId).queryKey })
      return false
    },
  })
  /** Resolves with the trade's new state, or null when it did not move: the member was shown why. */
  async function run(
    input: Parameters<typeof command.run>[0],
    settled?: () => void,
  ): Promise<TradeView | null> {
    const moved = (await command.run(input)) as TradeView | null
    if (!moved) return null
    settled?.()
    toast(done, 'ok')
    tradeChanged(moved)
    return moved
  }
  return { run, pending: command.pending }
}
