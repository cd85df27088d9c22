import type { Tx } from '../platform/database/connect.ts'
import type { Platform, Room } from '../platform/room.ts'
import { type CutWithdrawal, cutWithdrawals } from './cut.ts'
import type { World } from './requests.ts'
import { withdrawalRoutes } from './routes.ts'
import { turnsAmong } from './store.ts'

export { checkWithdrawals } from './check.ts'

/** What withdrawals need of other rooms. */
export type WithdrawalNeighbours = Omit<World, 'tokenContract' | 'pauseNow'>

/** Withdrawal requests of members: terms, quote, request, cancel, list. */
export function openWithdrawals(
  platform: Platform,
  neighbours: WithdrawalNeighbours,
): {
  room: Room
  /** Of these requests, those that were sent or have ended since a time. */
  turnsAmong: typeof turnsAmong
  /** Goes on with what a shared loss has left of requests whose holds have ended. Rule book 2.17. */
  cut(tx: Tx, cuts: readonly CutWithdrawal[]): Promise<void>
} {
  const tokenContract = platform.config.chain?.usdt ?? null
  const pauseNow = async () => 'notConnected' as const
  const world: World = { ...neighbours, tokenContract, pauseNow }
  return {
    room: { routes: withdrawalRoutes(platform.database, world) },
    turnsAmong,
    cut: (tx, cuts) => cutWithdrawals(neighbours.ledger, tx, cuts),
  }
}
