import type { CollectionList, CollectionTransaction } from '@banyan/payouts'
import type { OutgoingRow } from '../deposits/index.ts'

/** What the settings of the server say of a collection. */
export interface OwnSettings {
  xpub: string
  hot: string
  cold: string
  chainId: number
}

/** Does the signer collect what the server shows to members, to where the server publishes its money? */
export const isOurs = (said: CollectionList['settings'], own: OwnSettings): boolean =>
  said.xpub === own.xpub &&
  said.hot === own.hot &&
  said.cold === own.cold &&
  said.chainId === own.chainId

/** Is a transaction one that a collection makes: between the addresses that its purpose names? */
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

/** Does a transfer that the watcher has seen move exactly what was signed? */
export const moves = (
  seen: Pick<OutgoingRow, 'address' | 'recipient' | 'tokenUnits'>,
  signed: Pick<CollectionTransaction, 'from' | 'to'> & { units: bigint },
): boolean =>
  seen.address === signed.from &&
  seen.recipient === signed.to.toLowerCase() &&
  seen.tokenUnits === signed.units

/**
 * Where a transaction is. The watcher decides about USDT: without its final transfer nothing is final,
 * whatever the signer says. Gas is BNB, which no account holds, so there the signer's word is enough.
 */
export function stateOf(
  said: Pick<CollectionTransaction, 'purpose' | 'state' | 'block'>,
  seen: Pick<OutgoingRow, 'state' | 'blockNumber'> | null,
): Pick<CollectionTransaction, 'state' | 'block'> {
  const { purpose, state, block } = said
  if (purpose === 'gas' || (state === 'failed' && seen === null)) return { state, block }
  if (seen === null) return { state: 'signed', block: null }
  return { state: seen.state === 'final' ? 'final' : 'mined', block: seen.blockNumber }
}
