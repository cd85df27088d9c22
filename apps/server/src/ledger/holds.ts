import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { newUuid } from '../platform/ids.ts'
import { type AccountState, accountId, checkName, lockAccounts, spendable } from './accounts.ts'
import { LedgerBug } from './bug.ts'
import { decideGroup } from './decide.ts'
import { draftGroup, hashOfHold } from './draft.ts'
import type { AccountName, HoldOrder, TransferOrder } from './ledger.ts'
import { refuseShortfall, writeGroup } from './post.ts'

/** Sets money aside on its account, or answers the id of the same hold made before. */
export async function placeHold(tx: Tx, order: HoldOrder): Promise<string> {
  if (order.amount <= 0n)
    throw new LedgerBug(`${order.kind} ${order.reference}: an amount is above zero`)
  checkName(order.account)
  const account = await lockOne(tx, order.account)
  if (account.closed) throw new LedgerBug(`account ${account.id} is closed`)
  if (!account.overdraft && spendable(account) < order.amount) {
    const earlier = await sameHold(tx, order)
    if (earlier !== null) return earlier
    refuseShortfall({
      asset: account.asset,
      needed: order.amount,
      available: spendable(account),
    })
  }
  const id = await writeHold(tx, order)
  if (id !== null) return id
  const earlier = await sameHold(tx, order)
  if (earlier === null) throw new LedgerBug('a new hold met a row that is not there')
  return earlier
}

/** Answers null, with the balance untouched, when the reference is in the books already. */
async function writeHold(tx: Tx, order: HoldOrder): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with placed as (
      insert into ledger_hold (id, account_id, amount, kind, reference, request_hash)
      values (${newUuid()}::uuid, ${accountId(order.account)}::uuid, ${order.amount}::numeric,
        ${order.kind}, ${order.reference}, ${hashOfHold(order)}::bytea)
      on conflict do nothing returning id, account_id, amount),
    changed as (
      update ledger_account account set held = account.held + placed.amount
      from placed where account.id = placed.account_id)
    select id from placed`.execute(tx)
  return rows[0]?.id ?? null
}

async function sameHold(tx: Tx, order: HoldOrder): Promise<string | null> {
  const row = await tx
    .selectFrom('ledgerHold')
    .select(['id', 'requestHash'])
    .where('kind', '=', order.kind)
    .where('reference', '=', order.reference)
    .executeTakeFirst()
  if (!row) return null
  if (!row.requestHash.equals(hashOfHold(order)))
    throw new LedgerBug(`hold ${order.kind} ${order.reference} is there with another content`)
  return row.id
}

/** Ends a hold: its amount is freed and the group takes its part of it in the same breath. */
export async function postHold(
  tx: Tx,
  holdId: string,
  orders: readonly TransferOrder[],
): Promise<void> {
  const hold = await loadHold(tx, holdId)
  const group = draftGroup(orders, holdId)
  const total = orders.reduce((sum, order) => sum + order.amount, 0n)
  if (group.transfers.some(transfer => transfer.debit !== hold.accountId))
    throw new LedgerBug(`hold ${holdId} pays from its own account only`)
  if (total > hold.amount)
    throw new LedgerBug(`hold ${holdId} is of ${hold.amount}, the group takes ${total}`)
  const locked = await lockAccounts(tx, group.accounts)
  await resolve(tx, holdId, 'posted', total)
  const holder = locked.get(hold.accountId) as AccountState
  locked.set(hold.accountId, { ...holder, held: holder.held - hold.amount })
  const verdict = decideGroup(group, locked)
  if (verdict.outcome === 'refused')
    throw new LedgerBug(`hold ${holdId} is not covered by its account`)
  if (!(await writeGroup(tx, group, verdict)))
    throw new LedgerBug(`hold ${holdId}: a reference of its group is in the books already`)
}

/** Ends a hold without a transfer. */
export async function voidHold(tx: Tx, holdId: string): Promise<void> {
  const hold = await loadHold(tx, holdId)
  await lockOne(tx, hold)
  await resolve(tx, holdId, 'voided', 0n)
  await sql`
    update ledger_account set held = held - ${hold.amount}::numeric
    where id = ${hold.accountId}::uuid`.execute(tx)
}

type Hold = AccountName & { accountId: string; amount: bigint }

/** A hold's row never changes, so it may be read before its account is locked. */
async function loadHold(tx: Tx, holdId: string): Promise<Hold> {
  const { rows } = await sql<Hold>`
    select hold.account_id, hold.amount, account.owner, account.asset, account.kind
    from ledger_hold hold join ledger_account account on account.id = hold.account_id
    where hold.id = ${holdId}::uuid`.execute(tx)
  const hold = rows[0]
  if (!hold) throw new LedgerBug(`there is no hold ${holdId}`)
  return hold
}

async function lockOne(tx: Tx, name: AccountName): Promise<AccountState> {
  const [account] = (await lockAccounts(tx, [name])).values()
  return account as AccountState
}

/** One row for each end: the second who tries finds the first, under the account's lock. */
async function resolve(
  tx: Tx,
  holdId: string,
  outcome: 'posted' | 'voided',
  posted: bigint,
): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('ledgerHoldResolution')
    .values({ holdId, outcome, posted })
    .onConflict(conflict => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) throw new LedgerBug(`hold ${holdId} has ended already`)
}
