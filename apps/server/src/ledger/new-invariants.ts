import { type RawBuilder, sql } from 'kysely'

/** Rows with above < xid <= upTo. */
export interface Span {
  above: number
  /** Null where there is no end: then no line may be missing before another. */
  upTo: number | null
}

/**
 * The lines of a span and those that wait, numbered after the last proven one of their account. The
 * numbers of transactions and of lines need not go in the same order: who came first may have waited for
 * an account that a later transaction had. So a line may stand in a batch before its predecessor's; it
 * waits in `ledger_proven_ahead` until that one is proven. `is_next` says that nothing is missing before
 * it.
 */
export const linesOfSpan = (span: Span): RawBuilder<unknown> => sql`
  select *, version = proven_version + place as is_next,
    balance_after = proven_posted + running as is_right
  from (
    select line.*, coalesce(proven.version, 0) as proven_version,
      coalesce(proven.posted, 0) as proven_posted,
      row_number() over lines as place, sum(amount) over lines as running
    from (
      select account_id, version, amount, balance_after from ledger_posting where ${within(span)}
      union all
      select account_id, version, amount, balance_after from ledger_proven_ahead
    ) line
    left join ledger_proven_account proven using (account_id)
    window lines as (partition by account_id order by line.version)
  ) numbered`

/** The condition that a row is of a span. */
export const within = ({ above, upTo }: Span, column = 'xid'): RawBuilder<unknown> =>
  upTo === null
    ? sql`${sql.ref(column)} > ${above}::bigint`
    : sql`${sql.ref(column)} > ${above}::bigint and ${sql.ref(column)} <= ${upTo}::bigint`

/** An invariant with its query for breaches, one row of text for each. */
export interface Claim {
  name: string
  breaches: RawBuilder<unknown>
}

/**
 * The invariants of the rows of a span, on the state that was proven up to its beginning. Each is one
 * of `ledgerInvariants`, under its name, for these rows alone: they are found by the index of their
 * transaction numbers, and whatever else is read is read by key.
 */
