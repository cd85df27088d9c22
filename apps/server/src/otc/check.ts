import { type RawBuilder, sql } from 'kysely'
import type { Breach } from '../ledger/index.ts'
import type { Database } from '../platform/database/connect.ts'
import { systemNow } from '../platform/database/transaction.ts'

/**
 * Checks the market's invariants, in plain SQL that shares nothing with the writers. I3: each
 * seller's escrow account = the rests of open orders + their open trades + the fees held for both.
 * A seller into a buy order has the fee of each trade in escrow beside its quantity. For a closed
 * trade that is appealed, the part that could be held again and its fee are in escrow, and none of
 * it belongs to the order. I12: every order adds up, every trade's and case's row agrees with its
 * events, and a trade in arbitration has one open case. I16: a floating price is what its margin
 * and its owner's limit make of the guide price from which it was computed. I14: two people make
 * every ruling. I15: no two open or recent trades at one address have the same tail, and so none
 * have the same payment.
 */
export const checkOtc = async (database: Database): Promise<Breach[]> =>
  checkMarket(
    database,
    {
      trades: sql`select * from otc_trade`,
      cases: sql`select * from otc_dispute`,
      orders: sql`select * from otc_order`,
      tradesOfOrders: sql`select * from otc_trade`,
    },
    await systemNow(database),
  )

/** The time after its end for which a trade, a case or an order is looked at by the checks of what is new. */
const LATELY_MS = 3 * 86_400_000
/** The time for which no other trade at an address is paid with the same tail. */
const TAIL_MS = 72 * 3_600_000

const before = (now: Date, ms: number) => new Date(now.getTime() - ms)

/**
 * The same of what is open or has ended lately. An order may end while its trades are open, so an order is
 * looked at as long as one of its trades. What members have in escrow, and tails, is compared whole.
 */
export async function checkLateOtc(database: Database): Promise<Breach[]> {
  const now = await systemNow(database)
  // A value, not the clock: the rows are found by indexes, and every part has the same bound.
  const since = sql`${before(now, LATELY_MS)}::timestamptz`
  const late = (column: string) =>
    sql`(${sql.ref(column)} is null or ${sql.ref(column)} > ${since})`
  const orders = sql`
    select id from otc_order where ${late('ended_at')}
    union select id from otc_order where in_trade > 0
    union select order_id from otc_trade where ${late('closed_at')}`
  const parts = {
    trades: sql`select * from otc_trade where ${late('closed_at')}`,
    cases: sql`select * from otc_dispute where ${late('closed_at')}`,
    orders: sql`select * from otc_order where id in (${orders})`,
    tradesOfOrders: sql`select * from otc_trade where order_id in (${orders})`,
  }
  return checkMarket(database, parts, now)
}

type Part = RawBuilder<unknown>

