import { plainArray, textArray } from '../../platform/database/array-text.ts'
import { type AccountState, accountColumns } from '../accounts.ts'
import type { HoldState } from '../decide.ts'
import { type Epoch, epochsQuery } from '../epochs.ts'
import type { Run } from '../write.ts'
import { groupOf, holdDeed, type Item, idDeed, type KnownDeed, transferDeed } from './item.ts'

/** The lane's reads, each one statement over a list; indexes only. */
export const laneReads = {
  accounts: `select ${accountColumns} from ledger_account where id = any($1::uuid[])`,
  holds: `
    select hold.id, hold.account_id as account, account.asset, hold.amount, hold.epoch,
      coalesce(hold.expires_at <= house_now(), false) as expired, ended.outcome, ended.request,
      account.owner, account.kind
    from unnest($1::uuid[]) as given (id)
    join ledger_hold hold on hold.id = given.id
    join ledger_account account on account.id = hold.account_id
    left join ledger_hold_resolution ended on ended.hold_id = hold.id`,
  transfers: `
    select kind, reference, id, request_hash as hash
    from unnest($1::text[], $2::text[]) as given (kind, reference)
    join ledger_transfer using (kind, reference)
    union all
    select kind, reference, id, request_hash from ledger_transfer where id = any($3::uuid[])`,
  heldFor: `
    select kind, reference, id, request_hash as hash
    from unnest($1::text[], $2::text[]) as given (kind, reference)
    join ledger_hold using (kind, reference)`,
} as const

export async function readAccounts(run: Run, ids: readonly string[]): Promise<AccountState[]> {
  if (ids.length === 0) return []
  return run<AccountState>(laneReads.accounts, [plainArray(ids, id => id)], 'ledger_accounts')
}

export const readEpochList = (run: Run): Promise<Epoch[]> =>
  run<Epoch>(epochsQuery, [], 'ledger_epochs')

/** A hold with the name of its account. */
export type NamedHold = HoldState & Pick<AccountState, 'owner' | 'kind'>

export async function readHolds(run: Run, ids: readonly string[]): Promise<NamedHold[]> {
  if (ids.length === 0) return []
  return run<NamedHold>(laneReads.holds, [plainArray(ids, id => id)], 'ledger_holds')
}

/** What the books know of the deeds of some items, by deed. */
export async function readDeeds(run: Run, items: readonly Item[]): Promise<Map<string, KnownDeed>> {
  const transfers = items.flatMap(({ command }) => groupOf(command)?.transfers ?? [])
  const holds = items.flatMap(({ command }) => (command.type === 'hold' ? [command.hold] : []))
  const known = new Map<string, KnownDeed>()
  type Row = { kind: string; reference: string; id: string; hash: Buffer }
  if (transfers.length > 0) {
    const values = [
      textArray(transfers, one => one.kind),
      textArray(transfers, one => one.reference),
      plainArray(
        transfers.filter(one => one.callerMade),
        one => one.id,
      ),
    ]
    for (const row of await run<Row>(laneReads.transfers, values, 'ledger_transfers')) {
      const deed = transferDeed(row.kind, row.reference)
      known.set(deed, { ...row, deed })
      known.set(idDeed(row.id), { ...row, deed })
    }
  }
  if (holds.length > 0) {
    const values = [textArray(holds, one => one.kind), textArray(holds, one => one.reference)]
    for (const row of await run<Row>(laneReads.heldFor, values, 'ledger_held_for')) {
      const deed = holdDeed(row.kind, row.reference)
      known.set(deed, { ...row, deed })
    }
  }
  return known
}
