import type { Network } from '@banyan/domain'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { getAddress, isAddress, zeroAddress } from 'viem'

/** Where a buyer pays a member. */
export interface ReceivingAccount {
  bsc: string | null
  tron: string | null
  contact: string | null
  /** When an address was entered or last became another one. */
  changedAt: Date
}

/**
 * The EIP-55 form of a BSC address, or null. Mixed case must carry the right checksum; all lower
 * case carries none and is taken. Nobody holds the zero address.
 */
export function checkedBsc(address: string): string | null {
  if (!isAddress(address) || address === zeroAddress) return null
  return getAddress(address)
}

const base58check = createBase58check(sha256)
/** What every address of the TRON main network starts with. */
const TRON_PREFIX = 0x41

/** The address when its base58 checksum holds and it is one of TRON's, else null. */
export function checkedTron(address: string): string | null {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && bytes[0] === TRON_PREFIX ? address : null
  } catch {
    return null
  }
}

/** The canonical form of an address of a network, or null when its checksum does not hold. */
export const checkedAddress = (network: Network, address: string): string | null =>
  network === 'BSC' ? checkedBsc(address) : checkedTron(address)

/** What of a change matters to others. */
export interface ReceivingChange {
  /** An address is not what it was. */
  moved: boolean
  /** A network that has had an address before gets another one: new sells wait. */
  guarded: boolean
  known: { bsc: boolean; tron: boolean }
}

const networks = ['bsc', 'tron'] as const

/**
 * Compares what a member enters with what was there. The first address of a network ever is an
 * entry; any later other one is a change, also after the network was left empty for a while.
 */
export function compareReceiving(
  before: {
    account: Pick<ReceivingAccount, 'bsc' | 'tron'>
    known: { bsc: boolean; tron: boolean }
  } | null,
  next: Pick<ReceivingAccount, 'bsc' | 'tron'>,
): ReceivingChange {
  const isOther = (network: 'bsc' | 'tron') => next[network] !== (before?.account[network] ?? null)
  return {
    moved: networks.some(isOther),
    guarded: networks.some(
      network => before?.known[network] === true && next[network] !== null && isOther(network),
    ),
    known: {
      bsc: before?.known.bsc === true || next.bsc !== null,
      tron: before?.known.tron === true || next.tron !== null,
    },
  }
}
