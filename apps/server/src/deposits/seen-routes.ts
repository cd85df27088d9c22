import {
  type AnswerOf,
  depositSeen,
  depositsOfMember,
  depositsSeen,
  depositTotals,
  formatAmount,
  uuidOf,
  wireIdOf,
} from '@banyan/domain'
import type { Parameters } from '@banyan/economy'
import type { Database, Tx } from '../platform/database/connect.ts'
import { readCursor, writeCursor } from '../platform/http/cursor.ts'
import { operatorRoute, type Route } from '../platform/http/route.ts'
import { refuse } from '../platform/refused.ts'
import { findTip } from './chain-store.ts'
import { rechargeReference } from './credit.ts'
import { confirmationsOf, isLarge } from './decide.ts'
import { presentDeposit } from './present.ts'
import {
  memberOfAccount,
  type SeenRow,
  seenPage,
  seenTotals,
  surroundingsOf,
} from './seen-store.ts'
import { depositPage } from './store.ts'
import { terms } from './terms.ts'

type Seen = AnswerOf<typeof depositsSeen>['items'][number]

/** The last collections from a recharge address, newest first. */
export type CollectionsOf = (
  reader: Database,
  derivationIndex: number,
) => Promise<AnswerOf<typeof depositSeen>['collections']>

/** What the operators' calls about recharges need. */
export interface SeenContext {
  parameters(reader: Database | Tx): Promise<Parameters>
  collectionsOf: CollectionsOf
}

/** Recharges as operators read them. Nothing here changes anything. */
export const seenRoutes = (database: Database, context: SeenContext): Route[] => [
  operatorRoute(depositsSeen, async ({ query, locale }) => {
    const { cursor, limit, ...filter } = query
    const after = readCursor(cursor, ['instant', 'uuid'], locale)
    const rows = await seenPage(database, filter, { after, limit })
    const shown = rows.slice(0, limit)
    const last = rows.length > shown.length ? shown.at(-1) : undefined
    const tips = await tipsOf(database, shown)
    return {
      items: shown.map(row => presentSeen(row, tips.get(row.chainId) ?? null)),
      nextCursor: last ? writeCursor([last.seenAt.toISOString(), last.id]) : null,
    }
  }),
  operatorRoute(depositTotals, async ({ query }) => {
    const { count, amount } = await seenTotals(database, query)
    return { count, amount: formatAmount(amount) }
  }),
  operatorRoute(depositSeen, async ({ params: { id } }) => {
    const page = { after: null, limit: 1 }
    const [row] = await seenPage(database, { id: uuidOf(id) }, page)
    if (!row || idOf(row) !== id) return refuse('notFound')
    const { tip, finalized, waiting, currentGeneration, held } = await surroundingsOf(database, row)
    const { rechargeMinimumUsdt } = await context.parameters(database)
    const { unitsPerMicro } = row
    return {
      ...presentSeen(row, tip),
      chainId: row.chainId,
      blockHash: row.blockHash,
      position: row.ordinal,
      tokenUnits: `${row.tokenUnits}`,
      takenBackAt: row.takenBackAt?.toISOString() ?? null,
      tip,
      finalized,
      isLarge: isLarge(row.tokenUnits, unitsPerMicro),
      reference: row.state === 'credited' ? rechargeReference(row) : null,
      waiting: formatAmount(waiting / unitsPerMicro),
      minimum: formatAmount(rechargeMinimumUsdt),
      derivationIndex: row.derivationIndex,
      generation: row.generation,
      currentGeneration,
      held: held === null ? null : formatAmount(held / unitsPerMicro),
      memberFrozenAt: row.memberFrozenAt?.toISOString() ?? null,
      memberClosedAt: row.memberClosedAt?.toISOString() ?? null,
      collections:
        row.derivationIndex === null
          ? []
          : await context.collectionsOf(database, row.derivationIndex),
    }
  }),
  operatorRoute(depositsOfMember, async ({ query: { account, limit } }) => {
    const memberId = await memberOfAccount(database, account)
    if (memberId === null) return refuse('notFound')
    const rows = (await depositPage(database, memberId, { after: null, limit })).slice(0, limit)
    const tips = await tipsOf(database, rows)
    return {
      items: rows.map(row => {
        const wire = presentDeposit(row, tips.get(row.chainId) ?? null)
        return { ...wire, hash: shortened(wire.hash) }
      }),
    }
  }),
]

const idOf = ({ id, isDeposit }: SeenRow): string => wireIdOf(isDeposit ? 'dep' : 'ctf', id)

const shortened = (hash: string): string => `${hash.slice(0, 6)}…${hash.slice(-4)}`

/** The newest followed block of each chain that the rows are on. */
async function tipsOf(
  database: Database,
  rows: readonly { chainId: number }[],
): Promise<Map<number, number>> {
  const tips = new Map<number, number>()
  for (const chainId of new Set(rows.map(row => row.chainId))) {
    const tip = await findTip(database, chainId)
    if (tip) tips.set(chainId, tip.number)
  }
  return tips
}

const presentSeen = (row: SeenRow, tip: number | null): Seen => ({
  id: idOf(row),
  state: row.state,
  marks: row.marks,
  amount: formatAmount(row.amount),
  accountId: row.accountId,
  nickname: row.nickname,
  address: row.address,
  sender: row.sender,
  hash: row.transactionHash,
  block: row.blockNumber,
  seenAt: row.seenAt.toISOString(),
  creditedAt: row.creditedAt?.toISOString() ?? null,
  confirmations: confirmationsOf({ state: row.chainState, blockNumber: row.blockNumber }, tip),
  needed: terms.confirmations,
})
