import { sql } from 'kysely'
import type { Database } from '../platform/database/connect.ts'

/** The breach of an invariant, as `reconcile` prints it. */
interface Breach {
  invariant: string
  what: string
}

/**
 * I15: a bound transfer is the payment of one trade: its exact amount, in its time, found final.
 * Transfers that were bound before a payment had to be exact have no amount here.
 */
export async function checkEvidence(database: Database): Promise<Breach[]> {
  const { rows } = await sql<Breach>`
    select 'I15 payments' as invariant,
      'hash ' || bound.hash || ' of ' || bound.chain || ' is bound to trade ' || bound.trade_id || ', which it does not pay' as what
    from hash_binding bound left join otc_trade trade on trade.id = bound.trade_id
    where bound.amount is not null and (trade.id is null
      or bound.chain <> trade.network or bound.amount <> trade.payment_amount
      or bound.block_at <= trade.dealt_at - interval '1 second' or bound.block_at > trade.payment_deadline
      or not exists (select from hash_finding found where found.trade_id = bound.trade_id
        and found.hash = bound.hash and found.finding = 'verified'))
    union all
    select 'I15 payments', 'hash ' || bound.hash || ' of ' || bound.chain || ' is bound to trade ' || bound.trade_id
      || ' and is exactly the payment of trade ' || other.id
    from hash_binding bound
    join otc_trade trade on trade.id = bound.trade_id
    join otc_trade other on other.id <> trade.id and other.network = trade.network
      and other.pay_to_key = trade.pay_to_key and other.payment_amount = bound.amount
    where bound.amount is not null and bound.block_at > other.dealt_at - interval '1 second'
      and bound.block_at <= other.payment_deadline`.execute(database)
  return rows
}
