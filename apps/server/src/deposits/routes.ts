import * as domain from '@banyan/domain'
import type { ChainConfig } from '../platform/config.ts'
import { systemNow } from '../platform/database/transaction.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { type Route, route } from '../platform/http/route.ts'
import type { Platform } from '../platform/module.ts'
import { refuse } from '../platform/refused.ts'
import { type ShownAddress, shownAddress } from './addresses.ts'
import { findTip, findWatch } from './chain-store.ts'
import { chainStateOf } from './decide.ts'
import type { DepositKeys } from './deposit-keys.ts'
import { presentDeposit } from './present.ts'
import { type SeenContext, seenRoutes } from './seen-routes.ts'
import { depositPage, underWay } from './store.ts'
import { terms } from './terms.ts'

/** A connected chain, and what its deposit addresses are derived from. */
export interface Connected extends ChainConfig {
  keys: DepositKeys
  demonstration: boolean
}

/** The calls of recharges. Without a chain the list still shows earlier credits. */
export function depositRoutes(
  { database, logger }: Pick<Platform, 'database' | 'logger'>,
  chain: Connected | null,
  { parameters, collectionsOf }: SeenContext,
): Route[] {
  return [
    route(domain.depositAddress, async ({ caller }) => {
      if (chain === null) return refuse('depositsNotOffered')
      const { chainId, keys, demonstration } = chain
      const watch = await findWatch(database, chainId)
      // Following a real chain starts near its current block: an address shown before that could be
      // paid unseen.
      if (watch === null && !demonstration) return refuse('depositsNotReady')
      const shown = await shownAddress({ database, keys, logger }, caller.memberId)
      const rows = await underWay(database, caller.memberId)
      const now = await systemNow(database)
      return {
        address: shown.address,
        change: recentChange(shown.change, now),
        earlier: shown.earlier,
        network: 'BSC' as const,
        chainId,
        contract: chain.usdt,
        minimum: domain.formatAmount((await parameters(database)).rechargeMinimumUsdt),
        confirmations: terms.confirmations,
        testChain: demonstration,
        testWallet: chain.testWalletUrl,
        underWay: rows.map(row => presentDeposit(row, watch?.tip ?? null)),
        chainState: chainStateOf(watch, now),
      }
    }),
    route(domain.depositList, async ({ caller, query, locale }) => {
      const after = readCursor(query.cursor, ['instant', 'uuid'], locale)
      const rows = await depositPage(database, caller.memberId, { after, limit: query.limit })
      const shown = rows.slice(0, query.limit)
      const last = rows.length > shown.length ? shown.at(-1) : undefined
      const tip = chain === null ? undefined : await findTip(database, chain.chainId)
      return {
        items: shown.map(row => presentDeposit(row, tip?.number ?? null)),
        nextCursor: last ? writeCursor([last.seenAt.toISOString(), last.id]) : null,
      }
    }),
    ...seenRoutes(database, { parameters, collectionsOf }),
  ]
}

/** A change is shown on the page for this long; the earlier addresses stay listed. */
const CHANGE_SHOWN_FOR_MS = 30 * 86_400_000

const recentChange = (change: ShownAddress['change'], now: Date) =>
  change && now.getTime() - change.at.getTime() < CHANGE_SHOWN_FOR_MS
    ? { at: change.at.toISOString(), why: change.why }
    : null
