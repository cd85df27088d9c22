import type { Logger } from 'pino'
import type { Database } from '../platform/database/connect.ts'
import type { Sweep } from '../platform/room.ts'
import { type DueHolding, dueHoldings, writeHoldings } from './holding-store.ts'
import { ChainTrouble, type Quorum } from './quorum.ts'
import { pace } from './terms.ts'

/** What asking the chain about the house's addresses needs. */
export interface HoldingWorld {
  database: Database
  logger: Logger
  quorum: Quorum
  /** The pinned chain and token, the token lower-case. */
  pinned: { chainId: number; contract: string }
}

/**
 * Asks the chain, address by address, what it holds: by balances, not by the transfers that the
 * watcher counted, so that coin which left an address is missed.
 */
export function watchHoldings(world: HoldingWorld): Sweep {
  return {
    name: 'deposits.holdings',
    door: 'watcher',
    everyMs: pace.holdingsEveryMs,
    turn: () =>
      readHoldings(world).then(
        () => {},
        error => {
          // The watcher says so already, and a reading that is too old is told on the page.
          if (!(error instanceof ChainTrouble)) throw error
        },
      ),
  }
}

/** Reads the addresses that wait longest; answers how many were read. */
export async function readHoldings({ database, quorum, pinned }: HoldingWorld): Promise<number> {
  const due = await dueHoldings(database, pinned.chainId, pace.holdingsPerTurn)
  if (due.length === 0) return 0
  const { head } = await quorum.heads()
  const ask = async ({ memberId, address }: DueHolding) => {
    const { units } = await quorum.agreed('a balance', node =>
      node.balance({ contract: pinned.contract, owner: address, at: head.number }),
    )
    return { memberId, tokenUnits: BigInt(units) }
  }
  const read = await Promise.all(due.map(ask))
  await writeHoldings(database, pinned.chainId, head.number, read)
  return read.length
}