async function checkMarket(
  database: Database,
  {
    trades,
    cases,
    orders,
    tradesOfOrders,
  }: Record<'trades' | 'cases' | 'orders' | 'tradesOfOrders', Part>,
  now: Date,
): Promise<Breach[]> {
  const tailsSince = sql`${before(now, TAIL_MS)}::timestamptz`
  const { rows } = await sql<Breach>`
    with trade_looked_at as not materialized (${trades}), case_looked_at as not materialized (${cases}),
    order_looked_at as not materialized (${orders}), trade_of_order as not materialized (${tradesOfOrders}),
    owed as (
      select member_id as owner, sum(available + fee_held) as coins from otc_order
      where side = 'sell' and available + fee_held <> 0 group by member_id
      union all
      select seller_id, sum(case when held_again is not null then held_again + fee
        when order_side = 'buy' then quantity + fee else quantity end)
      from otc_trade where closed_at is null group by seller_id
    ), escrow as (
      select owner, posted * ledger_later_multiple('LEAF', epoch) as posted
      from ledger_account where asset = 'LEAF' and kind = 'escrow'
    )
    select 'I3 escrow' as invariant,
      'member ' || coalesce(o.owner, e.owner)::text || ': escrow ' || coalesce(e.posted, 0) || ', orders and trades ' || coalesce(o.coins, 0) as what
    from (select owner, sum(coins) as coins from owed group by owner) o full join escrow e on e.owner = o.owner
    where coalesce(o.coins, 0) <> coalesce(e.posted, 0)
    union all
    select 'I3 order quantities', 'order ' || o.id::text || ': in trade ' || o.in_trade || ', open trades ' || coalesce(t.open, 0) || '; dealt ' || o.dealt || ', finished trades ' || coalesce(t.done, 0)
    from order_looked_at o left join (
      select order_id,
        sum(coins) filter (where closed_at is null) as open,
        sum(coins) filter (where state in ('finished', 'arbitration_release')) as done
      from (
        /* what was dealt before a split, in the units of its order */
        select trade.order_id, trade.state, trade.closed_at, (trade.quantity - coalesce(trade.refund_quantity, 0))
          * div(ledger_later_multiple('LEAF', trade.epoch), ledger_later_multiple('LEAF', sold.epoch)) as coins
        from trade_of_order trade join otc_order sold on sold.id = trade.order_id
        where lapsed_at is null) told
      group by order_id
    ) t on t.order_id = o.id
    where o.in_trade <> coalesce(t.open, 0) or o.dealt <> coalesce(t.done, 0)
    union all
    select 'I16 floating prices', 'order ' || id::text || ' asks ' || price || ' at the guide price ' || guide_seen
    from otc_order, lateral (
      select guide_seen + sign(margin_bps) * floor(guide_seen * abs(margin_bps) / 10000) as following) by_margin
    where margin_bps is not null and available > 0 and price <> case side when 'sell'
      then greatest(following, ceil(price_limit * 10000 / (10000 - concession_bps))) else least(following, price_limit) end
    union all
    select 'I12 trade history', 'trade ' || t.id::text || ' is at version ' || t.version || ' with ' || count(e.*) || ' events'
    from trade_looked_at t left join otc_trade_event e on e.trade_id = t.id
    group by t.id, t.version having count(e.*) <> t.version
    union all
    select 'I12 final trades', 'trade ' || id::text || ' in ' || state || ' has closed_at ' || coalesce(closed_at::text, 'null')
    from trade_looked_at where (closed_at is not null) <> (state in ('finished', 'payment_timeout', 'arbitration_release', 'arbitration_refund'))
    union all
    select 'I1 released once', 'trade ' || t.id::text || ' in ' || t.state || ' has ' || count(x.*) || ' releases'
    from trade_looked_at t left join ledger_transfer x on x.kind = 'otc_release' and x.reference = 'trade:' || t.id
    group by t.id, t.state, t.quantity, t.refund_quantity having count(x.*) <> (case when t.state in ('finished', 'arbitration_release')
      and t.quantity is distinct from t.refund_quantity then 1 else 0 end)
    union all
    select 'I15 tails', count(*) || ' open or recent trades of one address over ' || network || ' are paid with the tail ' || payment_tail
    from otc_trade where payment_tail is not null
      and coalesce(lapsed_at, closed_at, 'infinity') > ${tailsSince}
    group by network, pay_to_key, payment_tail having count(*) > 1
    union all
    select 'I15 tails', 'trade ' || id::text || ' is open or recent and does not hold the tail of its payment'
    from otc_trade where payment_tail is not null and not tail_held
      and coalesce(lapsed_at, closed_at, 'infinity') > ${tailsSince}
    union all
    select 'I12 arbitration', 'trade ' || t.id::text || ' in ' || t.state || ' has ' || count(d.*) || ' open cases'
    from trade_looked_at t left join otc_dispute d on d.trade_id = t.id and d.closed_at is null
    group by t.id, t.state having count(d.*) <> (case when t.state like 'arbitration_from%' then 1 else 0 end)
    union all
    select 'I12 case history', 'case ' || d.case_number || ' is at version ' || d.version || ' with ' || count(e.*) || ' events'
    from case_looked_at d left join otc_dispute_event e on e.dispute_id = d.id
    group by d.id, d.case_number, d.version having count(e.*) <> d.version - 1
    union all
    select 'I14 two people', 'the ruling of case ' || d.case_number || ' in round ' || r.round || ' has ' || count(distinct o.operator_id) || ' arbitrators behind it'
    from otc_ruling r join otc_dispute d on d.id = r.dispute_id
      left join otc_opinion o on o.dispute_id = r.dispute_id and o.round = r.round and o.outcome = r.outcome
        and o.release_quantity * r.of_quantity is not distinct from r.release_quantity * o.of_quantity
    group by d.id, r.dispute_id, r.round having count(distinct o.operator_id) < 2`.execute(database)
  return rows
}
