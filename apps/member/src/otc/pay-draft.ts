/** What a buyer has got together for "I have paid", kept in this tab until it is sent. */
export interface PayDraft {
  hash: string
  vouchers: readonly string[]
}

const nameOf = (tradeId: string) => `otc.pay:${tradeId}`

export function readDraft(tradeId: string): PayDraft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(nameOf(tradeId)) ?? '{}')
    const { hash, vouchers } = kept as Partial<PayDraft>
    return {
      hash: typeof hash === 'string' ? hash : '',
      vouchers: Array.isArray(vouchers) ? vouchers.filter(id => typeof id === 'string') : [],
    }
  } catch {
    return { hash: '', vouchers: [] }
  }
}

export function keepDraft(tradeId: string, draft: PayDraft): void {
  sessionStorage.setItem(nameOf(tradeId), JSON.stringify(draft))
}

export function dropDraft(tradeId: string): void {
  sessionStorage.removeItem(nameOf(tradeId))
}
