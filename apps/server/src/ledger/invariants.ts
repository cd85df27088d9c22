import { APP_ROLE } from '../platform/database/connect.ts'

/**
 * The invariants of the ledger's tables, each as a query for its breaches, one row of text for
 * each. Written from the rule book in plain SQL: it shares no function with the writer, so that no
 * mistake is made in both.
 */
export const ledgerInvariants: readonly { name: string; breaches: string }[] = [
  {
    name: 'I1 both accounts of a transfer are there',
    breaches: `
      select 'transfer ' || t.id || ' of ' || t.amount || ' goes from '
        || coalesce(d.kind, 'no account') || ' to ' || coalesce(c.kind, 'no account')
      from ledger_every_transfer t
      left join ledger_account d on d.id = t.debit_account
      left join ledger_account c on c.id = t.credit_account
      where d.id is null or c.id is null`,
  },
  {
    name: 'I1 one asset on both sides of a transfer',
    breaches: `
      select 'transfer ' || t.id || ' of ' || t.asset || ' goes from '
        || coalesce(d.asset, 'no account') || ' to ' || coalesce(c.asset, 'no account')
      from ledger_every_transfer t
      left join ledger_account d on d.id = t.debit_account
      left join ledger_account c on c.id = t.credit_account
      where d.asset is distinct from t.asset or c.asset is distinct from t.asset`,
  },
  {
    name: 'I1 all accounts of an asset sum to zero',
    breaches: `
      select asset || ' sums to ' || sum(posted) from ledger_account
      group by asset having sum(posted) <> 0`,
  },
  {
    name: 'I1 a group is one request at one instant',
    breaches: `
      select 'group ' || group_id || ' has ' || count(distinct request_hash) || ' requests at '
        || count(distinct posted_at) || ' instants'
      from ledger_every_transfer group by group_id
      having count(distinct (request_hash, posted_at)) > 1`,
  },
  {
    name: 'I1 a settlement has each member once, in the order of their ids, on their own account',
    breaches: `
      select kind || ' ' || settlement || ' has member ' || owner || ' after ' || coalesce(before::text, 'nobody')
        || ', on account ' || account || ' of ' || coalesce(of_owner::text, 'nobody')
      from (
        select block.kind, block.settlement, one.owner, one.account, a.owner as of_owner,
          lag(one.owner) over (partition by block.kind, block.settlement order by block.first, one.place) as before
        from ledger_transfer_block block
        cross join lateral unnest(block.owners, block.accounts) with ordinality as one (owner, account, place)
        left join ledger_account a on a.id = one.account
      ) line
      where owner <= before or of_owner is distinct from owner`,
  },
  {
    name: 'I1 nobody has a settlement in a block and in a row',
    breaches: `
      select t.kind || ' ' || t.reference || ' is transfer ' || t.id || ' and one of block ' || block.first_id
      from ledger_transfer_block block cross join lateral unnest(block.owners) as owner
      join ledger_transfer t on t.kind = block.kind and t.reference = block.settlement || '/' || owner`,
  },
  {
    name: 'I1 a settlement is named with the asset of its blocks',
    breaches: `
      select distinct block.kind || ' ' || block.settlement || ' is of ' || block.asset
        || ' and named as of ' || coalesce(settled.asset, 'nothing')
      from ledger_transfer_block block left join ledger_settlement settled using (kind, settlement)
      where settled.asset is distinct from block.asset`,
  },
  {
    name: 'I2 stored balance = sum of postings = last balance after',
    breaches: `
      select 'account ' || a.id || ' (' || a.owner || ' ' || a.asset || ' ' || a.kind || ') has '
        || a.posted || ' at version ' || a.version || '; its ' || coalesce(p.lines, 0)
        || ' postings sum to ' || coalesce(p.total, 0) || ' and end at ' || coalesce(p.last, 0)
      from ledger_account a
      left join (
        select account_id, count(*) as lines, sum(amount) as total,
          (array_agg(balance_after order by version desc))[1] as last
        from ledger_posting group by account_id
      ) p on p.account_id = a.id
      where a.posted <> coalesce(p.total, 0) or a.posted <> coalesce(p.last, 0)
        or a.version <> coalesce(p.lines, 0)`,
  },
  {
    name: 'I2 versions without gaps, each balance after the one before',
    breaches: `
      select 'posting ' || version || ' of account ' || account_id || ' is number ' || place
        || ' and ends at ' || balance_after || '; what came up to it sums to ' || running
      from (
        select account_id, version, balance_after,
          row_number() over lines as place, sum(amount) over lines as running
        from ledger_posting
        window lines as (partition by account_id order by version)
      ) line
      where version <> place or balance_after <> running`,
  },
  {
    name: 'I2 nothing below zero but EXT, ISSUE, SPLIT and LOSS',
    breaches: `
      select 'account ' || a.id || ' (' || a.owner || ' ' || a.asset || ' ' || a.kind || ') has '
        || a.posted || ' with ' || a.held || ' held; its lowest line is ' || coalesce(p.lowest, 0)
        || case when a.overdraft then '; it is marked as free to go below zero' else '' end
      from ledger_account a
      left join (
        select account_id, min(balance_after) as lowest from ledger_posting group by account_id
      ) p on p.account_id = a.id
      where not (a.owner = '00000000-0000-7000-8000-000000000001'
          and (a.asset, a.kind) in (('USDT', 'EXT'), ('LEAF', 'ISSUE'), ('LEAF', 'SPLIT'), ('USDT', 'LOSS')))
        and (a.overdraft or a.posted - a.held < 0 or p.lowest < 0)`,
  },
  {
    name: 'I2 held = the sum of holds that have not ended',
    breaches: `
      select 'account ' || coalesce(a.id, h.account_id) || ' has ' || coalesce(a.held, 0)
        || ' held, its open holds sum to ' || coalesce(h.total, 0)
      from ledger_account a
      full join (
        select hold.account_id, sum(hold.amount * (
          select ledger_product(multiple) from ledger_epoch e
          where e.asset = account.asset and e.epoch > hold.epoch and e.epoch <= account.epoch
        )) as total
        from ledger_hold hold join ledger_account account on account.id = hold.account_id
        where not exists (select from ledger_hold_resolution r where r.hold_id = hold.id)
        group by hold.account_id
      ) h on h.account_id = a.id
      where coalesce(a.held, 0) <> coalesce(h.total, 0)`,
  },
  {
    name: 'I2 a hold ends once, by what its transfers took from its own account',
    breaches: `
      select 'hold ' || coalesce(h.id, r.hold_id, t.hold_id)
        || case when h.id is null then ' is not there'
             else ' of ' || h.amount end
        || ', ended as ' || coalesce(r.outcome || ' with ' || r.posted, 'nothing')
        || '; its transfers sum to ' || coalesce(t.total, 0)
        || case when t.elsewhere then ', not all from its account' else '' end
      from ledger_hold h
      full join ledger_hold_resolution r on r.hold_id = h.id
      full join (
        select t.hold_id, sum(t.amount) as total,
          bool_or(t.debit_account is distinct from hold.account_id) as elsewhere
        from ledger_transfer t left join ledger_hold hold on hold.id = t.hold_id
        where t.hold_id is not null group by t.hold_id
      ) t on t.hold_id = coalesce(h.id, r.hold_id)
      where h.id is null
        or coalesce(t.total, 0) <> coalesce(r.posted, 0)
        or (coalesce(r.outcome, 'open') = 'posted') <> (t.hold_id is not null)
        or coalesce(t.total, 0) > h.amount * (
          select ledger_product(multiple) from ledger_epoch e
          where e.asset = (select asset from ledger_account where id = h.account_id)
            and e.epoch > h.epoch)
        or t.elsewhere`,
  },
  {
    name: 'I2 every account is in the chart, under the id of its name',
    breaches: `
      select 'account ' || id || ' is called ' || owner || ' ' || asset || ' ' || kind
      from (
        select *, substring(sha256(convert_to(owner || '/' || asset || '/' || kind, 'UTF8')) from 1 for 16) as hash
        from ledger_account
      ) a
      where case when owner = '00000000-0000-7000-8000-000000000001'
          then (asset, kind) not in (
            ('USDT', 'EXT'), ('USDT', 'RESERVE'), ('USDT', 'INCOME'), ('USDT', 'POOL.static'),
            ('USDT', 'POOL.dynamic'), ('USDT', 'OPS'), ('USDT', 'RISK'), ('USDT', 'LOSS'),
            ('USDT', 'PAYOUTS'),
            ('LEAF', 'ISSUE'), ('LEAF', 'FEE.coin'), ('LEAF', 'SEED'), ('LEAF', 'SPLIT'))
          else kind not in ('available', 'locked', 'escrow') end
        or replace(id::text, '-', '') <> encode(set_byte(set_byte(hash,
            6, (get_byte(hash, 6) & 15) | 128),
            8, (get_byte(hash, 8) & 63) | 128), 'hex')`,
  },
  {
    name: 'I2 a reversal is the whole opposite of one transfer',
    breaches: `
      select 'transfer ' || r.id || ' of ' || r.amount || ' reverses '
        || coalesce(t.id || ' of ' || t.amount, r.reverses || ', which is not there')
      from ledger_transfer r
      left join ledger_every_transfer t on t.id = r.reverses
      where (r.reverses is not null) <> (r.kind = 'reversal') or (r.reverses is not null and not coalesce(
        t.debit_account = r.credit_account and t.credit_account = r.debit_account
        and r.amount = t.amount * (
          select ledger_product(multiple) from ledger_epoch e
          where e.asset = t.asset and e.epoch > t.epoch and e.epoch <= r.epoch), false))`,
  },
  {
    name: 'I9 SPLIT holds what holders have not been told of yet',
    breaches: `
      select 'SPLIT has ' || split.total || '; what is still to be told sums to ' || untold.total
      from
        (select coalesce(sum(posted), 0) as total from ledger_account where kind = 'SPLIT') split,
        (select coalesce(sum(a.posted * (e.times - 1)), 0) as total from ledger_account a
          cross join lateral (select ledger_product(multiple) as times from ledger_epoch
            where asset = a.asset and epoch > a.epoch) e
          where a.kind not in ('ISSUE', 'SPLIT')) untold
      where split.total <> untold.total`,
  },
  {
    name: 'I9 each holder is told of each split once, by what was held then',
    breaches: `
      select 'split line ' || t.reference || ' gives ' || t.amount || ' to an account of '
        || (t.credit_after - t.amount)
      from ledger_transfer t
      left join ledger_epoch e on e.epoch = t.epoch
      left join ledger_account c on c.id = t.credit_account
      where t.kind = 'split' and c.kind <> 'SPLIT' and (
        e.epoch is null or t.reference <> e.epoch || '/' || t.credit_account
        or t.amount <> (t.credit_after - t.amount) * (e.multiple - 1)
        or c.epoch < t.epoch or t.posted_at <> e.began_at)`,
  },
  {
    name: 'the history is guarded by triggers and by privilege',
    breaches: `
      select 'table ' || history || ' has ' || guards || ' of its 2 guards on'
        || case when changeable then '; ${APP_ROLE} may change it' else '' end
      from (
        select history,
          (select count(*) from pg_trigger where tgrelid = history::regclass
            and tgname in (history || '_rows', history || '_all', 'ledger_transfer_rows')
            and tgenabled in ('O', 'A')) as guards,
          has_table_privilege('${APP_ROLE}', history, 'update, delete, truncate')
            or has_any_column_privilege('${APP_ROLE}', history, 'update') as changeable
        from unnest(array['ledger_transfer', 'ledger_hold',
          'ledger_hold_resolution', 'ledger_epoch', 'ledger_audit',
          'ledger_transfer_single', 'ledger_transfer_bulk',
          'ledger_transfer_block', 'ledger_settlement']) as history
      ) guard
      where guards <> 2 or changeable`,
  },
]
