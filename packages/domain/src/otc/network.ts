/** The chains on which a buyer can send USDT to a seller. */
export const networks = ['BSC', 'TRON'] as const
export type Network = (typeof networks)[number]
