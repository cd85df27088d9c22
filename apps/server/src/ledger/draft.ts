import { hash } from 'node:crypto'
import type { Asset, TransferKind } from '@banyan/domain'
import { newUuid } from '../platform/ids.ts'
import { accountId, checkName } from './accounts.ts'
import { LedgerBug } from './bug.ts'
import type { AccountName, HoldOrder, TransferOrder } from './ledger.ts'

/** A transfer that has its id and its accounts, but is not decided yet. */
export interface DraftTransfer {
  id: string
  /** The caller made the id: it is a second key of the request. */
  isIdGiven: boolean
  debit: string
  credit: string
  asset: Asset
  amount: bigint
  kind: TransferKind
  reference: string
  /** The epoch in whose units the amount is given; null for current units. */
  inEpoch: number | null
}

/**
 * A group to be decided: its transfers, the hash of its request, and the accounts that it needs.
 */
export interface DraftGroup {
  id: string
  holdId: string | null
  transfers: DraftTransfer[]
  /** Both sides of each transfer. */
  accounts: AccountName[]
  requestHash: Buffer
}

/** A hold to be decided. */
export interface DraftHold {
  id: string
  account: string
  amount: bigint
  kind: HoldOrder['kind']
  reference: string
  inEpoch: number | null
  requestHash: Buffer
}

/**
 * Kinds that no caller posts: the ledger writes splits itself, and a reversal is a row of older books.
 */
const ownKinds: ReadonlySet<TransferKind> = new Set(['split', 'reversal'])
/**
 * Kinds whose rows are in a partition with its own index of ids: payments from before blocks
 * existed, and splits.
 */
const bulkKinds: ReadonlySet<TransferKind> = new Set(['static_earning', 'dynamic_earning', 'split'])

/**
 * Prepares a group for the decision. Ids increase in the order of the group, so that a statement
 * can order two lines of one instant; groups of one instant draw their ids together.
 * @throws LedgerBug for an empty group, an amount of zero or less, two assets in one transfer, an
 * account that gives to itself, a name outside the chart, or one reference twice.
 */
export function draftGroup(
  group: readonly TransferOrder[],
  holdId: string | null = null,
  ids: readonly string[] = drawIds(group.length),
): DraftGroup {
  if (group.length === 0) throw new LedgerBug('a group has at least one transfer')
  if (group.length > 1) {
    const named = new Set(group.map(({ kind, reference }) => `${kind} ${reference}`))
    if (named.size !== group.length) throw new LedgerBug('one reference occurs twice in a group')
  }
  const transfers = group.map((order, place) => draftTransfer(order, ids[place] as string))
  return {
    // A single transfer is its own group.
    id: group.length === 1 ? (transfers[0] as DraftTransfer).id : newUuid(),
    holdId,
    transfers,
    accounts: group.flatMap(({ from, to }) => [from, to]),
    requestHash: hashOfGroup(group, holdId),
  }
}

/** Ids that increase. */
export const drawIds = (count: number): string[] =>
  count === 1 ? [newUuid()] : Array.from({ length: count }, () => newUuid()).sort()

function draftTransfer(order: TransferOrder, id: string): DraftTransfer {
  const debit = accountId(order.from)
  const credit = accountId(order.to)
  checkOrder(order, debit === credit)
  return {
    id: order.id ?? id,
    isIdGiven: order.id !== undefined,
    debit,
    credit,
    asset: order.from.asset,
    amount: order.amount,
    kind: order.kind,
    reference: order.reference,
    inEpoch: order.epoch ?? null,
  }
}

/** @throws LedgerBug for an amount of zero or less or a name outside the chart. */
export function draftHold(order: HoldOrder): DraftHold {
  if (order.amount <= 0n)
    throw new LedgerBug(`${order.kind} ${order.reference}: an amount is above zero`)
  checkName(order.account)
  return {
    id: order.id ?? newUuid(),
    account: accountId(order.account),
    amount: order.amount,
    kind: order.kind,
    reference: order.reference,
    inEpoch: order.epoch ?? null,
    requestHash: hashOfHold(order),
  }
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

function checkOrder(order: TransferOrder, toItself: boolean): void {
  const { from, to, amount, kind, reference, id } = order
  const name = `${kind} ${reference}`
  if (amount <= 0n) throw new LedgerBug(`${name}: an amount is above zero`)
  if (reference === '') throw new LedgerBug(`${kind}: a reference must not be empty`)
  if (from.asset !== to.asset) throw new LedgerBug(`${name}: a transfer has one asset`)
  checkName(from)
  checkName(to)
  if (toItself) throw new LedgerBug(`${name}: an account gives to itself`)
  if (ownKinds.has(kind)) throw new LedgerBug(`${name}: no caller posts a ${kind}`)
  if (id !== undefined && (bulkKinds.has(kind) || !uuid.test(id)))
    throw new LedgerBug(`${name}: a caller's id is a UUID, and none for what comes by the million`)
}

/**
 * The hash covers the whole group: the same reference in a group with other members is another
 * request. An id is a name, not content: the request under its reference is the same whatever id it
 * was given.
 */
const hashOfGroup = (group: readonly TransferOrder[], holdId: string | null): Buffer =>
  sha256([holdId, ...group.flatMap(contentOf)])

const contentOf = (order: TransferOrder) => [
  ...nameParts(order.from),
  ...nameParts(order.to),
  order.amount.toString(),
  order.kind,
  order.reference,
  order.epoch ?? null,
]

const hashOfHold = (order: HoldOrder): Buffer =>
  sha256([
    ...nameParts(order.account),
    order.amount.toString(),
    order.kind,
    order.reference,
    ...(order.epoch === undefined ? [] : [order.epoch]),
  ])

const nameParts = ({ owner, asset, kind }: AccountName): string[] => [owner, asset, kind]

/**
 * Copies the 32 bytes out of Node's pool: a separate buffer for each would be work for the garbage
 * collector.
 */
const sha256 = (content: unknown): Buffer =>
  Buffer.from(hash('sha256', JSON.stringify(content), 'hex'), 'hex')
