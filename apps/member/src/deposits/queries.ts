import { depositAddress, depositList } from '@banyan/domain'
import { askQuery, pagesQuery } from '../shell/index.ts'

export const addressQuery = {
  ...askQuery(['deposits', 'address'], depositAddress),
  // Confirmations advance with every block; events report it, and this interval is the fallback.
  refetchInterval: 5_000,
}

export const listQuery = pagesQuery(['deposits', 'list'], depositList)
