import type { Network } from '@banyan/domain'
import { sha256 } from '@noble/hashes/sha2.js'
import { createBase58check } from '@scure/base'
import { getAddress, isAddress, zeroAddress } from 'viem'

/** Where a buyer pays a member. */
export interface ReceivingAccount {
  bsc: string | null
  tron: string | null
  contact: string | null
  /** When an address was entered or last changed. */
  changedAt: Date
}

/**
 * The EIP-55 form of a BSC address, or null. Mixed case must have the right checksum; all lower
 * case has none and is accepted. The zero address is refused, because nobody owns it.
 */
export function checkedBsc(address: string): string | null {
  if (!isAddress(address) || address === zeroAddress) return null
  return getAddress(address)
}

const base58check = createBase58check(sha256)
/** The first byte of every address of the TRON main network. */
const TRON_PREFIX = 0x41

/** The address if its base58 checksum is right and it is a TRON address, otherwise null. */
export function checkedTron(address: string): string | null {
  try {
    const bytes = base58check.decode(address)
    return bytes.length === 21 && bytes[0] === TRON_PREFIX ? address : null
  } catch {
    return null
  }
}

/** The canonical form of an address of a network, or null when its checksum is wrong. */
export const checkedAddress = (network: Network, address: string): string | null =>
  network === 'BSC' ? checkedBsc(address) : checkedTron(address)

/** The parts of a change that other modules need. */
export interface ReceivingChange {
  /** An address has changed. */
  moved: boolean
  /** A network that had an address before gets another one: new sells are frozen. */
  guarded: boolean
  known: { bsc: boolean; tron: boolean }
}

const networks = ['bsc', 'tron'] as const

/**
 * Compares the entered addresses with the stored ones. The first address ever of a network is an
 * entry; any later different one is a change, even if the network was empty for a while.
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
