import { createHash } from 'node:crypto'
import type { Asset, TransferKind } from '@banyan/domain'
import { newUuid } from '../platform/ids.ts'
import { accountId, checkName } from './accounts.ts'
import { LedgerBug } from './bug.ts'
import type { AccountName, HoldOrder, TransferOrder } from './ledger.ts'

/** A transfer that has its name and its accounts, but is not decided yet. */
export interface DraftTransfer {
  id: string
  debit: string
  credit: string
  asset: Asset
  amount: bigint
  kind: TransferKind
  reference: string
}

/** A group on its way: what is asked, under which hash it is remembered, which accounts it needs. */
export interface DraftGroup {
  id: string
  holdId: string | null
  transfers: DraftTransfer[]
  accounts: AccountName[]
  requestHash: Buffer
}

/**
 * Makes a group ready to decide. Ids grow in the order of the group, so that a statement can tell
 * which of two lines of one instant came later.
 * @throws LedgerBug for an empty group, an amount of zero or less, two assets in one transfer, an
 * account that gives to itself, a name outside the chart, or one reference twice.
 */
export function draftGroup(
  group: readonly TransferOrder[],
  holdId: string | null = null,
): DraftGroup {
  if (group.length === 0) throw new LedgerBug('a group has at least one transfer')
  for (const order of group) checkOrder(order)
  const deeds = new Set(group.map(({ kind, reference }) => `${kind} ${reference}`))
  if (deeds.size !== group.length) throw new LedgerBug('one reference occurs twice in a group')
  const ids = group.map(() => newUuid()).sort()
  return {
    id: newUuid(),
    holdId,
    transfers: group.map((order, place) => ({
      id: ids[place] as string,
      debit: accountId(order.from),
      credit: accountId(order.to),
      asset: order.from.asset,
      amount: order.amount,
      kind: order.kind,
      reference: order.reference,
    })),
    accounts: group.flatMap(({ from, to }) => [from, to]),
    requestHash: hashOfGroup(group, holdId),
  }
}

function checkOrder({ from, to, amount, kind, reference }: TransferOrder): void {
  const deed = `${kind} ${reference}`
  if (amount <= 0n) throw new LedgerBug(`${deed}: an amount is above zero`)
  if (reference === '') throw new LedgerBug(`${kind}: a reference names the deed`)
  if (from.asset !== to.asset) throw new LedgerBug(`${deed}: a transfer has one asset`)
  checkName(from)
  checkName(to)
  if (accountId(from) === accountId(to)) throw new LedgerBug(`${deed}: an account gives to itself`)
}

/** The whole group is the request: the same reference in another company is another request. */
const hashOfGroup = (group: readonly TransferOrder[], holdId: string | null): Buffer =>
  sha256([
    holdId,
    group.map(order => [
      ...nameParts(order.from),
      ...nameParts(order.to),
      order.amount.toString(),
      order.kind,
      order.reference,
    ]),
  ])

export const hashOfHold = (order: HoldOrder): Buffer =>
  sha256([...nameParts(order.account), order.amount.toString(), order.kind, order.reference])

const nameParts = ({ owner, asset, kind }: AccountName): string[] => [owner, asset, kind]

const sha256 = (content: unknown): Buffer =>
  createHash('sha256').update(JSON.stringify(content)).digest()
