import type { PayoutPause } from '@banyan/domain'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Platform, Room } from '../platform/room.ts'
import { type CutWithdrawal, cutWithdrawals } from './cut.ts'
import { type OperatorWorld, withdrawalOperatorRoutes } from './operator-routes.ts'
import type { World } from './requests.ts'
import { withdrawalRoutes } from './routes.ts'
import { findStanding } from './status-store.ts'
import { turnsAmong } from './store.ts'

export { checkWithdrawals } from './check.ts'

/** What withdrawals need of other modules. */
export type WithdrawalNeighbours = Omit<
  World & OperatorWorld,
  'tokenContract' | 'pauseNow' | 'payoutChain' | 'connected'
>

/** Withdrawals of members: asked for, decided by operators, and paid. */
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
  const { config, database } = platform
  const connected = false
  const world = {
    ...neighbours,
    ...{ connected, payoutChain: config.chain, tokenContract: config.chain?.usdt ?? null },
    pauseNow: (reader: Database | Tx) => pauseNow(reader, connected),
  }
  return {
    room: {
      routes: [...withdrawalRoutes(database, world), ...withdrawalOperatorRoutes(database, world)],
    },
    turnsAmong,
    cut: (tx, cuts) => cutWithdrawals(neighbours.ledger, tx, cuts),
  }
}

/** Why approved withdrawals are not paid out now; until the worker has looked, the signer counts as away. */
async function pauseNow(reader: Database | Tx, connected: boolean): Promise<PayoutPause | null> {
  if (!connected) return 'notConnected'
  const standing = await findStanding(reader)
  return standing === null ? 'signerAway' : standing.pause
}
