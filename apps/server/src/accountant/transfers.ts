/**
 * Every transfer, from the two tables that store them: one in a row, or those of a settlement in
 * blocks. docs/ledger.md, "The chain", defines how a block is read. The database has a view that
 * shows the same, but the verifier does not rely on what it checks.
 */
export const everyTransfer = `(
  select id, group_id, debit_account, credit_account, asset, amount, kind, reference, hold_id, reverses,
    epoch, request_hash, posted_at, xid, debit_version, debit_after, credit_version, credit_after
  from ledger_transfer
  union all
  select
    (substr(b.first_id::text, 1, 28) || lpad(to_hex(('x' || substr(b.first_id::text, 29))::bit(32)::bigint + n - 1), 8, '0'))::uuid,
    b.group_id,
    case when amount > 0 then b.house_account else account end,
    case when amount > 0 then account else b.house_account end,
    b.asset, abs(amount), b.kind, concat(b.settlement, '/', owner), null, null,
    b.epoch, b.request_hash, b.posted_at, b.xid,
    case when amount > 0 then b.house_version + n else version end,
    case when amount > 0 then b.house_before - so_far else balance end,
    case when amount > 0 then version else b.house_version + n end,
    case when amount > 0 then balance else b.house_before - so_far end
  from ledger_transfer_block b, lateral (
    select *, sum(amount) over (order by n) as so_far
    from unnest(b.owners, b.accounts, b.amounts, b.versions, b.balances)
      with ordinality as entry (owner, account, amount, version, balance, n)) entry
) transfer`

/** Both lines of every transfer. */
export const everyPosting = `(
  select debit_account as account_id, debit_version as version, id as transfer_id, -amount as amount,
    debit_after as balance_after, posted_at, xid from ${everyTransfer}
  union all
  select credit_account, credit_version, id, amount, credit_after, posted_at, xid from ${everyTransfer}
) posting`
