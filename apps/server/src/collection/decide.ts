import type { CollectionList, CollectionTransaction } from '@banyan/payouts'
import type { CollectedKeys, OutgoingRow } from '../deposits/index.ts'

/** The settings of the server for a collection. */
export interface OwnSettings {
  hot: string
  cold: string
  chainId: number
}

/**
 * True when the signer collects from all addresses that the server has ever shown to members, and
 * to the server's published addresses.
 */
export const isOurs = (
  reported: CollectionList['settings'],
  own: OwnSettings & { xpubs: readonly string[] },
): boolean =>
  own.xpubs.every(xpub => reported.xpubs.includes(xpub)) &&
  reported.hot === own.hot &&
  reported.cold === own.cold &&
  reported.chainId === own.chainId

/** True when a transaction is one of a collection: between the addresses that its purpose names. */
export function isCollection(
  { purpose, index, from, to }: CollectionTransaction,
  { hot, cold }: Pick<OwnSettings, 'hot' | 'cold'>,
  addressOf: (index: number) => string,
): boolean {
  if (purpose === 'excess') return index === null && from === hot && to === cold
  if (index === null) return false
  const address = addressOf(index)
  return purpose === 'gas'
    ? from === hot && to === address
    : from === address && (to === hot || to === cold)
}

/** True when a transfer seen by the watcher moves exactly what was signed. */
export const moves = (
  seen: Pick<OutgoingRow, 'address' | 'recipient' | 'tokenUnits'>,
  signed: Pick<CollectionTransaction, 'from' | 'to'> & { units: bigint },
): boolean =>
  seen.address === signed.from &&
  seen.recipient === signed.to.toLowerCase() &&
  seen.tokenUnits === signed.units

/**
 * The state of a transaction. The watcher decides about USDT: without its final transfer nothing is
 * final, whatever the signer reports. Gas is BNB, which is in no account, so the signer's report is
 * enough for it.
 */
export function stateOf(
  reported: Pick<CollectionTransaction, 'purpose' | 'state' | 'block'>,
  seen: Pick<OutgoingRow, 'state' | 'blockNumber'> | null,
): Pick<CollectionTransaction, 'state' | 'block'> {
  const { purpose, state, block } = reported
  if (purpose === 'gas' || (state === 'failed' && seen === null)) return { state, block }
  if (seen === null) return { state: 'signed', block: null }
  return { state: seen.state === 'final' ? 'final' : 'mined', block: seen.blockNumber }
}

/**
 * The indexes by their keys, so many in a request; the keys in the order of their first index.
 * Without any index there is one empty request.
 */
export function requestsOf(
  indexes: readonly number[],
  keys: Pick<CollectedKeys, 'xpubs' | 'of'>,
  atOnce: number,
): { xpub: string; some: number[] }[] {
  const [first = ''] = keys.xpubs
  if (indexes.length === 0) return [{ xpub: first, some: [] }]
  const byKey = new Map<string, number[]>()
  for (const index of indexes) {
    const { xpub } = keys.of(index)
    byKey.set(xpub, [...(byKey.get(xpub) ?? []), index])
  }
  return [...byKey].flatMap(([xpub, all]) =>
    Array.from({ length: Math.ceil(all.length / atOnce) }, (_, i) => ({
      xpub,
      some: all.slice(i * atOnce, (i + 1) * atOnce),
    })),
  )
}
