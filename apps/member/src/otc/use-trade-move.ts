import type { Endpoint, TradeView, trade } from '@banyan/domain'
import { queryClient, type Refused, toast, useCommand } from '../shell/index.ts'
import { tradeChanged, tradeQuery } from './queries.ts'

/** A call that moves a trade and answers what it has become. */
type TradeCall = Pick<Endpoint, 'id' | 'method' | 'path' | 'money'> & {
  readonly answer: typeof trade
}

interface TradeMoveOptions {
  /** The success message. */
  done: string
  /** Decides about a refusal; true: it has been shown. Else the trade is asked for again. */
  onRefused?: (refusal: Refused) => boolean
}

/** A move of a trade: tells the house, says that it is done, and shows what the trade has become. */
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
  /** Answers what the trade has become, or null when it did not move: the member knows why. */
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