export function invariantsOfSpan(span: Span): Claim[] {
  const inSpan = (column = 'xid') => within(span, column)
  return [
    {
      name: 'I1 both accounts of a transfer are there',
      breaches: sql`
        select 'transfer ' || t.id || ' of ' || t.amount || ' goes from '
          || coalesce(d.kind, 'no account') || ' to ' || coalesce(c.kind, 'no account')
        from ledger_every_transfer t
        left join ledger_account d on d.id = t.debit_account
        left join ledger_account c on c.id = t.credit_account
        where ${inSpan('t.xid')} and (d.id is null or c.id is null)`,
    },
    {
      name: 'I1 one asset on both sides of a transfer',
      breaches: sql`
        select 'transfer ' || t.id || ' of ' || t.asset || ' goes from '
          || coalesce(d.asset, 'no account') || ' to ' || coalesce(c.asset, 'no account')
        from ledger_every_transfer t
        left join ledger_account d on d.id = t.debit_account
        left join ledger_account c on c.id = t.credit_account
        where ${inSpan('t.xid')} and (d.asset is distinct from t.asset or c.asset is distinct from t.asset)`,
    },
    {
      name: 'I1 a group is one request at one instant',
      breaches: sql`
        select 'group ' || group_id || ' has ' || count(distinct request_hash) || ' requests at '
          || count(distinct posted_at) || ' instants'
        from ledger_every_transfer where ${inSpan()} group by group_id
        having count(distinct (request_hash, posted_at)) > 1`,
    },
    {
      name: 'I1 a settlement has each member once, in the order of their ids, on their own account',
      breaches: sql`
        select block.kind || ' ' || block.settlement || ' has member ' || one.owner || ' after '
          || coalesce(one.before::text, 'nobody') || ', on account ' || one.account || ' of ' || coalesce(a.owner::text, 'nobody')
        from ledger_transfer_block block
        left join lateral (
          select last from ledger_transfer_block other
          where other.kind = block.kind and other.settlement = block.settlement and other.first < block.first
          order by other.first desc limit 1) previous on true
        left join lateral (
          select first from ledger_transfer_block other
          where other.kind = block.kind and other.settlement = block.settlement and other.first > block.first
          order by other.first limit 1) next on true
        cross join lateral (
          select owner, account, place, coalesce(lag(owner) over (order by place), previous.last) as before
          from unnest(block.owners, block.accounts) with ordinality as line (owner, account, place)) one
        left join ledger_account a on a.id = one.account
        where ${inSpan('block.xid')}
          and (one.owner <= one.before or next.first <= block.last or a.owner is distinct from one.owner)`,
    },
    {
      name: 'I1 nobody has a settlement in a block and in a row',
      breaches: sql`
        select t.kind || ' ' || t.reference || ' is transfer ' || t.id || ' and one of block ' || block.first_id
        from ledger_transfer_block block cross join lateral unnest(block.owners) as owner
        join ledger_transfer t on t.kind = block.kind and t.reference = block.settlement || '/' || owner
        where ${inSpan('block.xid')}
        union
        select t.kind || ' ' || t.reference || ' is transfer ' || t.id || ' and one of block ' || block.first_id
        from ledger_transfer t
        cross join lateral (
          select first_id, owners from ledger_transfer_block other
          where other.kind = t.kind and other.settlement = left(t.reference, -37)
            and other.first <= case when t.reference ~ '/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
              then right(t.reference, 36)::uuid end
          order by other.first desc limit 1) block
        where ${inSpan('t.xid')} and right(t.reference, 36) = any (block.owners::text[])`,
    },
    {
      name: 'I1 a settlement is named with the asset of its blocks',
      breaches: sql`
        select distinct block.kind || ' ' || block.settlement || ' is of ' || block.asset
          || ' and named as of ' || coalesce(settled.asset, 'nothing')
        from ledger_transfer_block block left join ledger_settlement settled using (kind, settlement)
        where ${inSpan('block.xid')} and settled.asset is distinct from block.asset`,
    },
    {
      name: 'I2 versions without gaps, each balance after the one before',
      breaches: sql`
        select 'posting ' || version || ' of account ' || account_id || ' is number ' || place
          || ' after version ' || proven_version || ' and ends at ' || balance_after
          || '; what came up to it sums to ' || proven_posted + running
        from (${linesOfSpan(span)}) line
        where case when is_next then not is_right
          else version < proven_version + place or ${span.upTo === null}::boolean end`,
    },
    {
      name: 'I2 nothing below zero but EXT, ISSUE, SPLIT and LOSS',
      breaches: sql`
        select 'line ' || line.version || ' of account ' || a.id || ' (' || a.owner || ' ' || a.asset || ' ' || a.kind
          || ') ends at ' || line.balance_after
        from ledger_posting line join ledger_account a on a.id = line.account_id
        where ${inSpan('line.xid')} and line.balance_after < 0 and not ${MAY_BE_BELOW_ZERO}`,
    },
    {
      name: 'I2 a hold ends once, by what its transfers took from its own account',
      breaches: sql`
        select 'hold ' || coalesce(r.hold_id, t.hold_id)
          || case when h.id is null then ' is not there' else ' of ' || h.amount end
          || ', ended as ' || coalesce(r.outcome || ' with ' || r.posted, 'nothing')
          || '; its transfers sum to ' || coalesce(t.total, 0)
          || case when t.elsewhere then ', not all from its account' else '' end
        from (select * from ledger_hold_resolution where ${inSpan()}) r
        full join (
          select t.hold_id, sum(t.amount) as total,
            bool_or(t.debit_account is distinct from hold.account_id) as elsewhere
          from ledger_transfer t left join ledger_hold hold on hold.id = t.hold_id
          where ${inSpan('t.xid')} and t.hold_id is not null group by t.hold_id
        ) t on t.hold_id = r.hold_id
        left join ledger_hold h on h.id = coalesce(r.hold_id, t.hold_id)
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
      name: 'I2 a reversal is the whole opposite of one transfer',
      breaches: sql`
        select 'transfer ' || r.id || ' of ' || r.amount || ' reverses '
          || coalesce(t.id || ' of ' || t.amount, r.reverses || ', which is not there')
        from ledger_transfer r
        left join ledger_transfer t on t.id = r.reverses
        where ${inSpan('r.xid')} and ((r.reverses is not null) <> (r.kind = 'reversal') or (r.reverses is not null and not coalesce(
          t.debit_account = r.credit_account and t.credit_account = r.debit_account
          and r.amount = t.amount * (
            select ledger_product(multiple) from ledger_epoch e
            where e.asset = t.asset and e.epoch > t.epoch and e.epoch <= r.epoch), false)))`,
    },
    {
      name: 'I9 each holder is told of each split once, by what was held then',
      breaches: sql`
        select 'split line ' || t.reference || ' gives ' || t.amount || ' to an account of '
          || (t.credit_after - t.amount)
        from ledger_transfer t
        left join ledger_epoch e on e.epoch = t.epoch
        left join ledger_account c on c.id = t.credit_account
        where ${inSpan('t.xid')} and t.kind = 'split' and c.kind <> 'SPLIT' and (
          e.epoch is null or t.reference <> e.epoch || '/' || t.credit_account
          or t.amount <> (t.credit_after - t.amount) * (e.multiple - 1)
          or c.epoch < t.epoch or t.posted_at <> e.began_at)`,
    },
  ]
}

const MAY_BE_BELOW_ZERO = sql`(a.owner = '00000000-0000-7000-8000-000000000001'
  and (a.asset, a.kind) in (('USDT', 'EXT'), ('LEAF', 'ISSUE'), ('LEAF', 'SPLIT'), ('USDT', 'LOSS')))`

/** What every account must be, by the proven state and all rows above it. */
export function invariantsOfAccounts(above: number): Claim[] {
  return [
    {
      name: 'I2 stored balance = sum of postings = last balance after',
      breaches: sql`
        select 'account ' || coalesce(a.id, l.account_id, p.account_id) || ' (' || coalesce(a.owner || ' ' || a.asset || ' ' || a.kind, 'not there')
          || ') has ' || coalesce(a.posted, 0) || ' at version ' || coalesce(a.version, 0) || '; ' || coalesce(p.posted, 0)
          || ' at version ' || coalesce(p.version, 0) || ' is proven, and its ' || coalesce(l.lines, 0)
          || ' postings since then sum to ' || coalesce(l.total, 0)
        from ledger_account a
        full join ledger_proven_account p on p.account_id = a.id
        full join (
          select account_id, count(*) as lines, sum(amount) as total
          from (
            select account_id, amount from ledger_posting where xid > ${above}::bigint
            union all
            select account_id, amount from ledger_proven_ahead) line
          group by account_id
        ) l on l.account_id = coalesce(a.id, p.account_id)
        where coalesce(a.posted, 0) <> coalesce(p.posted, 0) + coalesce(l.total, 0)
          or coalesce(a.version, 0) <> coalesce(p.version, 0) + coalesce(l.lines, 0)`,
    },
    {
      name: 'I2 nothing below zero but EXT, ISSUE, SPLIT and LOSS',
      breaches: sql`
        select 'account ' || a.id || ' (' || a.owner || ' ' || a.asset || ' ' || a.kind || ') has '
          || a.posted || ' with ' || a.held || ' held'
          || case when a.overdraft then '; it is marked as free to go below zero' else '' end
        from ledger_account a
        where not ${MAY_BE_BELOW_ZERO} and (a.overdraft or a.posted - a.held < 0)`,
    },
    {
      name: 'I2 held = the sum of holds that have not ended',
      breaches: sql`
        with open as (
          select hold_id as id from ledger_proven_hold kept
          where not exists (select from ledger_hold_resolution ended
            where ended.hold_id = kept.hold_id and ended.xid > ${above}::bigint)
          union
          -- Who ended it may have the lower number.
          select id from ledger_hold since
          where xid > ${above}::bigint and not exists (
            select from ledger_hold_resolution ended where ended.hold_id = since.id))
        select 'account ' || coalesce(a.id, h.account_id) || ' has ' || coalesce(a.held, 0)
          || ' held, its open holds sum to ' || coalesce(h.total, 0)
        from (select * from ledger_account where held <> 0) a
        full join (
          select hold.account_id, sum(hold.amount * (
            select ledger_product(multiple) from ledger_epoch e
            where e.asset = account.asset and e.epoch > hold.epoch and e.epoch <= account.epoch
          )) as total
          from open join ledger_hold hold using (id) join ledger_account account on account.id = hold.account_id
          group by hold.account_id
        ) h on h.account_id = a.id
        where coalesce(a.held, 0) <> coalesce(h.total, 0)`,
    },
  ]
}

/** What is kept as proven, worked out again from the first row on: for the full check. */
export const provenInvariants: readonly { name: string; breaches: string }[] = [
  {
    name: 'what is kept as proven of an account is what its lines say',
    breaches: `
      select 'account ' || coalesce(p.account_id, l.account_id) || ' is proven with ' || coalesce(p.posted, 0)
        || ' at version ' || coalesce(p.version, 0) || '; its ' || coalesce(l.lines, 0) || ' postings up to there sum to '
        || coalesce(l.total, 0)
      from (
        select account_id, sum(version) as version, sum(posted) as posted from (
          select account_id, version, posted from ledger_proven_account
          union all
          select account_id, 1, amount from ledger_proven_ahead) kept
        group by account_id) p
      full join (
        select account_id, count(*) as lines, sum(amount) as total
        from ledger_posting where xid <= (select to_xid from ledger_proof) group by account_id
      ) l on l.account_id = p.account_id
      where coalesce(p.posted, 0) <> coalesce(l.total, 0) or coalesce(p.version, 0) <> coalesce(l.lines, 0)`,
  },
  {
    name: 'what is kept as a proven open hold has not ended',
    breaches: `
      select 'hold ' || coalesce(p.hold_id, h.id) || case when p.hold_id is null then ' is open and not kept' else ' is kept and not open' end
      from ledger_proven_hold p
      full join (
        select id from ledger_hold where xid <= (select to_xid from ledger_proof) and not exists (
          select from ledger_hold_resolution r where r.hold_id = ledger_hold.id and r.xid <= (select to_xid from ledger_proof))
      ) h on h.id = p.hold_id
      where p.hold_id is null or h.id is null`,
  },
  {
    name: 'the proof ends where a sealed batch ends',
    breaches: `
      select 'batch ' || proof.batch || ' is proven up to transaction ' || proof.to_xid || ', sealed up to ' || coalesce(audit.to_xid::text, 'none')
      from ledger_proof proof left join ledger_audit audit using (batch)
      where proof.to_xid <> coalesce(audit.to_xid, 0)`,
  },
]
