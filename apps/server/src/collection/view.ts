import { type AnswerOf, type collectionStatus, formatAmount, SCALE } from '@banyan/domain'
import type { Collectable } from '../deposits/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { writeCursor } from '../platform/http/cursor.ts'
import { type CollectionRow, type CollectionStatus, collectionsPage, findStatus } from './store.ts'

type Answer = AnswerOf<typeof collectionStatus>

/** What the view needs: null where no signer is set, or no chain. */
export interface ViewContext {
  collectable: Collectable
  token: { usdt: string; usdtDecimals: number }
}

/** Settings, what waits, and a page of transactions. */
export async function collectionView(
  reader: Database,
  context: ViewContext | null,
  page: { after: readonly string[] | null; limit: number },
): Promise<Answer> {
  const status = context ? await findStatus(reader) : null
  const micro = 10n ** BigInt((context?.token.usdtDecimals ?? SCALE) - SCALE)
  const rows = await collectionsPage(reader, page)
  const shown = rows.slice(0, page.limit)
  const last = rows.length > shown.length ? shown.at(-1) : undefined
  const settings = status?.settings ?? null
  return {
    stop: context === null ? 'notConnected' : status === null ? 'signerAway' : status.stop,
    checkedAt: status?.checkedAt.toISOString() ?? null,
    settings: context && settings && presentSettings(settings, context.token, micro),
    waiting: await waitingView(reader, context, settings, micro),
    items: shown.map(row => present(row, micro)),
    nextCursor: last ? writeCursor([last.signedAt.toISOString(), `${last.place}`]) : null,
  }
}

type Settings = NonNullable<CollectionStatus['settings']>

async function waitingView(
  reader: Database,
  context: ViewContext | null,
  settings: Settings | null,
  micro: bigint,
): Promise<Answer['waiting']> {
  if (context === null || settings === null) return { addresses: 0, amount: formatAmount(0n) }
  const { addresses, tokenUnits } = await context.collectable.total(reader, BigInt(settings.least))
  return { addresses, amount: formatAmount(tokenUnits / micro) }
}

const presentSettings = (
  { hot, cold, chainId, hotCap, least, gasLeft }: Settings,
  { usdt, usdtDecimals }: ViewContext['token'],
  micro: bigint,
) => ({
  hot,
  cold,
  chainId,
  token: usdt,
  tokenDecimals: usdtDecimals,
  gasLeft,
  hotCap: formatAmount(BigInt(hotCap) / micro),
  least: formatAmount(BigInt(least) / micro),
})

const present = (row: CollectionRow, micro: bigint): Answer['items'][number] => ({
  id: row.id,
  purpose: row.purpose,
  index: row.derivationIndex,
  from: row.sender,
  to: row.recipient,
  nonce: row.nonce,
  amount: row.purpose === 'gas' ? null : formatAmount(row.units / micro),
  wei: row.purpose === 'gas' ? `${row.units}` : null,
  transactions: row.transactions,
  state: row.state,
  block: row.blockNumber,
  signedAt: row.signedAt.toISOString(),
})

/** A transaction beside a recharge of its address. */
export const presentOfAddress = (row: CollectionRow, decimals: number) => {
  const { id, purpose, state, amount, block, signedAt } = present(
    row,
    10n ** BigInt(decimals - SCALE),
  )
  return { id, purpose, state, amount, block, signedAt }
}
