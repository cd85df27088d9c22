/**
 * The trigger that refuses a step that the machine of trades does not have, and a change of a
 * trade's fixed columns. For migrations that add steps. `steps` are `from>to`.
 */
export const tradeStepGuard = (steps: readonly string[]): string => `
create or replace function otc_trade_step() returns trigger language plpgsql as $$
  begin
    if tg_op = 'INSERT' then
      if new.state <> 'unpaid' then
        raise exception 'a trade begins unpaid, not %', new.state using errcode = 'integrity_constraint_violation';
      end if;
      return new;
    end if;
    if new.state <> old.state and not (old.state || '>' || new.state) = any (array[${steps.map(step => `'${step}'`).join(', ')}])
    then
      raise exception 'a trade does not go from % to %', old.state, new.state using errcode = 'integrity_constraint_violation';
    end if;
    if (new.state <> old.state and new.version <> old.version + 1) or new.version < old.version
      or (new.id, new.matching_id, new.order_id, new.seller_id, new.buyer_id, new.dealt_at,
          new.network, new.payment_amount, new.payment_tail)
        is distinct from (old.id, old.matching_id, old.order_id, old.seller_id, old.buyer_id, old.dealt_at,
          old.network, old.payment_amount, old.payment_tail)
    then
      raise exception 'a trade keeps what it is, and every step is counted' using errcode = 'integrity_constraint_violation';
    end if;
    return new;
  end $$;`
