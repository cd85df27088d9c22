import type { Book } from '../book.ts'
import { LedgerBug } from '../bug.ts'
import type { HoldState, Refusal } from '../decide.ts'
import { refusedBy } from '../post.ts'
import { decideCommand, groupOf, hashOf, type Item, type KnownDeed } from './item.ts'
import type { LaneAnswer } from './lane.ts'

/** What becomes of an item: an answer, or an error that is thrown at its caller. */
export type Verdict =
  | { answer: LaneAnswer }
  | { error: unknown }
  /** Decided against on these balances; whether they are fresh is for the runner to say. */
  | { refusal: Refusal }
  | { accepted: LaneAnswer }

/** What the items of one batch decide on, and what those before have been given. */
export class Decisions {
  readonly book: Book
  readonly #holds: Map<string, HoldState>
  readonly #accepted = new Map<string, Item>()

  constructor(book: Book, holds: ReadonlyMap<string, HoldState>) {
    this.book = book
    this.#holds = new Map(holds)
  }

  /** What to say of an item that has been done: before it in the batch, or by itself when its answer was lost. */
  repeat(item: Item): Verdict | null {
    if (isOwnEnd(item, this.#holds)) return { answer: doneAnswer(item) }
    const earlier = item.deeds.map(deed => this.#accepted.get(deed)).find(one => one !== undefined)
    return earlier ? repeatOf(earlier, item) : null
  }

  /** Decides an item in its turn. */
  decide(item: Item): Verdict {
    return decideItem(this.book, item, this.#holds)
  }

  /** The item will be written: the items after it see that. */
  accept(item: Item): void {
    for (const deed of item.deeds) this.#accepted.set(deed, item)
    if (item.command.type !== 'end') return
    const { holdId, end } = item.command
    const hold = this.#holds.get(holdId)
    if (hold) this.#holds.set(holdId, { ...hold, outcome: end.outcome, request: end.request })
  }
}

function repeatOf(earlier: Item, item: Item): Verdict {
  const hash = hashOf(earlier.command)
  if (hash && hashOf(item.command)?.equals(hash))
    return { accepted: { outcome: 'replayed', id: idOf(earlier.command) } }
  return { error: new LedgerBug(`${item.deeds[0]} is in the books with another content`) }
}

/** Only its own end answers a lost one: another's is a second end like any other. */
const isOwnEnd = ({ command, lost }: Item, holds: ReadonlyMap<string, HoldState>): boolean =>
  lost && command.type === 'end' && holds.get(command.holdId)?.request === command.end.request

/** A bug of one caller is that caller's alone. */
function decideItem(book: Book, item: Item, holds: ReadonlyMap<string, HoldState>): Verdict {
  const { command } = item
  if (command.type === 'end') {
    const hold = holds.get(command.holdId)
    if (!hold) return { error: new LedgerBug(`there is no hold ${command.holdId}`) }
  }
  try {
    const refusal = book.attempt(one => decideCommand(one, command, holds))
    return refusal ? { refusal } : { accepted: doneAnswer(item) }
  } catch (error) {
    return { error }
  }
}

export const refusedAnswer = (refusal: Refusal): LaneAnswer => ({
  outcome: 'refused',
  refused: refusedBy(refusal),
})

export function doneAnswer({ command }: Item): LaneAnswer {
  return { outcome: 'done', id: idOf(command) }
}

function idOf(command: Item['command']): string {
  if (command.type === 'hold') return command.hold.id
  if (command.type === 'end') return command.end.request
  return groupOf(command)?.transfers[0]?.id ?? ''
}

/** What the books say of an item that may be there already; null when they do not know it. */
export function knownVerdict(item: Item, known: ReadonlyMap<string, KnownDeed>): Verdict | null {
  const found = item.deeds.flatMap(deed => known.get(deed) ?? [])
  const [first] = found
  if (!first) return usedReference(item, known)
  const hash = hashOf(item.command)
  const other = found.find(one => !hash?.equals(one.hash))
  if (other) return { error: new LedgerBug(`${other.deed} is in the books with another content`) }
  const own = item.lost && first.id === idOf(item.command)
  return { answer: { outcome: own ? 'done' : 'replayed', id: first.id } }
}

/** The end of a hold has no reference of its own, but its transfers have. */
function usedReference(
  { command, lost }: Item,
  known: ReadonlyMap<string, KnownDeed>,
): Verdict | null {
  if (command.type !== 'end' || lost) return null
  const used = command.end.group?.transfers
    .map(({ kind, reference }) => known.get(`transfer ${kind} ${reference}`))
    .find(one => one !== undefined)
  if (!used) return null
  const why = `hold ${command.holdId}: a reference of its group is in the books already`
  return { error: new LedgerBug(why) }
}
