import type { OtherCall } from '../contract/other-call.ts'

export const tradeExportPath = '/api/otc/trades.csv' as const
export const orderExportPath = '/api/otc/orders.csv' as const

/** Own trades and orders as tables: UTF-8 with a byte order mark, RFC 4180, no cell a formula. */
export const otcExportCalls: readonly OtherCall[] = [
  {
    id: 'otc.exportTrades',
    method: 'GET',
    path: tradeExportPath,
    summary: 'Own trades as CSV, newest first.',
    gives: 'text/csv',
  },
  {
    id: 'otc.exportOrders',
    method: 'GET',
    path: orderExportPath,
    summary: 'Own orders as CSV, newest first.',
    gives: 'text/csv',
  },
]
