import type { Period } from '@banyan/economy'
import type { Ledger } from '../ledger/index.ts'
import type { Database, Tx } from '../platform/database/connect.ts'
import type { Platform, Room } from '../platform/room.ts'
import type { Pricing } from '../pricing/index.ts'
import type { Subscriptions } from '../subscriptions/index.ts'
import { found } from './genesis.ts'
import { type SettlementWorld, settleDue } from './settlement.ts'
import { publishedHashes } from './store.ts'

export { checkTreasury } from './check.ts'

export interface Treasury {
  room: Room
  /** Founds reserve and coin, once; every later call changes nothing. */
  found(tx: Tx): Promise<void>
  /** Settles every due period in order; answers how many. Any number of nodes may call it. */
  settleDue(): Promise<number>
  /** The hashes of a published run in hex; null before that. */
  hashesOf(database: Database, period: Period): Promise<{ input: string; result: string } | null>
}

/** Short enough that one transaction of a run takes far less than a statement's limit. */
const CHUNK = 50
const SWEEP_MS = 2_000

/** The reserve, its founding, and the daily settlement. `chunk`: orders per transaction. */
export function openTreasury(
  platform: Platform,
  neighbours: { ledger: Ledger; pricing: Pricing; subscriptions: Subscriptions },
  { chunk = CHUNK }: { chunk?: number } = {},
): Treasury {
  const world: SettlementWorld = { database: platform.database, ...neighbours, chunk }
  const settle = async (): Promise<number> => {
    const settled = await settleDue(world)
    if (settled > 0) platform.logger.info({ settled }, 'periods were settled')
    return settled
  }
  const turn = async (): Promise<void> => {
    await settle()
  }
  return {
    room: { sweeps: [{ name: 'settlement', door: 'worker', everyMs: SWEEP_MS, turn }] },
    found: tx => found(neighbours.ledger, tx),
    settleDue: settle,
    hashesOf: publishedHashes,
  }
}
