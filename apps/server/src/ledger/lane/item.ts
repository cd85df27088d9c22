import type { AccountState } from '../accounts.ts'
import { accountId } from '../accounts.ts'
import type { Book } from '../book.ts'
import {
  decideEnd,
  decideGroup,
  decideHold,
  type HoldEnd,
  type HoldState,
  type Refusal,
} from '../decide.ts'
import type { DraftGroup, DraftHold } from '../draft.ts'
import type { AccountName } from '../ledger.ts'
import type { Ride } from './companions.ts'
import type { LaneAnswer } from './lane.ts'

/** What a caller asks of the lane, drafted. */
export type Command =
  | { type: 'post'; group: DraftGroup }
  | { type: 'hold'; hold: DraftHold; name: AccountName }
  | { type: 'end'; holdId: string; end: HoldEnd }
  /** Only the rows of a room, in their turn. */
  | { type: 'ride' }

/** A caller who waits. */
export interface Item {
  /** Its place among all that ever came: the order in which items are decided. */
  arrival: number
  command: Command
  rides: readonly Ride[]
  names: readonly AccountName[]
  /** What must not happen twice, as one text each. */
  deeds: readonly string[]
  /** Callers who came with the same deed while it was on its way. */
  followers: Item[]
  /** The answer to its write never came: it may be in the books already. */
  lost: boolean
  settle(answer: LaneAnswer): void
  fail(error: unknown): void
}

/** A deed as the books know it. */
export interface KnownDeed {
  deed: string
  id: string
  hash: Buffer
}

export const transferDeed = (kind: string, reference: string): string =>
  `transfer ${kind} ${reference}`
export const holdDeed = (kind: string, reference: string): string => `hold ${kind} ${reference}`
export const idDeed = (id: string): string => `id ${id}`

export function deedsOf(command: Command): string[] {
  if (command.type === 'hold') return [holdDeed(command.hold.kind, command.hold.reference)]
  const group = groupOf(command)
  if (command.type === 'end') return []
  return (group?.transfers ?? []).flatMap(({ id, callerMade, kind, reference }) => [
    transferDeed(kind, reference),
    ...(callerMade ? [idDeed(id)] : []),
  ])
}

export const groupOf = (command: Command): DraftGroup | null => {
  if (command.type === 'post') return command.group
  return command.type === 'end' ? command.end.group : null
}

export function namesOf(command: Command): readonly AccountName[] {
  if (command.type === 'hold') return [command.name]
  return groupOf(command)?.accounts ?? []
}

/** Under which hash a command is remembered; null for what has no reference of its own. */
export function hashOf(command: Command): Buffer | null {
  if (command.type === 'post') return command.group.requestHash
  return command.type === 'hold' ? command.hold.requestHash : null
}

/** Decides a command in its turn, as the joined path does. */
export function decideCommand(
  book: Book,
  command: Command,
  holds: ReadonlyMap<string, HoldState>,
): Refusal | null {
  switch (command.type) {
    case 'post':
      return decideGroup(book, command.group)
    case 'hold':
      return decideHold(book, command.hold)
    case 'end':
      return decideEnd(book, holds.get(command.holdId) as HoldState, command.end)
    case 'ride':
      return null
  }
}

/** A used account's state before its first line. */
export const unopened = (name: AccountName, overdraft: boolean, epoch: number): AccountState => ({
  id: accountId(name),
  ...name,
  posted: 0n,
  held: 0n,
  overdraft,
  version: 0,
  epoch,
  closed: false,
})
