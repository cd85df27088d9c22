import type { CustodyUse } from '@banyan/domain'
import { type Hex, hexToBigInt, toEventSelector } from 'viem'
import type { Log, Receipt } from './node.ts'

/** Topic of `Transfer(address indexed from, address indexed to, uint256 value)`. */
export const TRANSFER = toEventSelector('Transfer(address,address,uint256)')

/** 10¹⁵ whole tokens: more than will ever exist, and well within the range of the books. */
const LARGEST_WHOLE = 10n ** 15n

/** A transfer of the pinned token as read from an event; addresses lower-case. */
export interface Transfer {
  from: string
  to: string
  tokenUnits: bigint
}

/** One transfer to one of our addresses, in a block. */
export interface Seen {
  transactionHash: string
  /** Position of the event among the events of its transaction, from 0. */
  ordinal: number
  tokenUnits: bigint
  blockNumber: number
  blockHash: string
}

/** A transfer to a member's recharge address. */
export interface Sighting extends Seen {
  memberId: string
  /** The index of the address. */
  derivationIndex: number
  /** Lower-case. */
  sender: string
}

/** A transfer from outside to a published address of the platform. */
export interface ReceiptSighting extends Seen {
  /** In its published spelling. */
  address: string
  sender: string
  blockAt: Date
}

/** The destination of a transfer out of custody. */
export type LeadsTo = CustodyUse | 'recharge' | 'outside'

/** A transfer out of an address of custody. */
export interface OutgoingSighting extends Seen {
  /** With its checksum. */
  address: string
  /** The index of a recharge address; null for a published one. */
  derivationIndex: number | null
  leadsTo: LeadsTo
  /** Lower-case. */
  recipient: string
  blockAt: Date
}

/** The topic form of an address: 32 bytes. */
export const topicOf = (address: string): string => `0x${address.slice(2).padStart(64, '0')}`

/**
 * Reads an event as a transfer of value of the pinned token. Returns null for anything else:
 * another contract, another event, another number of topics, no value, or more than can exist.
 */
export function readTransfer(
  log: Pick<Log, 'address' | 'topics' | 'data'>,
  token: { contract: string; decimals: number },
): Transfer | null {
  if (log.address !== token.contract.toLowerCase()) return null
  const [event, from, to, ...more] = log.topics
  if (event !== TRANSFER || from === undefined || to === undefined || more.length > 0) return null
  if (!isAddressTopic(from) || !isAddressTopic(to)) return null
  if (log.data.length !== 66) return null
  const tokenUnits = hexToBigInt(log.data as Hex)
  if (tokenUnits === 0n || tokenUnits > LARGEST_WHOLE * 10n ** BigInt(token.decimals)) return null
  return { from: `0x${from.slice(26)}`, to: `0x${to.slice(26)}`, tokenUnits }
}

const isAddressTopic = (topic: string): boolean => topic.startsWith(`0x${'0'.repeat(24)}`)

/**
 * The event's position inside its receipt. Returns null when the receipt does not confirm it: the
 * transaction failed, or contains no such event.
 */
export function ordinalOf(log: Log, receipt: Receipt): number | null {
  if (receipt.status !== 1) return null
  const events = [...receipt.logs].sort((a, b) => a.logIndex - b.logIndex)
  const ordinal = events.findIndex(event => event.logIndex === log.logIndex)
  const event = events[ordinal]
  if (event === undefined) return null
  const same =
    event.address === log.address &&
    event.data === log.data &&
    event.topics.join() === log.topics.join()
  return same ? ordinal : null
}
