import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Platform, Room } from '../platform/room.ts'
import { withdrawalRoutes } from './routes.ts'

export { checkWithdrawals } from './check.ts'

/** What withdrawals need of other rooms. */
export interface WithdrawalNeighbours {
  ledger: Ledger
  /** Is this one of the platform's own deposit addresses? */
  ownAddress: (database: Database | Tx, address: string) => Promise<boolean>
}

/** Withdrawal requests of members: terms, quote, request, cancel, list. */
export function openWithdrawals(
  platform: Platform,
  { ledger, ownAddress }: WithdrawalNeighbours,
): { room: Room } {
  const tokenContract = platform.config.chain?.usdt ?? null
  return {
    room: { routes: withdrawalRoutes(platform.database, { ledger, ownAddress, tokenContract }) },
  }
}
