import type { AddressBook } from './addresses.ts'
import type { ChainNode, Log } from './node.ts'
import type { Quorum } from './quorum.ts'
import { TRANSFER, topicOf } from './transfers.ts'

/** Beyond this many addresses, all of a block's transfers are fetched and filtered here. */
const TOPICS_AT_ONCE = 500

/**
 * Transfer events to and from our addresses that enough nodes agree on. The caller refreshes the
 * book after the blocks are known: a member who pays in a block was shown the address before it.
 */
export async function transferLogs(
  { quorum, book }: { quorum: Quorum; book: AddressBook },
  what: string,
  ask: (node: ChainNode, topics: (string | string[] | null)[]) => Promise<Log[] | null>,
): Promise<Log[]> {
  const ours = book.all()
  if (ours.length === 0) return []
  // All transfers at once where there are too many addresses to name; outgoing ones are among them.
  if (ours.length > TOPICS_AT_ONCE)
    return quorum.agreed(what, node => ask(node, [TRANSFER, null, null]))
  const incoming = await quorum.agreed(what, node => ask(node, [TRANSFER, null, ours.map(topicOf)]))
  const outgoing = await quorum.agreed(`${what} going out`, node =>
    ask(node, [TRANSFER, ours.map(topicOf)]),
  )
  // A transfer between two of our addresses is in both lists.
  const places = new Set(incoming.map(placeOf))
  return [...incoming, ...outgoing.filter(log => !places.has(placeOf(log)))]
}

const placeOf = ({ blockHash, logIndex }: Log): string => `${blockHash} ${logIndex}`
