import { formatAmount } from '@banyan/domain'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/connect.ts'
import { refuse } from '../platform/refused.ts'
import { lockAccounts } from './accounts.ts'
import { LedgerBug } from './bug.ts'
import { decideGroup, type Shortfall, type Verdict } from './decide.ts'
import { type DraftGroup, draftGroup } from './draft.ts'
import type { TransferOrder } from './ledger.ts'

/** Lock, decide, write. A repeat is looked for only where it can show: at a refusal or a conflict. */
export async function postGroup(tx: Tx, orders: readonly TransferOrder[]): Promise<void> {
  const group = draftGroup(orders)
  const verdict = decideGroup(group, await lockAccounts(tx, group.accounts))
  if (verdict.outcome === 'refused') {
    // A repeat must be answered as such even when the first time spent what it would need.
    if (await wasPosted(tx, group)) return
    return refuseShortfall(verdict.shortfall)
  }
  if (await writeGroup(tx, group, verdict)) return
  if (!(await wasPosted(tx, group))) throw new LedgerBug('a new group met a row that is not there')
}

export function refuseShortfall({ asset, needed, available }: Shortfall): never {
  return refuse('insufficientBalance', {
    asset,
    needed: formatAmount(needed),
    available: formatAmount(available > 0n ? available : 0n),
  })
}

/**
 * Writes a decided group in one statement; its accounts are locked. Answers false, with postings
 * and balances untouched, when a transfer of the group is in the books already.
 */
export async function writeGroup(
  tx: Tx,
  group: DraftGroup,
  verdict: Verdict & { outcome: 'accepted' },
): Promise<boolean> {
  const { transfers } = group
  const { postings, accounts } = verdict
  const { rows } = await sql<{ written: number }>`
    with moment as materialized (select house_now() as at),
    written as (
      insert into ledger_transfer
        (id, debit_account, credit_account, asset, amount, kind, reference, group_id, hold_id, request_hash, posted_at)
      select given.*, ${group.id}::uuid, ${group.holdId}::uuid, ${group.requestHash}::bytea, moment.at
      from moment, unnest(
        ${transfers.map(one => one.id)}::uuid[],
        ${transfers.map(one => one.debit)}::uuid[],
        ${transfers.map(one => one.credit)}::uuid[],
        ${transfers.map(one => one.asset)}::text[],
        ${transfers.map(one => one.amount)}::numeric[],
        ${transfers.map(one => one.kind)}::text[],
        ${transfers.map(one => one.reference)}::text[]) as given
      on conflict do nothing returning id),
    whole as (select count(*) = ${transfers.length}::int as yes from written),
    posted as (
      insert into ledger_posting (account_id, version, transfer_id, amount, balance_after, posted_at)
      select given.*, moment.at
      from moment, whole, unnest(
        ${postings.map(one => one.account)}::uuid[],
        ${postings.map(one => one.version)}::bigint[],
        ${postings.map(one => one.transfer)}::uuid[],
        ${postings.map(one => one.amount)}::numeric[],
        ${postings.map(one => one.balanceAfter)}::numeric[]) as given
      where whole.yes),
    changed as (
      update ledger_account account
      set posted = given.posted, held = given.held, version = given.version
      from whole, unnest(
        ${accounts.map(one => one.id)}::uuid[],
        ${accounts.map(one => one.posted)}::numeric[],
        ${accounts.map(one => one.held)}::numeric[],
        ${accounts.map(one => one.version)}::bigint[]) as given (id, posted, held, version)
      where whole.yes and account.id = given.id)
    select count(*)::int as written from written`.execute(tx)
  return rows[0]?.written === transfers.length
}

/**
 * Whether this very group is in the books.
 * @throws LedgerBug when one of its references is there with another content.
 */
async function wasPosted(tx: Tx, group: DraftGroup): Promise<boolean> {
  const { rows } = await sql<{ kind: string; reference: string; requestHash: Buffer }>`
    select kind, reference, request_hash from ledger_transfer
    where (kind, reference) in (
      select * from unnest(
        ${group.transfers.map(one => one.kind)}::text[],
        ${group.transfers.map(one => one.reference)}::text[]))`.execute(tx)
  const other = rows.find(row => !row.requestHash.equals(group.requestHash))
  if (other)
    throw new LedgerBug(`${other.kind} ${other.reference} is in the books with another content`)
  return rows.length > 0
}
